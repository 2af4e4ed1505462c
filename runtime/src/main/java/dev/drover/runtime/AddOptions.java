package dev.drover.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a key is added to a [WorkQueue].
///
/// ```java
/// queue.add(key, AddOptions.NOW.withPriority(AddOptions.LOW));
/// queue.add(key, AddOptions.RATE_LIMITED.withPriority(item.priority()).withError(e));
/// ```
///
/// In Go: {@index priorityqueue.AddOpts}.
///
/// @param after not before this time has passed; zero = at once
/// @param rateLimited this is a failure: count it, and wait as long as the queue's limiter says.
///   With `after` too, the shorter of the two counts
/// @param priority higher ones come first
/// @param error why it failed, for the next run and for snapshots
public record AddOptions(
    Duration after, boolean rateLimited, int priority, @Nullable Throwable error) {
  /// For what may wait until nothing else is to be done, such as the objects of an initial list.
  ///
  /// In Go: {@index handler.LowPriority}.
  public static final int LOW = -100;

  /// At once.
  public static final AddOptions NOW = new AddOptions(Duration.ZERO, false, 0, null);

  /// After a failure.
  public static final AddOptions RATE_LIMITED = new AddOptions(Duration.ZERO, true, 0, null);

  /// Later.
  public static AddOptions after(Duration delay) {
    return NOW.withAfter(delay);
  }

  public AddOptions withAfter(Duration newAfter) {
    return new AddOptions(newAfter, rateLimited, priority, error);
  }

  public AddOptions withPriority(int newPriority) {
    return new AddOptions(after, rateLimited, newPriority, error);
  }

  public AddOptions withError(Throwable newError) {
    return new AddOptions(after, rateLimited, priority, newError);
  }
}
