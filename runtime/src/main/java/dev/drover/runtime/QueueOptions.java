package dev.drover.runtime;

import dev.drover.client.Timekeeper;

/// What a [WorkQueue] is like.
///
/// @param name what logs, metrics and snapshots call it
/// @param limiter how long keys wait after they failed
/// @param maxRetries how often a key is tried again before it is given up; [#UNLIMITED] = for ever
/// @param ageing what keeps keys of low priority from waiting for ever
/// @param observer is told what happens
/// @param time where the queue takes its time from
public record QueueOptions(
    String name,
    RateLimiter limiter,
    int maxRetries,
    Ageing ageing,
    QueueObserver observer,
    Timekeeper time) {
  /// As many retries as it takes.
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /// client-go's limits, no end of retries, nobody told.
  public static final QueueOptions DEFAULT =
      new QueueOptions(
          "queue",
          RateLimiter.controllerDefault(),
          UNLIMITED,
          Ageing.DEFAULT,
          QueueObserver.NONE,
          Timekeeper.system());

  public QueueOptions {
    if (maxRetries < 0) {
      throw new IllegalArgumentException("need maxRetries >= 0, got " + maxRetries);
    }
  }

  public QueueOptions withName(String newName) {
    return new QueueOptions(newName, limiter, maxRetries, ageing, observer, time);
  }

  public QueueOptions withLimiter(RateLimiter newLimiter) {
    return new QueueOptions(name, newLimiter, maxRetries, ageing, observer, time);
  }

  public QueueOptions withMaxRetries(int newMaxRetries) {
    return new QueueOptions(name, limiter, newMaxRetries, ageing, observer, time);
  }

  public QueueOptions withAgeing(Ageing newAgeing) {
    return new QueueOptions(name, limiter, maxRetries, newAgeing, observer, time);
  }

  public QueueOptions withObserver(QueueObserver newObserver) {
    return new QueueOptions(name, limiter, maxRetries, ageing, newObserver, time);
  }

  public QueueOptions withTime(Timekeeper newTime) {
    return new QueueOptions(name, limiter, maxRetries, ageing, observer, newTime);
  }
}
