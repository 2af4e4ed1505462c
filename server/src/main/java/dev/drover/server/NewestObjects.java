package dev.drover.server;

import dev.drover.server.core.StoredObjects;
import dev.drover.server.storage.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is stored at the moment of each question.
record NewestObjects(Store store) implements StoredObjects {
  @Override
  public Optional<Map<String, @Nullable Object>> get(
      String resource, String namespace, String name) {
    return store.objects().get(resource, namespace, name);
  }

  @Override
  public List<Map<String, @Nullable Object>> list(String resource, String namespace) {
    return store.objects().list(resource, namespace);
  }
}
