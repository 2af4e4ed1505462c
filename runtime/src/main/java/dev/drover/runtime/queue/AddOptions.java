package dev.drover.runtime.queue;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a key is added to a queue: when, with which priority, and whether that is a retry.
///
/// ```java
/// queue.add(key, AddOptions.NOW.withPriority(AddOptions.LOW));
/// queue.add(key, AddOptions.RATE_LIMITED.withPriority(item.priority()).withError(e));
/// ```
///
/// In Go: {@index priorityqueue.AddOpts}.
public final class AddOptions {
  /// For keys that may wait until there are no others, such as the objects of an initial list.
  ///
  /// In Go: {@index handler.LowPriority}.
  public static final int LOW = -100;

  /// At once.
  public static final AddOptions NOW = new AddOptions(Duration.ZERO, false, 0, null);

  /// After a failure.
  public static final AddOptions RATE_LIMITED = new AddOptions(Duration.ZERO, true, 0, null);

  private final Duration after;
  private final boolean rateLimited;
  private final int priority;
  private final @Nullable Throwable error;

  private AddOptions(Duration after, boolean rateLimited, int priority, @Nullable Throwable error) {
    this.after = after;
    this.rateLimited = rateLimited;
    this.priority = priority;
    this.error = error;
  }

  /// After a delay.
  public static AddOptions after(Duration delay) {
    return NOW.withAfter(delay);
  }

  /// A copy with this delay.
  public AddOptions withAfter(Duration changed) {
    return new AddOptions(changed, rateLimited, priority, error);
  }

  /// A copy with this priority.
  public AddOptions withPriority(int changed) {
    return new AddOptions(after, rateLimited, changed, error);
  }

  /// A copy with this reason of the failure.
  public AddOptions withError(Throwable changed) {
    return new AddOptions(after, rateLimited, priority, changed);
  }

  /// How long the key waits; zero = not at all.
  public Duration after() {
    return after;
  }

  /// Whether this is a failure, which is counted, and after which the key waits as long as the
  /// queue's limiter says. With [#after] too, the shorter of the two counts.
  public boolean rateLimited() {
    return rateLimited;
  }

  /// Higher priorities come first.
  public int priority() {
    return priority;
  }

  /// Why it failed, for the next run and for snapshots; null if there is no reason.
  public @Nullable Throwable error() {
    return error;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AddOptions that
        && after.equals(that.after)
        && rateLimited == that.rateLimited
        && priority == that.priority
        && Objects.equals(error, that.error);
  }

  @Override
  public int hashCode() {
    return Objects.hash(after, rateLimited, priority, error);
  }

  @Override
  public String toString() {
    return "AddOptions[after=%s, rateLimited=%s, priority=%s, error=%s]"
        .formatted(after, rateLimited, priority, error);
  }
}
