package dev.drover.runtime;

import dev.drover.api.DecodeException;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.Index;
import dev.drover.informer.Indexer;
import dev.drover.informer.SharedIndexInformer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One kind of a [Cache]: what the informer has, and over it what this program wrote since.
final class CachedKind<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(CachedKind.class);

  private final Kind<T> kind;
  private final CacheOptions<T> options;
  private final SharedIndexInformer<T> informer;
  private final OwnWrites<T> writes;

  CachedKind(Kind<T> kind, CacheOptions<T> options, SharedIndexInformer<T> informer) {
    this.kind = kind;
    this.options = options;
    this.informer = informer;
    Indexer<T> store = informer.indexer();
    this.writes = new OwnWrites<>(store::getByKey, store::resourceVersion);
  }

  Kind<T> kind() {
    return kind;
  }

  SharedIndexInformer<T> informer() {
    return informer;
  }

  /// Whether what is read may be changed and written back whole.
  boolean isWhole() {
    return options.keepsWholeObjects();
  }

  /// This program wrote an object: reads see it at once, as they would see it from the informer.
  ///
  /// @param object of this kind, whatever its form
  void wrote(KubernetesObject object) {
    if (!isCovered(object)) {
      deleted(object.key(), object.metadata().uid());
      return;
    }
    try {
      writes.wrote(options.transform().apply(inForm(object)));
    } catch (DecodeException e) {
      // It is written all the same: whoever wrote it must not be told otherwise.
      LOG.warn("{} {} does not fit {}; reads have the old state", kind, object.key(), form(), e);
    }
  }

  private Class<T> form() {
    return kind.type();
  }

  private T inForm(KubernetesObject object) {
    Class<T> form = form();
    if (form.isInstance(object)) {
      return form.cast(object);
    }
    return form == PartialObject.class
        ? form.cast(PartialObject.of(object.metadata()))
        : DynamicObject.of(object).as(kind);
  }

  /// Whether the object belongs to this cache. What a field selector says only the server knows.
  private boolean isCovered(KubernetesObject object) {
    return (options.namespaces().isEmpty() || options.namespaces().contains(object.namespace()))
        && (options.labels().isEverything()
            || options.labels().matches(object.metadata().labels()));
  }

  void deleted(ObjectKey key, String uid) {
    writes.deleted(key, uid);
  }

  boolean isOf(CacheOptions<T> others) {
    return options.equals(others);
  }

  Optional<T> find(ObjectKey key) {
    return writes.find(key);
  }

  List<T> list(List<ListOption> which) {
    Query query = Query.of(which);
    Indexer<T> store = informer.indexer();
    List<OwnWrites.Unseen<T>> unseen = writes.unseen();
    List<T> candidates = candidates(store, query);
    List<T> found = unseen.isEmpty() ? candidates : overlaid(candidates, unseen);
    return found.stream().filter(matches(query)).limit(query.limit()).toList();
  }

  /// What the best index has; the rest is filtered.
  private static <T> List<T> candidates(Indexer<T> store, Query query) {
    ListOption.Indexed index = query.index();
    if (index != null) {
      return store.byIndex(index.index(), index.value());
    }
    String namespace = query.namespace();
    return namespace == null ? store.list() : store.byIndex(Index.NAMESPACE, namespace);
  }

  private static <T extends KubernetesObject> List<T> overlaid(
      List<T> cached, List<OwnWrites.Unseen<T>> unseen) {
    Map<ObjectKey, T> byKey = new LinkedHashMap<>();
    cached.forEach(object -> byKey.put(object.key(), object));
    unseen.forEach(write -> write.overlay(byKey));
    return List.copyOf(byKey.values());
  }

  private Predicate<T> matches(Query query) {
    String namespace = query.namespace();
    ListOption.Indexed index = query.index();
    return object ->
        (namespace == null || object.namespace().equals(namespace))
            && (query.labels().isEverything() || query.labels().matches(object.metadata().labels()))
            && (index == null || hasValue(object, index));
  }

  private boolean hasValue(T object, ListOption.Indexed wanted) {
    Index<T> index = informer.indexer().indexers().get(wanted.index());
    return index != null && index.values().apply(object).contains(wanted.value());
  }
}
