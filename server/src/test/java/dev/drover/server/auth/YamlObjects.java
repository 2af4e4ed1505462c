package dev.drover.server.auth;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.server.core.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Objects from YAML documents, as if they were stored.
final class YamlObjects implements StoredObjects {
  private final List<DynamicObject> objects = new ArrayList<>();

  YamlObjects add(String yaml) {
    objects.addAll(Manifests.parse(yaml));
    return this;
  }

  int revision() {
    return objects.size();
  }

  @Override
  public Optional<Map<String, Object>> get(String resource, String namespace, String name) {
    return list(resource, namespace).stream()
        .filter(o -> ((Map<?, ?>) o.get("metadata")).get("name").equals(name))
        .findFirst();
  }

  @Override
  public List<Map<String, Object>> list(String resource, String namespace) {
    return objects.stream()
        .filter(o -> resource(o).equals(resource))
        .filter(o -> namespace.isEmpty() || namespace.equals(o.metadata().namespace()))
        .map(DynamicObject::tree)
        .toList();
  }

  private static String resource(DynamicObject object) {
    return object.gvk().group() + "/" + object.gvk().kind().toLowerCase(Locale.ROOT) + "s";
  }
}
