package dev.drover.console;

import dev.drover.runtime.Component;
import dev.drover.runtime.Manager;
import dev.drover.runtime.health.HealthCheck;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Makes the health checks of a manager while a page is open, at most every five seconds: a check
/// may cost something, or block.
///
/// One thread makes the checks, one after the other; a view shows the last results and does not
/// wait. Any number of readers.
final class HealthProbe {
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Manager manager;
  private final ConcurrentMap<String, Result> results = new ConcurrentHashMap<>(); // by name
  private final BlockingQueue<Boolean> wanted = new ArrayBlockingQueue<>(1);
  private volatile @Nullable Running running;

  /// The last result of a check.
  ///
  /// @param error empty if it passed
  private record Result(String error) {}

  /// A check that is being made.
  private record Running(String name, long since) {}

  HealthProbe(Manager manager) {
    this.manager = manager;
  }

  Component component() {
    return Component.of(
        "console-health",
        () -> {
          while (true) {
            Boolean _ = wanted.take();
            check();
            Thread.sleep(PERIOD); // real time: what is checked is real, too
          }
        });
  }

  private void check() throws InterruptedException {
    for (Map.Entry<String, HealthCheck> entry : manager.healthChecks().entrySet()) {
      running = new Running(entry.getKey(), System.nanoTime());
      results.put(entry.getKey(), new Result(failure(entry.getValue())));
      running = null;
    }
  }

  private static String failure(HealthCheck check) throws InterruptedException {
    try {
      check.check();
      return "";
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Masking.text(e.toString());
    }
  }

  /// The state of each check: `passed`, `failed` with an `error`, `unknown` before it was made, or
  /// `blocked` if it has not ended for a second.
  List<Map<String, @Nullable Object>> tree() {
    boolean _ = wanted.offer(true); // full: the checks are due already
    Running now = running;
    return manager.healthChecks().keySet().stream()
        .map(
            name -> {
              Result last = results.get(name);
              boolean isBlocked =
                  now != null
                      && now.name.equals(name)
                      && System.nanoTime() - now.since > Duration.ofSeconds(1).toNanos();
              return Trees.of(
                  "check",
                  name,
                  "state",
                  isBlocked
                      ? "blocked"
                      : last == null ? "unknown" : last.error.isEmpty() ? "passed" : "failed",
                  "error",
                  last == null || last.error.isEmpty() ? null : last.error);
            })
        .toList();
  }
}
