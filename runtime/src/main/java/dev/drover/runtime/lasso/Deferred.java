package dev.drover.runtime.lasso;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is computed at its first use. If that fails, every use throws the same failure, so
/// that a failed value is never ignored.
///
/// In Go: `deferredController`, `deferredCache`.
final class Deferred<V> {
  private final Supplier<V> maker;
  private @Nullable V value; // guarded by this
  private @Nullable RuntimeException failure; // guarded by this

  Deferred(Supplier<V> maker) {
    this.maker = maker;
  }

  synchronized V get() {
    if (failure != null) {
      throw new IllegalStateException("could not be made: " + failure.getMessage(), failure);
    }
    V made = value;
    if (made == null) {
      try {
        made = maker.get();
        value = made;
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }
    return made;
  }

  synchronized boolean isMade() {
    return value != null;
  }
}
