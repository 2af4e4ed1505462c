package dev.drover.recipes;

import dev.drover.runtime.Result;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The shortest delay after which a run has to be repeated without a change. One thread.
final class RequeueTimes {
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
