package dev.drover.recipes;

import dev.drover.runtime.Result;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When a run is to be repeated without a change. Belongs to one thread.
final class Waits {
  private @Nullable Duration least;

  void again(Optional<Duration> after) {
    after.ifPresent(this::atMost);
  }

  void whether(boolean complete) {
    if (!complete) {
      atMost(GeneratingReconciler.WAITING);
    }
  }

  private void atMost(Duration delay) {
    least = least == null || delay.compareTo(least) < 0 ? delay : least;
  }

  Optional<Duration> delay() {
    return Optional.ofNullable(least);
  }

  Result result() {
    return least == null ? Result.done() : Result.after(least);
  }
}
