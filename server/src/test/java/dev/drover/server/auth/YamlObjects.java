package dev.drover.server.auth;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.strategy.StoredObjects;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;

/// A store that is filled with YAML documents.
final class YamlObjects {
  private final Store store = new Store(Store.Options.DEFAULT, InstantSource.system());
  private int added;

  YamlObjects add(String yaml) {
    for (DynamicObject object : Manifests.parse(yaml)) {
      String namespace = Objects.requireNonNullElse(object.metadata().namespace(), "");
      store.create(
          new StorageKey(
              resource(object.gvk().group(), object.gvk().kind()),
              namespace,
              object.metadata().name()),
          object.tree());
      added++;
    }
    return this;
  }

  YamlObjects remove(String kind, String namespace, String name) {
    store.delete(store.get(new StorageKey(resource("", kind), namespace, name)).orElseThrow());
    return this;
  }

  private static String resource(String group, String kind) {
    return group + "/" + kind.toLowerCase(Locale.ROOT) + "s";
  }

  /// How many objects were added so far; good for names.
  int size() {
    return added;
  }

  StoredObjects now() {
    return store.objects();
  }
}
