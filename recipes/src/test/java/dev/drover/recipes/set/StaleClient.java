package dev.drover.recipes.set;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.client.ForwardingReadWriter;
import dev.drover.client.ListOption;
import dev.drover.client.ListQuery;
import dev.drover.client.ReadWriter;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A client whose cache of ConfigMaps stays as it was.
record StaleClient(Client target, Map<ObjectKey, ConfigMap> cache) implements ForwardingReadWriter {
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
        : target.find(kind, key);
  }

  @Override
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    return kind.gvk().equals(ConfigMap.KIND.gvk())
        ? cache.values().stream()
            .filter(ListQuery.of(which)::selects)
            .map(map -> as(kind, map))
            .toList()
        : target.list(kind, which);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> findCachedOrLive(Kind<T> kind, ObjectKey key) {
    return find(kind, key);
  }

  @Override
  public ReadWriter writing(WriteOptions options) {
    return new StaleClient(target.writing(options), cache);
  }
}
