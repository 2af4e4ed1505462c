package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import dev.drover.client.TimeSource;
import dev.drover.informer.store.Snapshot;
import dev.drover.informer.store.SnapshotReader;
import dev.drover.informer.store.SnapshotStore;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for the copy of an informer, until a limit or the stop of the informer. Any number of
/// threads.
///
/// @param informer the name of the informer
/// @param store the copy
/// @param monitor signals changes of the copy
/// @param stopped whether the informer has stopped
/// @param late makes the exception for a wait that timed out: what is missing, and the limit
record InformerWaits<T>(
    String informer,
    SnapshotStore<T> store,
    Monitor monitor,
    TimeSource time,
    BooleanSupplier stopped,
    BiFunction<String, Duration, SyncTimeoutException> late) {

  /// @throws IllegalArgumentException if no object can have this version
  static String requireVersion(String version) {
    if (!ResourceVersion.isWellFormed(version)) {
      throw new IllegalArgumentException("no object has the version '" + version + "'");
    }
    return version;
  }

  /// Waits until a version is reached.
  ///
  /// @param what is not seen otherwise
  void untilVersion(String what, String version, Supplier<String> reached, Duration limit)
      throws InterruptedException {
    until(
        "it has not seen " + what,
        () -> Applier.BY_AGE.compare(reached.get(), version) >= 0,
        limit);
  }

  /// Waits until this holds.
  ///
  /// @param otherwise the message if it does not
  void until(String otherwise, BooleanSupplier reached, Duration limit)
      throws InterruptedException {
    if (Source.isFeeding() && !reached.getAsBoolean()) {
      throw new IllegalStateException(
          informer
              + ": "
              + otherwise
              + ", and a transform, an index function or a watch error handler cannot wait for it:"
              + " the thread that calls them fills the caches");
    }
    boolean ended = monitor.await(() -> reached.getAsBoolean() || stopped.getAsBoolean(), limit);
    if (!ended || !reached.getAsBoolean()) {
      throw late.apply(otherwise, limit);
    }
  }

  /// Waits until a condition over one state of the copy holds.
  ///
  /// @param limit of the whole wait, for the message
  /// @param left of it
  void untilCondition(
      Predicate<? super CacheReader<T>> condition,
      Function<T, ObjectKey> keys,
      Duration limit,
      Duration left)
      throws InterruptedException {
    long start = time.nanoTime();
    while (true) {
      Snapshot<T> seen = store.snapshot();
      if (condition.test(new SnapshotReader<>(seen, keys))) {
        return;
      }
      boolean changed =
          monitor.await(
              () -> !store.isAt(seen) || stopped.getAsBoolean(),
              left.minusNanos(time.nanoTime() - start));
      if (!changed || store.isAt(seen)) {
        throw late.apply("the condition does not hold", limit);
      }
    }
  }
}
