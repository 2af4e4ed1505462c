package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What users of the official Java client do, on either server. Its decoder refuses unknown and
/// missing fields.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OfficialClientContract {
  private TestedServer server;
  private ApiClient client;
  private CoreV1Api core;
  private AppsV1Api apps;

  abstract TestedServer startServer() throws Exception;

  @BeforeAll
  void start() throws Exception {
    server = startServer();
    client =
        ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(server.kubeconfig())))
            .build();
    client.setReadTimeout(0);
    core = new CoreV1Api(client);
    apps = new AppsV1Api(client);
  }

  @AfterAll
  void stop() {
    client.getHttpClient().dispatcher().executorService().shutdown();
    client.getHttpClient().connectionPool().evictAll();
    server.close();
  }

  private String namespace(String name) throws ApiException {
    core.createNamespace(new V1Namespace().metadata(new V1ObjectMeta().name(name))).execute();
    return name;
  }

  private static V1ConfigMap map(String name, String value) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().name(name)).data(Map.of("k", value));
  }

  private static V1Deployment deployment(String name) {
    Map<String, String> labels = Map.of("app", name);
    return new V1Deployment()
        .apiVersion("apps/v1")
        .kind("Deployment")
        .metadata(new V1ObjectMeta().name(name))
        .spec(
            new V1DeploymentSpec()
                .selector(new V1LabelSelector().matchLabels(labels))
                .template(
                    new V1PodTemplateSpec()
                        .metadata(new V1ObjectMeta().labels(labels))
                        .spec(
                            new V1PodSpec()
                                .addContainersItem(new V1Container().name("c").image("nginx:1")))));
  }

  @Test
  void officialClientCreatesReadsUpdatesAndDeletes() throws Exception {
    String ns = namespace("o-crud");
    V1ConfigMap made = core.createNamespacedConfigMap(ns, map("m", "1")).execute();
    core.replaceNamespacedConfigMap("m", ns, made.putDataItem("more", "2")).execute();
    assertThatThrownBy(
            () -> core.replaceNamespacedConfigMap("m", ns, made.putDataItem("more", "3")).execute())
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.getCode()).isEqualTo(409));
    assertThat(core.readNamespacedConfigMap("m", ns).execute().getData())
        .containsEntry("more", "2");
    assertThat(core.listNamespacedConfigMap(ns).limit(1).execute().getItems()).hasSize(1);
    assertThat(core.deleteNamespacedConfigMap("m", ns).execute().getStatus()).isEqualTo("Success");
  }

  @Test
  void listsOfAFreshServerPassTheStrictDecoder() throws Exception {
    assertThat(core.listNamespace().execute().getItems()).hasSizeGreaterThan(3);
    assertThat(core.listServiceForAllNamespaces().execute().getItems()).isNotEmpty();
    assertThat(
            new io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api(client)
                .listClusterRole()
                .execute()
                .getItems())
        .hasSizeGreaterThan(30);
    assertThat(
            new io.kubernetes.client.openapi.apis.FlowcontrolApiserverV1Api(client)
                .listFlowSchema()
                .execute()
                .getItems())
        .isNotEmpty();
  }

  @Test
  void officialClientAppliesAndPatches() throws Exception {
    String ns = namespace("o-apply");
    V1Deployment made =
        PatchUtils.patch(
            V1Deployment.class,
            () ->
                apps.patchNamespacedDeployment(
                        "web", ns, new V1Patch(JSON.serialize(deployment("web"))))
                    .fieldManager("guest")
                    .buildCall(null),
            V1Patch.PATCH_FORMAT_APPLY_YAML,
            client);
    assertThat(made.getSpec().getReplicas()).isEqualTo(1);
    V1Deployment patched =
        PatchUtils.patch(
            V1Deployment.class,
            () ->
                apps.patchNamespacedDeployment(
                        "web", ns, new V1Patch("{\"spec\":{\"replicas\":3}}"))
                    .buildCall(null),
            V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
            client);
    assertThat(patched.getSpec().getReplicas()).isEqualTo(3);
    assertThat(apps.readNamespacedDeploymentScale("web", ns).execute().getSpec().getReplicas())
        .isEqualTo(3);
  }

  @Test
  void officialInformerHasTheServersState() throws Exception {
    String ns = namespace("o-informer");
    core.createNamespacedConfigMap(ns, map("a", "1")).execute();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    SharedInformerFactory factory = new SharedInformerFactory(client);
    var api =
        new GenericKubernetesApi<>(
            V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
    var informer = factory.sharedIndexInformerFor(api, V1ConfigMap.class, 0, ns);
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(V1ConfigMap object) {
            events.add("add " + object.getMetadata().getName());
          }

          @Override
          public void onUpdate(V1ConfigMap old, V1ConfigMap now) {
            events.add("update " + now.getMetadata().getName());
          }

          @Override
          public void onDelete(V1ConfigMap object, boolean unknown) {
            events.add("delete " + object.getMetadata().getName());
          }
        });
    factory.startAllRegisteredInformers();
    try {
      assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo("add a");
      V1ConfigMap b = core.createNamespacedConfigMap(ns, map("b", "1")).execute();
      core.replaceNamespacedConfigMap("b", ns, b.putDataItem("k", "2")).execute();
      core.deleteNamespacedConfigMap("b", ns).execute();
      for (String want : List.of("add b", "update b", "delete b")) {
        assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo(want);
      }
    } finally {
      factory.stopAllRegisteredInformers(true);
    }
  }
}
