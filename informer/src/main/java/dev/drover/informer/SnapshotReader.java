package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.function.Function;

/// Reads one state of a store.
final class SnapshotReader<T> extends StoreReads<T> {
  private final Snapshot<T> snapshot;
  private final Function<T, ObjectKey> keys;

  SnapshotReader(Snapshot<T> snapshot, Function<T, ObjectKey> keys) {
    this.snapshot = snapshot;
    this.keys = keys;
  }

  @Override
  Snapshot<T> current() {
    return snapshot;
  }

  @Override
  public ObjectKey keyOf(T object) {
    return keys.apply(object);
  }
}
