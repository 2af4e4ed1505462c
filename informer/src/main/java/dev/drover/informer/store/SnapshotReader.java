package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import java.util.function.Function;

/// Reads one state of a store.
public final class SnapshotReader<T> extends StoreReads<T> {
  private final Snapshot<T> snapshot;
  private final Function<T, ObjectKey> keys;

  public SnapshotReader(Snapshot<T> snapshot, Function<T, ObjectKey> keys) {
    this.snapshot = snapshot;
    this.keys = keys;
  }

  @Override
  public Snapshot<T> current() {
    return snapshot;
  }

  @Override
  public ObjectKey keyOf(T object) {
    return keys.apply(object);
  }
}
