package dev.drover.client.ops;

import dev.drover.client.ApiException;
import dev.drover.client.RequestInterruptedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/// Repeats a change that failed because another writer was faster.
///
/// ```java
/// Conflicts.retry(() -> {
///   var map = client.get(ConfigMap.class, "shop", "prices"); // read again in each try
///   return client.update(map.with(m -> m.data("cone", "2")));
/// });
/// ```
///
/// In Go: {@index retry.RetryOnConflict}.
public final class Conflicts {
  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Conflicts() {}

  /// Carries out a change, and again when it ends in a conflict: five times at most, about ten
  /// milliseconds apart. The change must read what it changes.
  ///
  /// @throws ApiException.Conflict that of the last try
  public static <V> V retry(Supplier<V> change) {
    for (int tries = 1; ; tries++) {
      try {
        return change.get();
      } catch (ApiException.Conflict e) {
        if (tries == TRIES) {
          throw e;
        }
        pause(e);
      }
    }
  }

  private static void pause(ApiException.Conflict e) {
    long jitter = ThreadLocalRandom.current().nextLong(PAUSE.toNanos() / 10);
    try {
      Thread.sleep(PAUSE.plusNanos(jitter));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      interrupted.addSuppressed(e);
      throw new RequestInterruptedException("retry of a change: interrupted", interrupted);
    }
  }
}
