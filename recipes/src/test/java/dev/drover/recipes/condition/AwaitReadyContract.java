package dev.drover.recipes.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.client.RequestFailedException;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.recipes.testing.OnCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A program waits until an object is ready.
abstract class AwaitReadyContract extends OnCluster {
  private Deployment created() {
    return client.create(
        Deployment.named(namespace, "web")
            .with(
                d ->
                    d.spec(
                        s ->
                            s.replicas(1)
                                .matchLabel("app", "web")
                                .template(
                                    t ->
                                        t.label("app", "web")
                                            .container("c", c -> c.image("nginx:1"))))));
  }

  private void status(String json) {
    Deployment _ =
        client
            .resources(Deployment.class)
            .inNamespace(namespace)
            .patch("web", Patch.merge("{\"status\":" + json + "}"), "status");
  }

  private static final String DONE =
      """
      {"observedGeneration":1,"replicas":1,"updatedReplicas":1,"readyReplicas":1,
       "availableReplicas":1,"conditions":[
         {"type":"Available","status":"True"},
         {"type":"Progressing","status":"True","reason":"NewReplicaSetAvailable"}]}\
      """;

  @Test
  void awaitReturnsWhenTheObjectIsReady() throws Exception {
    Deployment deployment = created();
    assertThat(Summary.of(deployment).isReady()).isFalse();
    var waiting = CompletableFuture.supplyAsync(() -> Summary.awaitReady(client, deployment, SOON));
    status(DONE);
    assertThat(waiting.get(20, TimeUnit.SECONDS).status().readyReplicas()).isEqualTo(1);
  }

  @Test
  void awaitFailsWithTheSummaryWhenTheObjectHasFailed() {
    Deployment deployment = created();
    status(
        """
        {"observedGeneration":1,"conditions":[{"type":"Progressing","status":"False",
         "reason":"ProgressDeadlineExceeded","message":"too slow"}]}\
        """);
    assertThatThrownBy(() -> Summary.awaitReady(client, deployment, SOON))
        .isInstanceOfSatisfying(
            Summary.FailedException.class,
            e -> assertThat(e.summary().messages()).containsExactly("too slow"))
        .hasMessageContaining("Deployment")
        .hasMessageContaining("web");
  }

  @Test
  void awaitTimesOut() {
    Deployment deployment = created();
    assertThatThrownBy(() -> Summary.awaitReady(client, deployment, Duration.ofMillis(300)))
        .isInstanceOf(RequestFailedException.class);
  }

  @Test
  void awaitTakesDynamicAndClusterScopedObjects() {
    Kind<DynamicObject> namespaces =
        Kind.dynamic(new GroupVersionKind("", "v1", "Namespace"), "namespaces", Scope.CLUSTER);
    DynamicObject own = DynamicObject.named(namespaces.gvk(), "", namespace);
    assertThat(Summary.awaitReady(client, own, SOON).name()).isEqualTo(namespace);
  }
}
