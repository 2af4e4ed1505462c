package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The calls of fabric8's client in `docs/from-fabric8.md`: compiled, and run unless they need a
/// node.
class Fabric8CallsTest {
  static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web-0, namespace: default, labels: {app: web}}
      spec: {containers: [{name: web, image: "nginx:1"}]}
      """;
  static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: default}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: "nginx:1"}]}
      """;

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .addToData("cone", "1")
        .build();
  }

  @Test
  @Tag("slow")
  void callsOfTheMigrationPageWork() throws Exception {
    try (TestedServer server = TestedServer.embedded();
        KubernetesClient client = server.fabric8Client()) {
      client.load(stream(POD)).create();
      reads(client);
      writes(client);
      watches(client);
      workloads(client);
    }
  }

  private static void reads(KubernetesClient client) {
    // tag::read
    Pod pod = client.pods().inNamespace("default").withName("web-0").get(); // null when missing
    List<Pod> inNamespace = client.pods().inNamespace("default").list().getItems();
    List<Pod> labelled =
        client.pods().inNamespace("default").withLabel("app", "web").list().getItems();
    List<Pod> everywhere = client.pods().inAnyNamespace().list().getItems();
    // end::read
    assertThat(pod.getMetadata().getName()).isEqualTo("web-0");
    assertThat(inNamespace).hasSize(1);
    assertThat(labelled).hasSize(1);
    assertThat(everywhere).hasSize(1);
  }

  private static void writes(KubernetesClient client) {
    ConfigMap map = map("prices");
    ConfigMap menu = map("menu");
    InputStream manifests = stream(DEPLOYMENT);
    // tag::write
    client.resource(map).create();
    client
        .configMaps()
        .inNamespace("default")
        .withName("prices")
        .edit(m -> new ConfigMapBuilder(m).addToData("cone", "2").build());
    ConfigMap patched =
        client
            .configMaps()
            .inNamespace("default")
            .withName("prices")
            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"cup\":\"3\"}}");
    client.resource(menu).serverSideApply();
    client.resource(map).delete();
    client.load(manifests).serverSideApply();
    // end::write
    assertThat(patched.getData()).containsEntry("cup", "3").containsEntry("cone", "2");

    // tag::generic
    GenericKubernetesResource any =
        client
            .genericKubernetesResources("apps/v1", "Deployment")
            .inNamespace("default")
            .withName("web")
            .get();
    Integer replicas = any.get("spec", "replicas");
    // end::generic
    assertThat(replicas).isEqualTo(1);
  }

  private static void watches(KubernetesClient client) throws InterruptedException {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Watcher<ConfigMap> watcher =
        new Watcher<>() {
          @Override
          public void eventReceived(Action action, ConfigMap map) {
            seen.add(map.getMetadata().getName());
          }

          @Override
          public void onClose(WatcherException cause) {}
        };
    // tag::watch
    Watch watch = client.configMaps().inNamespace("default").watch(watcher);
    client.resource(map("news")).create();
    awaitEvent(seen, "news");
    watch.close();
    client
        .configMaps()
        .inNamespace("default")
        .withName("news")
        .waitUntilCondition(m -> m != null, 1, TimeUnit.MINUTES);
    // end::watch
  }

  private static void awaitEvent(BlockingQueue<String> seen, String wanted)
      throws InterruptedException {
    for (String name = ""; !wanted.equals(name); ) {
      name = seen.poll(30, TimeUnit.SECONDS);
      assertThat(name).as("the name of an object that changed").isNotNull();
    }
  }

  private static void workloads(KubernetesClient client) {
    // tag::workloads
    client.apps().deployments().inNamespace("default").withName("web").scale(3);
    client.apps().deployments().inNamespace("default").withName("web").rolling().restart();
    client.pods().inNamespace("default").withName("web-0").evict();
    // end::workloads
    assertThat(
            client
                .apps()
                .deployments()
                .inNamespace("default")
                .withName("web")
                .get()
                .getSpec()
                .getReplicas())
        .isEqualTo(3);
  }

  /// Needs a node.
  @SuppressWarnings("unused") // compiled for the page
  private static void pods(KubernetesClient client, Path here) throws Exception {
    // tag::pods
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ExecWatch exec =
        client.pods().inNamespace("default").withName("web-0").writingOutput(out).exec("date")) {
      exec.exitCode().get();
    }
    String log = client.pods().inNamespace("default").withName("web-0").tailingLines(10).getLog();
    try (LocalPortForward forward =
        client.pods().inNamespace("default").withName("web-0").portForward(8080)) {
      int local = forward.getLocalPort();
    }
    // end::pods
    // tag::files
    client.pods().inNamespace("default").withName("web-0").file("/there").copy(here);
    client.pods().inNamespace("default").withName("web-0").file("/there-too").upload(here);
    // end::files
  }
}
