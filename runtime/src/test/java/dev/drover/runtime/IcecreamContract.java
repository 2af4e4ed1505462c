package dev.drover.runtime;

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.client.Client;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The program of page one, on a server.
@ExtendWith(TestCluster.Supply.class)
abstract class IcecreamContract {
  private static final Duration SOON = Duration.ofSeconds(20);

  @CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
  record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<Icecream.Status> {
    record Spec(String deploymentName, @Nullable Integer replicas) {}

    record Status(@Nullable String nodeName, int pods) {}
  }

  private static Result reconcile(Icecream icecream, Context<Icecream> ctx) {
    ctx.client().apply(deploymentFor(icecream));
    var pods =
        ctx.client().list(Pod.class, in(icecream.namespace()), label("icecream", icecream.name()));
    ctx.log().info("NodeName: {}", nodeOf(pods));
    ctx.client().updateStatus(icecream, new Icecream.Status(nodeOf(pods), pods.size()));
    ctx.event("Synced", "Icecream synced successfully");
    return Result.done();
  }

  private static @Nullable String nodeOf(List<Pod> pods) {
    return pods.isEmpty() ? null : pods.getFirst().spec().nodeName();
  }

  private static Deployment deploymentFor(Icecream i) {
    return Deployment.named(i.namespace(), i.spec().deploymentName())
        .with(
            d ->
                d.ownedBy(i)
                    .label("icecream", i.name())
                    .spec(
                        s ->
                            s.replicas(i.spec().replicas())
                                .matchLabel("icecream", i.name())
                                .template(
                                    t ->
                                        t.label("icecream", i.name())
                                            .container("scoop", c -> c.image("nginx:1")))));
  }

  @Test
  void icecreamGetsItsDeploymentAndItsStatus(TestCluster cluster) throws Exception {
    try (var manager = Manager.connect("icecream-controller", cluster.config())) {
      manager.install(Icecream.class);
      manager
          .controllerFor(Icecream.class)
          .owns(Deployment.class)
          .watches(Pod.class, EventMapper.label("icecream"))
          .complete(IcecreamContract::reconcile);
      manager.start();
      Client client = manager.client().live();
      client.create(
          new Icecream(
              ObjectMeta.builder().namespace("default").name("vanilla").build(),
              new Icecream.Spec("vanilla-deployment", 2),
              null));
      var deployments = client.resources(Deployment.class).inNamespace("default");
      Deployment deployment = deployments.await("vanilla-deployment", d -> true, SOON);
      assertThat(deployment.metadata().controller().orElseThrow().name()).isEqualTo("vanilla");
      assertThat(deployment.spec().replicas()).isEqualTo(2);
      var icecreams = client.resources(Kind.of(Icecream.class)).inNamespace("default");
      Icecream first = icecreams.await("vanilla", i -> i.status() != null, SOON);
      assertThat(first.status()).isEqualTo(new Icecream.Status(null, 0));

      client.create(
          Pod.named("default", "vanilla-1")
              .with(
                  p ->
                      p.label("icecream", "vanilla")
                          .spec(
                              s -> s.nodeName("n1").container("scoop", c -> c.image("nginx:1")))));
      icecreams.await("vanilla", i -> new Icecream.Status("n1", 1).equals(i.status()), SOON);

      deployments.delete("vanilla-deployment");
      deployments.await(
          "vanilla-deployment", d -> !d.metadata().uid().equals(deployment.metadata().uid()), SOON);
    }
  }
}
