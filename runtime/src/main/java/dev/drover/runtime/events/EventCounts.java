package dev.drover.runtime.events;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The numbers of recorded, written and dropped events of an [EventRecorder].
///
/// ```java
/// assertThat(manager.events().counts().failed()).isZero();
/// ```
public final class EventCounts {
  private final long recorded;
  private final long written;
  private final long dropped;
  private final long limited;
  private final long failed;

  EventCounts(long recorded, long written, long dropped, long limited, long failed) {
    this.recorded = recorded;
    this.written = written;
    this.dropped = dropped;
    this.limited = limited;
    this.failed = failed;
  }

  /// All of them.
  public long recorded() {
    return recorded;
  }

  /// How many requests wrote something; a series needs few.
  public long written() {
    return written;
  }

  /// Lost because too many waited, or because the recorder was closed.
  public long dropped() {
    return dropped;
  }

  /// Left out because there were too many about one object.
  public long limited() {
    return limited;
  }

  /// Not written, because the server refused them or could not be reached.
  public long failed() {
    return failed;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EventCounts that
        && recorded == that.recorded
        && written == that.written
        && dropped == that.dropped
        && limited == that.limited
        && failed == that.failed;
  }

  @Override
  public int hashCode() {
    return Objects.hash(recorded, written, dropped, limited, failed);
  }

  @Override
  public String toString() {
    return "EventCounts[recorded=%s, written=%s, dropped=%s, limited=%s, failed=%s]"
        .formatted(recorded, written, dropped, limited, failed);
  }
}
