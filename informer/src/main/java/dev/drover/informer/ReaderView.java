package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a cache of another Java type; converts each object that is read.
final class ReaderView<S extends KubernetesObject, T extends KubernetesObject>
    implements CacheReader<T> {
  private final CacheReader<S> cache;
  private final ObjectForm<S, T> form;

  ReaderView(CacheReader<S> cache, ObjectForm<S, T> form) {
    this.cache = cache;
    this.form = form;
  }

  private List<T> views(List<S> objects) {
    return objects.stream().map(form::view).toList();
  }

  @Override
  public List<T> list() {
    return views(cache.list());
  }

  @Override
  public List<ObjectKey> listKeys() {
    return cache.listKeys();
  }

  @Override
  public Optional<T> getByKey(ObjectKey key) {
    return cache.getByKey(key).map(form::view);
  }

  @Override
  public String resourceVersion() {
    return cache.resourceVersion();
  }

  @Override
  public List<T> index(String name, T object) {
    return views(cache.index(name, form.original(object)));
  }

  @Override
  public List<ObjectKey> indexKeys(String name, String value) {
    return cache.indexKeys(name, value);
  }

  @Override
  public List<T> byIndex(String name, String value) {
    return views(cache.byIndex(name, value));
  }

  @Override
  public List<T> byIndexes(List<IndexMatch> matches) {
    return views(cache.byIndexes(matches));
  }

  @Override
  public Set<String> listIndexFuncValues(String name) {
    return cache.listIndexFuncValues(name);
  }

  @Override
  public Map<String, Index<T>> indexers() {
    Map<String, Index<T>> indexes = new LinkedHashMap<>();
    cache
        .indexers()
        .forEach(
            (name, index) ->
                indexes.put(
                    name,
                    Index.ofMany(name, object -> index.values().apply(form.original(object)))));
    return indexes;
  }

  @Override
  public CacheReader<T> snapshot() {
    return new ReaderView<>(cache.snapshot(), form);
  }
}
