package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What users of fabric8's client do, on either server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Fabric8Contract {
  private TestedServer server;
  private KubernetesClient client;

  abstract TestedServer startServer() throws Exception;

  @BeforeAll
  void start() throws Exception {
    server = startServer();
    client = server.fabric8Client();
  }

  @AfterAll
  void stop() {
    client.close();
    server.close();
  }

  private String namespace(String name) {
    client
        .namespaces()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    return name;
  }

  private static ConfigMap map(String namespace, String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withData(Map.of("k", value))
        .build();
  }

  private static Deployment deployment(String namespace, String name) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(1)
        .withNewSelector()
        .withMatchLabels(Map.of("app", name))
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(Map.of("app", name))
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("nginx:1")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void fabric8ClientCreatesReadsUpdatesAndDeletes() {
    String ns = namespace("f-crud");
    client.resource(map(ns, "m", "1")).create();
    assertThatThrownBy(() -> client.resource(map(ns, "m", "1")).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
    client
        .configMaps()
        .inNamespace(ns)
        .withName("m")
        .edit(m -> new ConfigMapBuilder(m).addToData("more", "2").build());
    assertThat(client.configMaps().inNamespace(ns).withName("m").get().getData())
        .containsEntry("more", "2");
    assertThat(client.configMaps().inNamespace(ns).list().getItems()).hasSize(1);
    client.configMaps().inNamespace(ns).withName("m").delete();
    assertThat(client.configMaps().inNamespace(ns).withName("m").get()).isNull();
  }

  @Test
  void fabric8ClientAppliesAndPatches() {
    String ns = namespace("f-apply");
    Deployment made = client.resource(deployment(ns, "web")).serverSideApply();
    assertThat(made.getMetadata().getManagedFields()).isNotEmpty();
    Deployment again = client.resource(deployment(ns, "web")).serverSideApply();
    assertThat(again.getMetadata().getResourceVersion())
        .isEqualTo(made.getMetadata().getResourceVersion());
    Deployment patched =
        client
            .apps()
            .deployments()
            .inNamespace(ns)
            .withName("web")
            .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"spec\":{\"replicas\":3}}");
    assertThat(patched.getSpec().getReplicas()).isEqualTo(3);
    Deployment scaled = client.apps().deployments().inNamespace(ns).withName("web").scale(5);
    assertThat(scaled.getSpec().getReplicas()).isEqualTo(5);
    made = client.apps().deployments().inNamespace(ns).withName("web").get();
    made.getMetadata().setManagedFields(null);
    Deployment status =
        client
            .resource(
                new DeploymentBuilder(made).withNewStatus().withReplicas(2).endStatus().build())
            .updateStatus();
    assertThat(status.getStatus().getReplicas()).isEqualTo(2);
  }

  @Test
  void fabric8WatchDeliversEveryChange() throws Exception {
    String ns = namespace("f-watch");
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    try (var _ =
        client
            .configMaps()
            .inNamespace(ns)
            .watch(
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, ConfigMap object) {
                    events.add(action + " " + object.getMetadata().getName());
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    events.add("closed " + cause);
                  }
                })) {
      client.resource(map(ns, "a", "1")).create();
      client.resource(map(ns, "a", "2")).update();
      client.resource(map(ns, "a", "2")).delete();
      for (String want : List.of("ADDED a", "MODIFIED a", "DELETED a")) {
        assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo(want);
      }
    }
  }

  @Test
  void fabric8InformerHasTheServersState() throws Exception {
    String ns = namespace("f-informer");
    client.resource(map(ns, "a", "1")).create();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    try (var informer =
        client
            .configMaps()
            .inNamespace(ns)
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(ConfigMap object) {
                    events.add("add " + object.getMetadata().getName());
                  }

                  @Override
                  public void onUpdate(ConfigMap old, ConfigMap now) {
                    events.add("update " + now.getMetadata().getName());
                  }

                  @Override
                  public void onDelete(ConfigMap object, boolean unknown) {
                    events.add("delete " + object.getMetadata().getName());
                  }
                })) {
      assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo("add a");
      client.resource(map(ns, "b", "1")).create();
      client.resource(map(ns, "b", "2")).update();
      client.configMaps().inNamespace(ns).withName("b").delete();
      for (String want : List.of("add b", "update b", "delete b")) {
        assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo(want);
      }
      assertThat(informer.getStore().list()).hasSize(1);
    }
  }

  @Test
  void fabric8ClientHandlesCustomResources() {
    String ns = namespace("f-custom");
    var crd =
        new CustomResourceDefinitionBuilder()
            .withNewMetadata()
            .withName("cones.f.example.com")
            .endMetadata()
            .withNewSpec()
            .withGroup("f.example.com")
            .withScope("Namespaced")
            .withNewNames()
            .withPlural("cones")
            .withKind("Cone")
            .endNames()
            .addNewVersion()
            .withName("v1")
            .withServed(true)
            .withStorage(true)
            .withNewSchema()
            .withOpenAPIV3Schema(
                new JSONSchemaPropsBuilder()
                    .withType("object")
                    .withXKubernetesPreserveUnknownFields(true)
                    .build())
            .endSchema()
            .endVersion()
            .endSpec()
            .build();
    client.resource(crd).create();
    client
        .resource(crd)
        .waitUntilCondition(
            c ->
                c != null
                    && c.getStatus() != null
                    && c.getStatus().getConditions().stream()
                        .anyMatch(x -> x.getType().equals("Established")),
            20,
            TimeUnit.SECONDS);
    var context =
        new ResourceDefinitionContext.Builder()
            .withGroup("f.example.com")
            .withVersion("v1")
            .withKind("Cone")
            .withPlural("cones")
            .withNamespaced(true)
            .build();
    GenericKubernetesResource cone =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("f.example.com/v1")
            .withKind("Cone")
            .withNewMetadata()
            .withName("c")
            .endMetadata()
            .addToAdditionalProperties("spec", Map.of("size", 3))
            .build();
    client.genericKubernetesResources(context).inNamespace(ns).resource(cone).create();
    GenericKubernetesResource read =
        client.genericKubernetesResources(context).inNamespace(ns).withName("c").get();
    assertThat(read.<Integer>get("spec", "size")).isEqualTo(3);
  }
}
