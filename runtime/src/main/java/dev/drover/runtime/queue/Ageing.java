package dev.drover.runtime.queue;

import java.time.Duration;

/// Keeps keys of low priority from starving: one of `every` keys handed out is the one that has
/// waited longest, whatever its priority, if it has waited longer than `after`.
///
/// So those of high priority lose at most every so many-th place, and the others get on however
/// many more important ones there are.
///
/// ```java
/// QueueOptions.defaults().with(o -> o.ageing(new Ageing(Duration.ofSeconds(30), 10)));
/// ```
///
/// @param after how long priority alone decides
/// @param every at least 2
public record Ageing(Duration after, int every) {
  /// Every fourth place for a key that has waited longer than ten seconds.
  public static final Ageing DEFAULT = new Ageing(Duration.ofSeconds(10), 4);

  public Ageing {
    if (after.isNegative() || every < 2) {
      throw new IllegalArgumentException(
          "need after >= 0 and every >= 2, got after=" + after + " every=" + every);
    }
  }
}
