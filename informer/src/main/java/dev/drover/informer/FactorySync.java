package dev.drover.informer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Waits for several informers, and reports those that are late in one exception.
final class FactorySync {
  private FactorySync() {}

  /// Waits until all of these that were started have synced.
  ///
  /// @param released tells informers that were released meanwhile, which do not count
  /// @throws SyncTimeoutException when they have not in time
  static void await(
      List<SharedIndexInformer<?>> informers,
      Duration limit,
      Predicate<SharedIndexInformer<?>> released)
      throws InterruptedException {
    List<SyncTimeoutException> late = new ArrayList<>();
    Map<SharedIndexInformer<?>, Long> begun = new LinkedHashMap<>(); // each by its own time
    for (SharedIndexInformer<?> informer : informers) {
      if (informer.isStarted()) {
        begun.put(informer, informer.options().time().nanoTime());
      }
    }
    for (var entry : begun.entrySet()) {
      SharedIndexInformer<?> informer = entry.getKey();
      long passed = informer.options().time().nanoTime() - entry.getValue();
      try {
        informer.awaitSynced(limit.minusNanos(passed));
      } catch (SyncTimeoutException e) {
        if (!released.test(informer)) {
          late.add(e);
        }
      }
    }
    if (!late.isEmpty()) {
      throw together(late);
    }
  }

  private static SyncTimeoutException together(List<SyncTimeoutException> late) {
    if (late.size() == 1) {
      return late.getFirst();
    }
    SyncTimeoutException all =
        new SyncTimeoutException(
            late.size()
                + " caches have not synced:\n  "
                + late.stream().map(Throwable::getMessage).collect(Collectors.joining("\n  ")),
            late.getFirst());
    late.subList(1, late.size()).forEach(all::addSuppressed);
    return all;
  }
}
