package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.Copy;
import io.kubernetes.client.Exec;
import io.kubernetes.client.PodLogs;
import io.kubernetes.client.PortForward;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Eviction;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.Yaml;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.wait.Wait;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The calls of the official client in `docs/from-official-client.md`: compiled, and run unless
/// they need a node.
class OfficialClientCallsTest {
  private static V1ConfigMap map(String name) {
    return new V1ConfigMap()
        .apiVersion("v1")
        .kind("ConfigMap")
        .metadata(new V1ObjectMeta().name(name).namespace("default"))
        .putDataItem("cone", "1");
  }

  @Test
  @Tag("slow")
  void callsOfTheMigrationPageWork() throws Exception {
    try (TestedServer server = TestedServer.embedded()) {
      ApiClient client =
          ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(server.kubeconfig())))
              .build();
      CoreV1Api api = new CoreV1Api(client);
      try {
        V1Pod pod = Yaml.loadAs(Fabric8CallsTest.POD, V1Pod.class);
        pod.getSpec().setOverhead(null); // this client would send an empty one, which is refused
        api.createNamespacedPod("default", pod).execute();
        reads(api);
        writes(client, api);
        watches(client, api);
        workloads(client, api);
      } finally {
        client.getHttpClient().dispatcher().executorService().shutdown();
        client.getHttpClient().connectionPool().evictAll();
      }
    }
  }

  private static void reads(CoreV1Api api) throws ApiException {
    // tag::read
    V1Pod pod = api.readNamespacedPod("web-0", "default").execute(); // ApiException with code 404
    List<V1Pod> inNamespace = api.listNamespacedPod("default").execute().getItems();
    V1PodList labelled = api.listNamespacedPod("default").labelSelector("app=web").execute();
    List<V1Pod> everywhere = api.listPodForAllNamespaces().execute().getItems();
    // end::read
    assertThat(pod.getMetadata().getName()).isEqualTo("web-0");
    assertThat(inNamespace).hasSize(1);
    assertThat(labelled.getItems()).hasSize(1);
    assertThat(everywhere).hasSize(1);
  }

  private static void writes(ApiClient client, CoreV1Api api) throws Exception {
    V1ConfigMap map = map("prices");
    StringReader manifests = new StringReader(Fabric8CallsTest.DEPLOYMENT);
    // tag::write
    V1ConfigMap made = api.createNamespacedConfigMap("default", map).execute();
    api.replaceNamespacedConfigMap("prices", "default", made.putDataItem("cone", "2")).execute();
    V1Patch patch = new V1Patch("{\"data\":{\"cup\":\"3\"}}");
    V1ConfigMap patched =
        PatchUtils.patch(
            V1ConfigMap.class,
            () -> api.patchNamespacedConfigMap("prices", "default", patch).buildCall(null),
            V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
            client);
    V1Patch menu = new V1Patch(Yaml.dump(map("menu")));
    PatchUtils.patch(
        V1ConfigMap.class,
        () ->
            api.patchNamespacedConfigMap("menu", "default", menu)
                .fieldManager("shop")
                .buildCall(null),
        V1Patch.PATCH_FORMAT_APPLY_YAML,
        client);
    api.deleteNamespacedConfigMap("prices", "default").execute();
    for (Object each : Yaml.loadAll(manifests)) { // each kind has an API class of its own
      if (each instanceof V1Deployment deployment) {
        new AppsV1Api(client).createNamespacedDeployment("default", deployment).execute();
      }
    }
    // end::write
    assertThat(patched.getData()).containsEntry("cup", "3").containsEntry("cone", "2");

    // tag::generic
    DynamicKubernetesObject any =
        new DynamicKubernetesApi("apps", "v1", "deployments", client)
            .get("default", "web")
            .getObject();
    int replicas = any.getRaw().getAsJsonObject("spec").get("replicas").getAsInt();
    // end::generic
    assertThat(replicas).isEqualTo(1);
  }

  private static void watches(ApiClient client, CoreV1Api api) throws Exception {
    // tag::watch
    var type = new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType();
    var call = api.listNamespacedConfigMap("default").watch(true).buildCall(null);
    try (Watch<V1ConfigMap> watch = Watch.createWatch(client, call, type)) {
      api.createNamespacedConfigMap("default", map("news")).execute();
      Watch.Response<V1ConfigMap> event = watch.next();
      assertThat(event.object).isNotNull();
    }
    Wait.poll(Duration.ofSeconds(1), Duration.ofMinutes(1), () -> isThere(api, "news"));
    // end::watch
  }

  private static boolean isThere(CoreV1Api api, String name) {
    try {
      return api.readNamespacedConfigMap(name, "default").execute() != null;
    } catch (ApiException e) {
      return false;
    }
  }

  private static void workloads(ApiClient client, CoreV1Api api) throws Exception {
    // tag::workloads
    AppsV1Api apps = new AppsV1Api(client);
    var scale = apps.readNamespacedDeploymentScale("web", "default").execute();
    scale.getSpec().setReplicas(3);
    apps.replaceNamespacedDeploymentScale("web", "default", scale).execute();
    V1Deployment deployment = apps.readNamespacedDeployment("web", "default").execute();
    Map<String, String> restart = Map.of("kubectl.kubernetes.io/restartedAt", "now");
    deployment.getSpec().getTemplate().getMetadata().setAnnotations(restart);
    apps.replaceNamespacedDeployment("web", "default", deployment).execute();
    V1Eviction eviction = new V1Eviction().metadata(new V1ObjectMeta().name("web-0"));
    // execute() fails on the answer, which is a Status
    api.createNamespacedPodEviction("web-0", "default", eviction).buildCall(null).execute().close();
    // end::workloads
    assertThat(apps.readNamespacedDeployment("web", "default").execute().getSpec().getReplicas())
        .isEqualTo(3);
  }

  /// Needs a node.
  @SuppressWarnings("unused") // compiled for the page
  private static void pods(ApiClient client, Path here) throws Exception {
    // tag::pods
    Process date = new Exec(client).exec("default", "web-0", new String[] {"date"}, false);
    String text = new String(date.getInputStream().readAllBytes());
    InputStream log =
        new PodLogs(client).streamNamespacedPodLog("default", "web-0", "web", null, 10, false);
    var forward = new PortForward(client).forward("default", "web-0", List.of(8080));
    forward.getInputStream(8080); // no local port
    // end::pods
    // tag::files
    new Copy(client).copyFileFromPod("default", "web-0", "web", "/there", here);
    new Copy(client).copyFileToPod("default", "web-0", "web", here, Path.of("/there-too"));
    // end::files
  }
}
