package dev.drover.testkit.trial;

import dev.drover.api.DynamicObject;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Reader;
import dev.drover.client.RequestInterruptedException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The rules for the runs of a trial, set by its body. Written by one thread, before any read.
final class TrialRules {
  private final Map<String, Predicate<Reader>> always = new LinkedHashMap<>(); // guarded by this
  private final Map<String, Predicate<Reader>> atTheEnd = new LinkedHashMap<>(); // guarded by this
  private final List<String> masks = new ArrayList<>(); // guarded by this
  private final Set<Hazard> without = EnumSet.noneOf(Hazard.class); // guarded by this
  private @Nullable Rights rights; // guarded by this

  synchronized void always(String promise, Predicate<Reader> holds) {
    always.put(promise, holds);
  }

  synchronized void finallyTrue(String promise, Predicate<Reader> holds) {
    atTheEnd.put(promise, holds);
  }

  synchronized void mask(String... paths) {
    masks.addAll(List.of(paths));
  }

  synchronized void without(Hazard... hazards) {
    without.addAll(List.of(hazards));
  }

  synchronized void rights(KubernetesObject role) {
    rights = Rights.of(DynamicObject.of(role));
  }

  synchronized boolean tries(Hazard hazard) {
    return !without.contains(hazard);
  }

  synchronized boolean isMasked(String path) {
    return masks.stream()
        .anyMatch(
            mask ->
                path.equals(mask) || path.startsWith(mask + ".") || path.startsWith(mask + "["));
  }

  synchronized Optional<Rights> rights() {
    return Optional.ofNullable(rights);
  }

  synchronized boolean hasInvariants() {
    return !always.isEmpty();
  }

  /// The promises that do not hold now.
  List<Violation> broken(Reader cluster, boolean isEnd) {
    Map<String, Predicate<Reader>> promises;
    synchronized (this) {
      promises = new LinkedHashMap<>(isEnd ? atTheEnd : always);
    }
    List<Violation> broken = new ArrayList<>();
    promises.forEach(
        (promise, holds) -> {
          try {
            if (!isMet(holds, cluster)) {
              broken.add(Violation.of("promise of the test", "does not hold: " + promise));
            }
          } catch (RuntimeException | AssertionError e) {
            broken.add(
                Violation.of("promise of the test", "cannot be checked: " + promise, e.toString()));
          }
        });
    return broken;
  }

  /// Promises are checked by the thread of the write, which a crash interrupts: that says nothing
  /// about the promise, so it is checked again, and the thread stays interrupted.
  private static boolean isMet(Predicate<Reader> promise, Reader cluster) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return promise.test(cluster);
        } catch (RequestInterruptedException e) {
          isInterrupted = true;
          Thread.interrupted();
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
