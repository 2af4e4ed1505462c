package dev.drover.server.storage;

import dev.drover.server.strategy.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Everything that is stored at one revision.
///
/// @param resources the objects of each resource by their paths
record State(long revision, SortedTree<SortedTree<StoredObject>> resources)
    implements StoredObjects {
  static State empty(long revision) {
    return new State(revision, SortedTree.empty());
  }

  SortedTree<StoredObject> objects(String resource) {
    return resources.get(resource).orElseGet(SortedTree::empty);
  }

  Optional<StoredObject> get(StorageKey key) {
    return objects(key.resource()).get(key.path());
  }

  @Override
  public Optional<Map<String, @Nullable Object>> get(
      String resource, String namespace, String name) {
    return get(new StorageKey(resource, namespace, name)).map(StoredObject::tree);
  }

  @Override
  public List<Map<String, @Nullable Object>> list(String resource, String namespace) {
    List<Map<String, @Nullable Object>> trees = new ArrayList<>();
    String prefix = StorageKey.prefix(namespace);
    objects(resource).from(prefix, prefix).forEach(object -> trees.add(object.tree()));
    return trees;
  }

  /// Everything, resource by resource.
  Iterable<StoredObject> all() {
    return () ->
        StreamSupport.stream(resources.from("", "").spliterator(), false)
            .flatMap(objects -> StreamSupport.stream(objects.from("", "").spliterator(), false))
            .iterator();
  }

  /// This state with an object of a snapshot.
  State with(StoredObject object) {
    StorageKey key = object.key();
    return new State(
        revision, resources.with(key.resource(), objects(key.resource()).with(key.path(), object)));
  }

  /// The state after a change.
  State after(Change change) {
    StorageKey key = change.object().key();
    SortedTree<StoredObject> before = objects(key.resource());
    SortedTree<StoredObject> after =
        switch (change.type()) {
          case CREATED, UPDATED -> before.with(key.path(), change.object());
          case DELETED -> before.without(key.path());
        };
    return new State(change.revision(), resources.with(key.resource(), after));
  }
}
