package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Takes nodes out of service and back: cordon, taint, drain.
///
/// ```java
/// var nodes = Nodes.of(client);
/// var drained = nodes.drain("worker-1", DrainOptions.defaults().with(o -> o.ignoreDaemonSets(true)));
/// nodes.uncordon("worker-1");
/// ```
///
/// Reads and writes the server itself. Any number of threads.
public final class Nodes {
  private static final Kind<DynamicObject> NODE =
      Kind.dynamic(new GroupVersionKind("", "v1", "Node"), "nodes", Scope.CLUSTER);

  private final Client client;
  private final ResourceClient<DynamicObject> nodes;

  private Nodes(Client client) {
    this.client = client;
    this.nodes = client.resources(NODE);
  }

  /// The nodes of a cluster.
  public static Nodes of(Client client) {
    return new Nodes(client);
  }

  /// Keeps new pods from a node; does nothing when it is so already.
  public void cordon(String node) {
    schedulable(node, false);
  }

  /// Lets new pods onto a node again; does nothing when it is so already.
  public void uncordon(String node) {
    schedulable(node, true);
  }

  private void schedulable(String node, boolean allowed) {
    edit(
        node,
        now ->
            now.bool("spec", "unschedulable").orElse(false) == !allowed
                ? now
                : allowed
                    ? now.without("spec", "unschedulable")
                    : now.with(true, "spec", "unschedulable"));
  }

  /// Adds a taint, or changes the value of the one with this key and effect.
  ///
  /// @param effect `NoSchedule`, `PreferNoSchedule` or `NoExecute`
  public void taint(String node, String key, String value, String effect) {
    if (!List.of("NoSchedule", "PreferNoSchedule", "NoExecute").contains(effect)) {
      throw new IllegalArgumentException(
          "the effect of a taint is NoSchedule, PreferNoSchedule or NoExecute, got " + effect);
    }
    edit(
        node,
        now -> {
          List<@Nullable Object> taints = new ArrayList<>(now.list("spec", "taints"));
          Map<String, Object> wanted = Map.of("key", key, "value", value, "effect", effect);
          if (taints.stream().anyMatch(t -> is(t, key, effect) && isValue(t, value))) {
            return now;
          }
          taints.removeIf(taint -> is(taint, key, effect));
          taints.add(wanted);
          return now.with(taints, "spec", "taints");
        });
  }

  /// Removes the taints with this key, whatever their effects.
  ///
  /// @return whether there was one
  public boolean untaint(String node, String key) {
    return untaint(node, key, "");
  }

  /// Removes the taint with this key and effect; an empty effect means any.
  ///
  /// @return whether there was one
  public boolean untaint(String node, String key, String effect) {
    boolean[] found = {false};
    edit(
        node,
        now -> {
          List<@Nullable Object> taints = new ArrayList<>(now.list("spec", "taints"));
          found[0] = taints.removeIf(taint -> is(taint, key, effect));
          return found[0] ? now.with(taints, "spec", "taints") : now;
        });
    return found[0];
  }

  private static boolean is(@Nullable Object taint, String key, String effect) {
    return taint instanceof Map<?, ?> map
        && key.equals(map.get("key"))
        && (effect.isEmpty() || effect.equals(map.get("effect")));
  }

  private static boolean isValue(@Nullable Object taint, String value) {
    return taint instanceof Map<?, ?> map && value.equals(Objects.toString(map.get("value"), ""));
  }

  private interface Change {
    DynamicObject apply(DynamicObject now);
  }

  private void edit(String node, Change change) {
    Conflicts.retry(() -> nodes.edit(nodes.get(node), change::apply));
  }

  /// Cordons a node and evicts its pods, as `kubectl drain` does: pods of DaemonSets and mirror
  /// pods stay, and a pod that would be lost or lose data is evicted only if the options allow it.
  /// An eviction that a disruption budget does not allow is requested again every five seconds.
  ///
  /// @return the pods that were evicted and are gone
  /// @throws DrainRefusedException when a pod may not be evicted; none has been, but the node is
  ///   cordoned
  /// @throws dev.drover.client.RequestFailedException when pods are left after the time-out; the
  ///   message names them
  public List<DrainedPod> drain(String node, DrainOptions options) {
    cordon(node);
    return new Drain(client, node, options).run();
  }
}
