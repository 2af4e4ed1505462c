package dev.drover.testkit.trial;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Deletes objects whose owners are gone, as the garbage collector of a cluster does, and pods
/// whose grace period has begun, as a kubelet does, when a run has come to rest: at points that do
/// not depend on time.
final class GarbageCollection {
  private static final String FOREGROUND = "foregroundDeletion";
  private static final String ORPHAN = "orphan";

  private final ClusterAccess cluster;
  private final Recording recording;
  private final Consumer<Violation> reports;
  private final Map<String, String> looked = new HashMap<>(); // in a pass: uids by path of an owner

  /// @param reports receives owner references that no cluster follows
  GarbageCollection(ClusterAccess cluster, Recording recording, Consumer<Violation> reports) {
    this.cluster = cluster;
    this.recording = recording;
    this.reports = reports;
  }

  /// Goes over all objects once.
  ///
  /// @return whether anything was changed
  boolean pass(ClusterState state) {
    Map<String, ClusterState.Item> byUid = state.byUid();
    looked.clear();
    boolean changed = false;
    for (ClusterState.Item item : state.objects()) {
      illegal(item, byUid).ifPresent(reports);
      changed |= item.isBeingDeleted() ? finish(item, state) : collect(item, byUid);
    }
    return changed;
  }

  private boolean collect(ClusterState.Item item, Map<String, ClusterState.Item> byUid) {
    List<Map<String, @Nullable Object>> owners = item.owners();
    if (owners.isEmpty() || owners.stream().anyMatch(owner -> isThere(owner, item, byUid))) {
      return false;
    }
    recording.note("garbage collection deletes " + item + ": its owner is gone");
    return cluster.delete(item.path(), item.uid(), "Background");
  }

  /// Owner references work within a namespace, and from any object to a cluster-scoped owner.
  private static Optional<Violation> illegal(
      ClusterState.Item item, Map<String, ClusterState.Item> byUid) {
    for (Map<String, @Nullable Object> owner : item.owners()) {
      ClusterState.Item known = byUid.get(Json.text(owner, "uid"));
      if (known != null
          && !known.namespace().isEmpty()
          && !known.namespace().equals(item.namespace())) {
        return Optional.of(
            Violation.of(
                "owner references",
                "an owner reference leads to another namespace, where no garbage collector follows"
                    + " it: %s is %s"
                        .formatted(
                            item,
                            item.namespace().isEmpty()
                                ? "never deleted with its owner"
                                : "deleted although its owner is there"),
                "the owner is " + known));
      }
    }
    return Optional.empty();
  }

  /// Whether an owner is there and is not waiting for this object to be deleted.
  private boolean isThere(
      Map<String, ?> owner, ClusterState.Item item, Map<String, ClusterState.Item> byUid) {
    String uid = Json.text(owner, "uid");
    ClusterState.Item known = byUid.get(uid);
    if (known != null) {
      return !(known.isBeingDeleted() && known.finalizers().contains(FOREGROUND));
    }
    String version = Json.text(owner, "apiVersion");
    String plural = Plurals.guess(Json.text(owner, "kind"));
    String root = version.contains("/") ? "/apis/" + version : "/api/" + version;
    String path = "/" + plural + "/" + Json.text(owner, "name");
    return uidAt(root + "/namespaces/" + item.namespace() + path).equals(uid)
        || uidAt(root + path).equals(uid);
  }

  /// The uid of an owner that is none of the objects of the run; empty if it is not there. Children
  /// have owners in common, so each is looked up once.
  private String uidAt(String path) {
    return looked.computeIfAbsent(
        path, _ -> cluster.find(path).map(tree -> Json.text(tree, "metadata", "uid")).orElse(""));
  }

  private boolean finish(ClusterState.Item item, ClusterState state) {
    if (item.isNamespaceObject()) {
      return finishNamespace(item, state);
    }
    if (item.finalizers().isEmpty()) { // a pod on a node: there is no kubelet to end it
      recording.note("the kubelet ends " + item);
      return cluster.deleteNow(item.path(), item.uid());
    }
    boolean isForeground = item.finalizers().contains(FOREGROUND);
    if (!isForeground && !item.finalizers().contains(ORPHAN)) {
      return false;
    }
    List<ClusterState.Item> dependents =
        state.objects().stream()
            .filter(
                other ->
                    other.owners().stream()
                        .anyMatch(owner -> Json.text(owner, "uid").equals(item.uid())))
            .toList();
    if (isForeground) {
      return dependents.isEmpty() && release(item, FOREGROUND);
    }
    dependents.forEach(
        dependent -> cluster.patch(dependent.path(), "{\"metadata\":{\"ownerReferences\":null}}"));
    return release(item, ORPHAN);
  }

  /// Deletes what the run wrote in a namespace, and then lets the namespace go.
  private boolean finishNamespace(ClusterState.Item namespace, ClusterState state) {
    List<ClusterState.Item> inside =
        state.objects().stream().filter(o -> o.namespace().equals(namespace.name())).toList();
    if (inside.isEmpty()) {
      return cluster.finalizeNamespace(namespace.path(), namespace.tree());
    }
    boolean changed = false;
    for (ClusterState.Item item : inside) {
      changed |= !item.isBeingDeleted() && cluster.delete(item.path(), item.uid(), "Background");
    }
    return changed;
  }

  private boolean release(ClusterState.Item item, String finalizer) {
    List<String> left = item.finalizers().stream().filter(f -> !f.equals(finalizer)).toList();
    String json =
        left.isEmpty() ? "null" : "[\"" + String.join("\",\"", left) + "\"]"; // names are plain
    return cluster.patch(item.path(), "{\"metadata\":{\"finalizers\":" + json + "}}");
  }
}
