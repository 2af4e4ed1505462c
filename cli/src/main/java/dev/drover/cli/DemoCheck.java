package dev.drover.cli;

import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.events.v1.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Compares the state of the demo's cluster, read from the server, with the expected one.
final class DemoCheck {
  private final ResourceClient<Icecream> icecreams;
  private final ResourceClient<Deployment> deployments;
  private final ResourceClient<Pod> pods;
  private final ResourceClient<Event> events;

  DemoCheck(Client client, String namespace) {
    this.icecreams = client.resources(Kind.of(Icecream.class)).inNamespace(namespace);
    this.deployments = client.resources(Deployment.class).inNamespace(namespace);
    this.pods = client.resources(Pod.class).inNamespace(namespace);
    this.events = client.resources(Event.class).inNamespace(namespace);
  }

  /// The result of one check.
  record Finding(boolean isWell, String text) {}

  /// @param ordered the Icecreams that should exist, with the number of their scoops
  /// @param eaten the Icecreams of which nothing should be left
  List<Finding> findings(SequencedMap<String, Integer> ordered, List<String> eaten) {
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<String, Integer> order : ordered.entrySet()) {
      findings.add(ofOrder(order.getKey(), order.getValue()));
    }
    for (String name : eaten) {
      findings.add(ofEaten(name));
    }
    return findings;
  }

  private Finding ofOrder(String name, int scoops) {
    Optional<Icecream> icecream = icecreams.find(name);
    List<String> missing = new ArrayList<>();
    if (deployments.find(Icecream.deploymentOf(name)).isEmpty()) {
      missing.add("its Deployment");
    }
    long running =
        podsOf(name).stream().filter(pod -> "Running".equals(pod.status().phase())).count();
    if (running != scoops) {
      missing.add("pods (" + running + " of " + scoops + " run)");
    }
    Icecream.@Nullable Status status = icecream.map(Icecream::status).orElse(null);
    if (status == null || status.nodeName() == null || status.pods() != scoops) {
      missing.add("the right status (it is " + status + ")");
    }
    if (!hasEvent(name)) {
      missing.add("the event Synced");
    }
    return missing.isEmpty() && status != null
        ? new Finding(
            true,
            "%s has its Deployment, %d running %s, the node %s in its status, and the event Synced"
                .formatted(name, scoops, scoops == 1 ? "pod" : "pods", status.nodeName()))
        : new Finding(false, name + " lacks " + String.join(", ", missing));
  }

  private List<Pod> podsOf(String icecream) {
    return pods.list(
            ListOptions.defaults().with(o -> o.labels(Selector.parse("icecream=" + icecream))))
        .items();
  }

  private boolean hasEvent(String icecream) {
    FieldSelector about =
        FieldSelector.field("regarding.name", icecream)
            .and(FieldSelector.field("reason", "Synced"));
    return !events.list(ListOptions.defaults().with(o -> o.fields(about))).items().isEmpty();
  }

  private Finding ofEaten(String name) {
    boolean isLeft =
        icecreams.find(name).isPresent()
            || deployments.find(Icecream.deploymentOf(name)).isPresent();
    return new Finding(!isLeft, isLeft ? name + " is still there" : "nothing is left of " + name);
  }
}
