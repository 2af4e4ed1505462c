package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Quantity;
import dev.drover.api.Scope;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The processor and memory usage of nodes and pods, from the metrics API: `kubectl top`.
///
/// ```java
/// for (var node : Usage.of(client).nodes()) {
///   IO.println(node.name() + " " + node.cpu() + " " + node.memory());
/// }
/// ```
///
/// The cluster needs a metrics server; without one every call throws
/// [dev.drover.client.ApiException.NotFound].
public final class Usage {
  private static final Kind<DynamicObject> NODES = kind("NodeMetrics", "nodes", Scope.CLUSTER);
  private static final Kind<DynamicObject> PODS = kind("PodMetrics", "pods", Scope.NAMESPACED);

  private final Client client;

  private static Kind<DynamicObject> kind(String kind, String plural, Scope scope) {
    return Kind.dynamic(new GroupVersionKind("metrics.k8s.io", "v1beta1", kind), plural, scope);
  }

  private Usage(Client client) {
    this.client = client;
  }

  /// The usage in the cluster of this client.
  public static Usage of(Client client) {
    return new Usage(client);
  }

  /// What one node uses.
  ///
  /// @param time the end of the interval in which it was measured, if the server says
  public record OfNode(String name, Quantity cpu, Quantity memory, @Nullable Instant time) {}

  /// What one container uses.
  public record OfContainer(String name, Quantity cpu, Quantity memory) {}

  /// What one pod uses.
  ///
  /// @param time the end of the interval in which it was measured, if the server says
  public record OfPod(ObjectKey key, List<OfContainer> containers, @Nullable Instant time) {
    public OfPod {
      containers = List.copyOf(containers);
    }

    /// The sum over the containers.
    public Quantity cpu() {
      return containers.stream().map(OfContainer::cpu).reduce(Quantity.ZERO, Quantity::add);
    }

    /// The sum over the containers.
    public Quantity memory() {
      return containers.stream().map(OfContainer::memory).reduce(Quantity.ZERO, Quantity::add);
    }
  }

  /// All nodes, in the order of their names.
  public List<OfNode> nodes() {
    return client.resources(NODES).list().items().stream()
        .map(Usage::node)
        .sorted(Comparator.comparing(OfNode::name)) // a metrics server has no order of its own
        .toList();
  }

  /// One node.
  public OfNode node(String name) {
    return node(client.resources(NODES).get(name));
  }

  /// The pods of a namespace that a selector selects, in the order of their keys; an empty
  /// namespace means all.
  public List<OfPod> pods(String namespace, Selector which) {
    return client
        .resources(PODS)
        .inNamespace(namespace)
        .list(ListOptions.defaults().with(o -> o.labels(which)))
        .items()
        .stream()
        .map(Usage::pod)
        .sorted(Comparator.comparing(OfPod::key))
        .toList();
  }

  /// One pod.
  public OfPod pod(String namespace, String name) {
    return pod(client.resources(PODS).inNamespace(namespace).get(name));
  }

  private static OfNode node(DynamicObject object) {
    Map<String, @Nullable Object> usage = object.map("usage");
    return new OfNode(object.name(), amount(usage, "cpu"), amount(usage, "memory"), time(object));
  }

  private static OfPod pod(DynamicObject object) {
    List<OfContainer> containers = new ArrayList<>();
    for (Object item : object.list("containers")) {
      if (item instanceof Map<?, ?> container
          && container.get("usage") instanceof Map<?, ?> usage) {
        String name = Objects.toString(container.get("name"), "");
        containers.add(new OfContainer(name, amount(usage, "cpu"), amount(usage, "memory")));
      }
    }
    return new OfPod(object.key(), containers, time(object));
  }

  private static Quantity amount(Map<?, ?> usage, String what) {
    return Quantity.parse(Objects.toString(usage.get(what), "0"));
  }

  private static @Nullable Instant time(DynamicObject object) {
    return object.text("timestamp").map(Instant::parse).orElse(null);
  }
}
