package dev.drover.testkit.trial;

import dev.drover.client.ApiException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The objects of a run's namespace, and those elsewhere that the run wrote: cluster-scoped ones,
/// and those of other namespaces.
///
/// @param objects each with its resource
record ClusterState(List<Item> objects) {
  /// Bookkeeping, and what set-ups install.
  private static final Set<String> LEFT_OUT =
      Set.of("events", "leases", "customresourcedefinitions");

  /// An object as it is stored.
  ///
  /// @param home the namespace of the run
  record Item(ResourcePath resource, Map<String, @Nullable Object> tree, String home) {
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

    /// With another name than its own.
    String label(String named) {
      return Recording.label(resource, namespace(), named, home);
    }

    /// Deletes it, whatever finalizers it has.
    void delete(ClusterAccess cluster) {
      if (!finalizers().isEmpty()) {
        boolean _ = cluster.patch(path(), "{\"metadata\":{\"finalizers\":null}}");
      }
      boolean _ = cluster.deleteNow(path(), uid());
      if (isNamespaceObject()) {
        cluster.find(path()).ifPresent(now -> cluster.finalizeNamespace(path(), now));
      }
    }

    boolean isNamespaceObject() {
      return resource.group().isEmpty() && resource.resource().equals("namespaces");
    }

    /// `configmaps hello`, see [Recording#label].
    @Override
    public String toString() {
      return label(name());
    }
  }

  /// Reads what a run left.
  static ClusterState read(ClusterAccess cluster, Recording recording) {
    Set<ResourcePath> all = new LinkedHashSet<>(recording.written());
    all.addAll(recording.watched());
    List<Item> items = new ArrayList<>(in(cluster, all, recording.namespace()));
    items.addAll(elsewhere(cluster, recording));
    return new ClusterState(List.copyOf(items));
  }

  /// The objects of these resources in a namespace.
  static List<Item> in(ClusterAccess cluster, Set<ResourcePath> all, String namespace) {
    Map<String, ResourcePath> resources = new LinkedHashMap<>(); // each in one version
    all.stream()
        .filter(path -> !LEFT_OUT.contains(path.resource()))
        .sorted(Comparator.comparing(ResourcePath::toString))
        .forEach(path -> resources.putIfAbsent(path.group() + "/" + path.resource(), path));
    return resources.values().stream()
        .flatMap(resource -> read(cluster, resource, namespace).stream())
        .toList();
  }

  /// None if the resource is cluster-scoped.
  private static List<Item> read(ClusterAccess cluster, ResourcePath resource, String home) {
    try {
      return cluster.list(resource.in(home)).items().stream()
          .map(tree -> new Item(resource, tree, home))
          .filter(item -> item.namespace().equals(home))
          .toList();
    } catch (ApiException.NotFound e) {
      return List.of();
    }
  }

  /// Those that the run wrote outside of its namespace.
  static List<Item> elsewhere(ClusterAccess cluster, Recording recording) {
    List<Item> items = new ArrayList<>();
    for (Recording.Place place : recording.elsewhere()) {
      cluster
          .find(place.path())
          .ifPresent(tree -> items.add(new Item(place.resource(), tree, recording.namespace())));
    }
    return items;
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
