package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/// An informer's copy as others see it: for reading.
final class CacheView<T extends KubernetesObject> extends StoreReads<T> {
  private final Consumer<List<Index<T>>> addIndexers;

  CacheView(ThreadSafeStore<T> store, Consumer<List<Index<T>>> addIndexers) {
    super(store);
    this.addIndexers = addIndexers;
  }

  private static UnsupportedOperationException refusal() {
    return new UnsupportedOperationException(
        "an informer's copy is for reading: write to the server, and the copy will follow");
  }

  @Override
  public void add(T object) {
    throw refusal();
  }

  @Override
  public void update(T object) {
    throw refusal();
  }

  @Override
  public void delete(T object) {
    throw refusal();
  }

  @Override
  public void replace(Collection<? extends T> objects, String resourceVersion) {
    throw refusal();
  }

  @Override
  public void bookmark(String resourceVersion) {
    throw refusal();
  }

  @Override
  public ObjectKey keyOf(T object) {
    return object.key();
  }

  @Override
  public void addIndexers(List<Index<T>> indexes) {
    addIndexers.accept(indexes);
  }
}
