package dev.drover.server.storage;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Small objects for tests of the store.
final class ConfigMaps {
  static final String RESOURCE = "/configmaps";

  private ConfigMaps() {}

  static StorageKey key(String namespace, String name) {
    return new StorageKey(RESOURCE, namespace, name);
  }

  /// An object of this name with one value.
  static Map<String, @Nullable Object> tree(String namespace, String name, Object value) {
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "ConfigMap",
        "metadata",
        Map.of("namespace", namespace, "name", name, "uid", "uid-" + name),
        "data",
        Map.of("value", value));
  }

  static StoredObject create(Store store, String namespace, String name) {
    return create(store, namespace, name, "");
  }

  static StoredObject create(Store store, String namespace, String name, Object value) {
    return store.create(key(namespace, name), tree(namespace, name, value));
  }

  /// Sets the value, with retries after concurrent writes.
  static StoredObject update(Store store, String namespace, String name, Object value) {
    for (; ; ) {
      StoredObject before = store.get(key(namespace, name)).orElseThrow();
      var after = store.replace(before, tree(namespace, name, value));
      if (after.isPresent()) {
        return after.get();
      }
    }
  }

  static StoredObject delete(Store store, String namespace, String name) {
    for (; ; ) {
      StoredObject before = store.get(key(namespace, name)).orElseThrow();
      var last = store.delete(before);
      if (last.isPresent()) {
        return last.get();
      }
    }
  }

  static Object value(StoredObject object) {
    return object.tree().get("data") instanceof Map<?, ?> data && data.get("value") != null
        ? data.get("value")
        : "";
  }
}
