package dev.drover.recipes;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.client.ForwardingReadWriter;
import dev.drover.client.ListOption;
import dev.drover.client.ListQuery;
import dev.drover.client.ReadWriter;
import dev.drover.client.WriteOptions;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the children of generating handlers from the caches of a factory, everything else from the
/// server, and writes to the server. A cache that has not synced is not read.
///
/// A read may be older than the last write; a [DesiredSet] confirms what would do harm then.
///
/// @param inventories one of the caches
record FactoryClient(
    Client target,
    Map<Kind<?>, SharedIndexInformer<?>> caches,
    SharedIndexInformer<? extends KubernetesObject> inventories)
    implements ForwardingReadWriter {
  static FactoryClient over(SharedControllerFactory factory, List<Kind<?>> children) {
    Map<Kind<?>, SharedIndexInformer<?>> caches = new HashMap<>();
    children.forEach(kind -> caches.put(kind, factory.forKind(kind).informer()));
    SharedIndexInformer<? extends KubernetesObject> inventories =
        DesiredSet.cacheInventories(factory.caches());
    caches.put(inventories.kind(), inventories);
    return new FactoryClient(factory.clients().client(), Map.copyOf(caches), inventories);
  }

  @SuppressWarnings("unchecked") // a kind is mapped to the cache of its objects
  private <T extends KubernetesObject> Optional<SharedIndexInformer<T>> synced(Kind<T> kind) {
    return Optional.ofNullable((SharedIndexInformer<T>) caches.get(kind))
        .filter(SharedIndexInformer::hasSynced);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return synced(kind)
        .filter(cache -> isCovered(cache, key))
        .map(cache -> cache.indexer().getByKey(key))
        .orElseGet(() -> target.find(kind, key));
  }

  /// Not a key without a namespace: the server knows which one it means.
  private static boolean isCovered(SharedIndexInformer<?> cache, ObjectKey key) {
    return cache.kind().isNamespaced() == !key.namespace().isEmpty()
        && cache.options().coversNamespace(key.namespace());
  }

  @Override
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    ListQuery query = ListQuery.of(which);
    return synced(kind)
        .map(
            cache ->
                cache.indexer().list().stream()
                    .filter(query::selects)
                    .limit(query.limit())
                    .toList())
        .orElseGet(() -> target.list(kind, which));
  }

  @Override
  public <T extends KubernetesObject> Optional<T> findCachedOrLive(Kind<T> kind, ObjectKey key) {
    return find(kind, key);
  }

  @Override
  public ReadWriter writing(WriteOptions options) {
    return new FactoryClient(target.writing(options), caches, inventories);
  }
}
