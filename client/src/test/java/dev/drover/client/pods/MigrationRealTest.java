package dev.drover.client.pods;

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Manifests;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.LogOptions;
import dev.drover.client.RetryWatcher;
import dev.drover.client.ops.Rollout;
import dev.drover.client.ops.Wanted;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The calls that the pages for users of other clients show.
@Tag("real")
@Tag("go")
class MigrationRealTest {
  @TempDir static Path folder;

  @Test
  void mostUsedCallsWork() throws Exception {
    try (PodTestBed bed = PodTestBed.start(folder)) {
      bed.addPod("web-0", List.of("web"), "app: web");
      Files.writeString(
          bed.logs("web-0", "web").resolve("1.log"), "2026-01-02T03:04:05.000000001Z hello\n");
      Client client = bed.client();
      // tag::read
      Pod pod = client.get(Pod.class, "default", "web-0"); // throws ApiException.NotFound
      var maybe = client.find(Pod.class, "default", "none"); // an Optional
      List<Pod> inNamespace = client.list(Pod.class, in("default"));
      List<Pod> labelled = client.list(Pod.class, in("default"), label("app", "web"));
      List<Pod> everywhere = client.list(Pod.class);
      // end::read
      assertThat(pod.name()).isEqualTo("web-0");
      assertThat(maybe).isEmpty();
      assertThat(inNamespace).hasSameSizeAs(everywhere).hasSize(1);
      assertThat(labelled).isEqualTo(inNamespace);

      // tag::write
      ConfigMap map =
          client.create(ConfigMap.named("default", "prices").with(m -> m.data("cone", "1")));
      map = client.edit(map, m -> m.with(b -> b.data("cone", "2"))); // sends the difference
      map = client.patch(map, Patch.merge("{\"data\":{\"cup\":\"3\"}}"));
      client.apply(ConfigMap.named("default", "menu").with(m -> m.data("a", "b"))); // server-side
      client.delete(map); // nothing when it is gone already
      client.apply(
          Manifests.parse(
              """
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: web, namespace: default}
              spec:
                selector: {matchLabels: {app: web}}
                template:
                  metadata: {labels: {app: web}}
                  spec: {containers: [{name: web, image: "nginx:1"}]}
              """));
      // end::write
      assertThat(map.data()).containsEntry("cup", "3").containsEntry("cone", "2");
      assertThat(client.find(ConfigMap.class, "default", "prices")).isEmpty();

      // tag::generic
      var gvk = new GroupVersionKind("apps", "v1", "Deployment");
      var any = client.resources(gvk, "deployments", Scope.NAMESPACED).inNamespace("default");
      long replicas = any.get("web").integer("spec", "replicas").orElse(1L);
      // end::generic
      assertThat(replicas).isEqualTo(1);

      // tag::watch
      var maps = client.resources(ConfigMap.class).inNamespace("default");
      try (var events = RetryWatcher.from(maps, maps.list().resourceVersion())) {
        client.create(ConfigMap.named("default", "news"));
        var event = events.next(); // an exhaustive switch over WatchEvent handles it
        assertThat(event).isNotNull();
      }
      maps.await("news", Wanted.jsonPath("{.metadata.uid}"), Duration.ofMinutes(1));
      // end::watch

      // tag::pods
      var pods = PodClient.of(client).inNamespace("default");
      String date = pods.run("web-0", "date").text();
      try (var logs = pods.logs("web-0", LogOptions.defaults().with(o -> o.tail(10)))) {
        logs.forEach(line -> System.out.println(line.prefixed()));
      }
      try (var forward = pods.forward("web-0", ForwardedPort.to(8080))) {
        int local = forward.localPort(8080);
        assertThat(local).isPositive();
      }
      // end::pods
      assertThat(date).isNotBlank();
      // The container's files are those of this machine.
      Path there = Files.writeString(folder.resolve("there"), "text");
      // tag::files
      pods.files("web-0").download(there.toString(), folder.resolve("here"));
      pods.files("web-0").upload(folder.resolve("here"), there + "-too");
      // end::files
      assertThat(folder.resolve("there-too")).hasContent("text");

      // tag::workloads
      var deployments = client.resources(Deployment.class).inNamespace("default");
      deployments.scale("web", 3);
      Rollout.of(client, Deployment.class, "default", "web").restart();
      client.resources(Pod.class).inNamespace("default").evict("web-0");
      // end::workloads
      assertThat(deployments.replicas("web")).isEqualTo(3);
    }
  }
}
