package dev.drover.recipes.set;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.client.Client;
import dev.drover.client.ListOption;
import dev.drover.client.ListQuery;
import dev.drover.client.ReadWriter;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A client whose cache of ConfigMaps stays as it was.
record StaleClient(Client live, Map<ObjectKey, ConfigMap> cache) implements ReadWriter {
  static StaleClient of(Client client, String namespace) {
    Map<ObjectKey, ConfigMap> cache = new HashMap<>();
    client
        .resources(ConfigMap.class)
        .inNamespace(namespace)
        .list()
        .items()
        .forEach(map -> cache.put(map.key(), map));
    return new StaleClient(client, cache);
  }

  private static <T extends KubernetesObject> T as(Kind<T> kind, ConfigMap map) {
    return DynamicObject.of(map).as(kind);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return kind.gvk().equals(ConfigMap.KIND.gvk())
        ? Optional.ofNullable(cache.get(key)).map(map -> as(kind, map))
        : live.find(kind, key);
  }

  @Override
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    return kind.gvk().equals(ConfigMap.KIND.gvk())
        ? cache.values().stream()
            .filter(ListQuery.of(which)::selects)
            .map(map -> as(kind, map))
            .toList()
        : live.list(kind, which);
  }

  @Override
  public <T extends KubernetesObject> Kind<T> kindOf(T object) {
    return live.kindOf(object);
  }

  @Override
  public <T extends KubernetesObject> T create(T object) {
    return live.create(object);
  }

  @Override
  public <T extends KubernetesObject> T update(T object) {
    return live.update(object);
  }

  @Override
  public <T extends KubernetesObject> T apply(T object) {
    return live.apply(object);
  }

  @Override
  public <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource) {
    return live.patch(object, patch, subresource);
  }

  @Override
  public <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change) {
    return live.edit(object, change);
  }

  @Override
  public <T extends KubernetesObject> T replaceStatus(T object, Object status) {
    return live.replaceStatus(object, status);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options) {
    return live.delete(object, options);
  }

  @Override
  public ReadWriter writing(WriteOptions options) {
    return new StaleClient(live.writing(options), cache);
  }
}
