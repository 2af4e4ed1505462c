package dev.drover.informer.store;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;

/// Reads the present state of an informer's store.
public final class InformerReader<T extends KubernetesObject> extends StoreReads<T> {
  private final SnapshotStore<T> store;

  public InformerReader(SnapshotStore<T> store) {
    this.store = store;
  }

  @Override
  public Snapshot<T> current() {
    return store.snapshot();
  }

  @Override
  public ObjectKey keyOf(T object) {
    return object.key();
  }
}
