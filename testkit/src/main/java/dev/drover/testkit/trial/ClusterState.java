package dev.drover.testkit.trial;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The objects of a run's namespace, and the cluster-wide ones that the run wrote.
///
/// @param objects each with its resource
record ClusterState(List<Item> objects) {
  /// Bookkeeping, and what every namespace has.
  private static final Set<String> LEFT_OUT =
      Set.of("events", "leases", "namespaces", "customresourcedefinitions");

  /// An object as it is stored.
  record Item(ResourcePath resource, Map<String, @Nullable Object> tree) {
    String name() {
      return Json.text(tree, "metadata", "name");
    }

    String namespace() {
      return Json.text(tree, "metadata", "namespace");
    }

    String uid() {
      return Json.text(tree, "metadata", "uid");
    }

    String version() {
      return Json.text(tree, "metadata", "resourceVersion");
    }

    String path() {
      return resource.in(namespace()) + "/" + name();
    }

    boolean isBeingDeleted() {
      return !Json.text(tree, "metadata", "deletionTimestamp").isEmpty();
    }

    List<String> finalizers() {
      return Json.texts(Json.object(tree, "metadata"), "finalizers");
    }

    List<Map<String, @Nullable Object>> owners() {
      return Json.objects(Json.object(tree, "metadata"), "ownerReferences");
    }

    /// `configmaps hello`.
    @Override
    public String toString() {
      return resource.resource() + " " + name();
    }
  }

  /// Reads what a run left.
  static ClusterState read(ClusterAccess cluster, Recording recording) {
    Map<String, ResourcePath> resources = new LinkedHashMap<>();
    List<ResourcePath> all = new ArrayList<>(recording.written());
    all.addAll(recording.watched());
    all.sort(Comparator.comparing(ResourcePath::toString));
    for (ResourcePath path : all) {
      if (!LEFT_OUT.contains(path.resource())) {
        resources.putIfAbsent(path.group() + "/" + path.resource(), path);
      }
    }
    Set<String> names = new HashSet<>();
    recording.calls().forEach(call -> names.add(call.call().path().resource() + " " + call.name()));
    List<Item> items = new ArrayList<>();
    for (ResourcePath resource : resources.values()) {
      items.addAll(read(cluster, resource, recording, names));
    }
    return new ClusterState(List.copyOf(items));
  }

  private static List<Item> read(
      ClusterAccess cluster, ResourcePath resource, Recording recording, Set<String> names) {
    boolean isNamespaced =
        recording.calls().stream()
            .filter(call -> call.call().path().resource().equals(resource.resource()))
            .findFirst()
            .map(call -> !call.call().namespace().isEmpty())
            .orElse(true);
    return cluster.list(resource.in(isNamespaced ? recording.namespace() : "")).items().stream()
        .map(tree -> new Item(resource, tree))
        .filter(item -> isNamespaced || names.contains(item.toString()))
        .toList();
  }

  /// By uid.
  Map<String, Item> byUid() {
    Map<String, Item> found = new LinkedHashMap<>();
    objects.forEach(item -> found.put(item.uid(), item));
    return found;
  }

  /// What each object is at, to see whether anything was written.
  Map<String, String> versions() {
    Map<String, String> found = new LinkedHashMap<>();
    objects.forEach(item -> found.put(item.toString(), item.version()));
    return found;
  }

  /// Objects of one name, see [HashedNames].
  Collection<Item> named(String text) {
    return objects.stream()
        .filter(item -> HashedNames.masked(item.toString()).equals(text))
        .toList();
  }
}
