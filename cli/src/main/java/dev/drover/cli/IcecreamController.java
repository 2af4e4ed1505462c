package dev.drover.cli;

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;

import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Context;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The controller of the demo: keeps a Deployment for each Icecream, and writes the node of its
/// pods to the status.
final class IcecreamController {
  private static final Logger LOG = LoggerFactory.getLogger("icecream");

  private IcecreamController() {}

  static void addTo(Manager manager) {
    LOG.info("Setting up event handlers");
    manager
        .controllerFor(Icecream.class)
        .with(EventFilter.generation()) // without this controller's own writes of the status
        .owns(Deployment.class, EventFilter.generation())
        .watches(Pod.class, EventMapper.label("icecream"))
        .workers(2)
        .complete(IcecreamController::reconcile);
  }

  private static Result reconcile(Icecream icecream, Context<Icecream> ctx) {
    ctx.client().apply(deploymentFor(icecream));
    List<Pod> pods =
        ctx.client().list(Pod.class, in(icecream.namespace()), label("icecream", icecream.name()));
    String node = nodeOf(pods);
    if (node != null) {
      ctx.log().info("NodeName: {}", node);
    }
    ctx.client().updateStatus(icecream, new Icecream.Status(node, pods.size()));
    ctx.event("Synced", "Icecream synced successfully");
    LOG.info("Successfully synced '{}'", icecream.key());
    return Result.done();
  }

  private static @Nullable String nodeOf(List<Pod> pods) {
    return pods.stream()
        .map(pod -> pod.spec().nodeName())
        .filter(Objects::nonNull)
        .sorted()
        .findFirst()
        .orElse(null);
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
}
