package dev.drover.server.controllers;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Preconditions;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Deletes objects whose owners are gone, and finishes deletions that wait for dependents.
///
/// | object | what happens |
/// |---|---|
/// | none of its owners is there | deleted |
/// | some owners are there, others gone | references to the others are removed |
/// | owner waits for dependents (`foregroundDeletion`) | deleted, itself in the foreground if it has dependents |
/// | being deleted, `foregroundDeletion`, no blocking dependents | finalizer removed |
/// | owner and dependent of one that waits for dependents | no longer blocks its owners, and deleted |
/// | being deleted, `orphan` | its dependents lose the reference, then the finalizer is removed |
final class GarbageCollector implements Controller {
  private static final String FOREGROUND = "foregroundDeletion";
  private static final String ORPHAN = "orphan";

  @Override
  public void pass(ClusterPass cluster) {
    Graph graph = Graph.of(cluster.all());
    for (Item item : graph.byUid.values()) {
      if (item.isBeingDeleted() && item.hasFinalizer(ORPHAN)) {
        orphan(cluster, graph, item);
      } else if (item.isBeingDeleted() && item.hasFinalizer(FOREGROUND)) {
        if (graph.dependents(item).stream().noneMatch(d -> blocks(d, item.uid()))) {
          letGo(cluster, item, FOREGROUND);
        }
      }
      if (!item.isBeingDeleted()) {
        judge(cluster, graph, item);
      }
    }
  }

  private static void judge(ClusterPass cluster, Graph graph, Item item) {
    List<TreeNode> references = item.metadata().items("ownerReferences");
    if (references.isEmpty()) {
      return;
    }
    boolean isOwned = false;
    boolean isAwaited = false;
    Set<String> gone = new HashSet<>();
    for (TreeNode reference : references) {
      String uid = reference.text("uid");
      Item owner = graph.byUid.get(uid);
      if (owner == null || !mayOwn(owner, item)) {
        gone.add(uid);
      } else if (waitsForDependents(owner)) {
        isAwaited = true;
        gone.add(uid);
      } else {
        isOwned = true;
      }
    }
    if (isOwned) {
      if (!gone.isEmpty()) {
        cluster.update(item, object -> without(object, gone));
      }
      return;
    }
    List<Item> dependents = graph.dependents(item);
    boolean inForeground = isAwaited && !dependents.isEmpty();
    if (inForeground && dependents.stream().anyMatch(GarbageCollector::waitsForDependents)) {
      cluster.update(item, GarbageCollector::unblocked); // a circle: one of them has to go first
    }
    String policy =
        inForeground || item.hasFinalizer(FOREGROUND)
            ? "Foreground"
            : item.hasFinalizer(ORPHAN) ? "Orphan" : "Background";
    cluster.delete(
        item,
        DeleteOptions.builder()
            .propagationPolicy(policy)
            .preconditions(Preconditions.builder().uid(item.uid()).build())
            .build());
  }

  private static boolean waitsForDependents(Item item) {
    return item.isBeingDeleted() && item.hasFinalizer(FOREGROUND);
  }

  /// The object without references that keep its owners from being deleted.
  private static TreeNode unblocked(TreeNode object) {
    object
        .at("metadata")
        .items("ownerReferences")
        .forEach(reference -> reference.remove("blockOwnerDeletion"));
    return object;
  }

  /// An owner is cluster-wide or in the same namespace.
  private static boolean mayOwn(Item owner, Item item) {
    return owner.namespace().isEmpty() || owner.namespace().equals(item.namespace());
  }

  private static boolean blocks(Item dependent, String owner) {
    return dependent.metadata().items("ownerReferences").stream()
        .anyMatch(r -> r.text("uid").equals(owner) && r.isTrue("blockOwnerDeletion"));
  }

  private static void orphan(ClusterPass cluster, Graph graph, Item item) {
    List<Item> dependents = graph.dependents(item);
    for (Item dependent : dependents) {
      cluster.update(dependent, object -> without(object, Set.of(item.uid())));
    }
    if (dependents.isEmpty()) {
      letGo(cluster, item, ORPHAN);
    }
  }

  private static TreeNode without(TreeNode object, Set<String> owners) {
    TreeNode metadata = object.orCreate("metadata");
    List<Object> left = new ArrayList<>();
    for (TreeNode reference : metadata.items("ownerReferences")) {
      if (!owners.contains(reference.text("uid"))) {
        left.add(reference.map());
      }
    }
    if (left.isEmpty()) {
      metadata.remove("ownerReferences");
    } else {
      metadata.set("ownerReferences", left);
    }
    return object;
  }

  private static void letGo(ClusterPass cluster, Item item, String finalizer) {
    cluster.update(
        item,
        object -> {
          TreeNode metadata = object.orCreate("metadata");
          List<String> left =
              metadata.texts("finalizers").stream().filter(f -> !f.equals(finalizer)).toList();
          if (left.isEmpty()) {
            metadata.remove("finalizers");
          } else {
            metadata.set("finalizers", left);
          }
          return object;
        });
  }

  /// The graph of owner references.
  private record Graph(Map<String, Item> byUid, Map<String, List<Item>> dependentsByOwner) {
    static Graph of(List<Item> items) {
      Graph graph = new Graph(new HashMap<>(), new HashMap<>());
      for (Item item : items) {
        graph.byUid.put(item.uid(), item);
        for (TreeNode reference : item.metadata().items("ownerReferences")) {
          graph
              .dependentsByOwner
              .computeIfAbsent(reference.text("uid"), uid -> new ArrayList<>())
              .add(item);
        }
      }
      return graph;
    }

    List<Item> dependents(Item owner) {
      return dependentsByOwner.getOrDefault(owner.uid(), List.of());
    }
  }
}
