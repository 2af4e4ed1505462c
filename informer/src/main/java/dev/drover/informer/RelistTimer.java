package dev.drover.informer;

import dev.drover.client.Backoff;
import dev.drover.client.TimeSource;
import org.jspecify.annotations.Nullable;

/// Schedules a list after a watch event that could not be applied to the copy: once for each watch,
/// with a growing delay. One thread.
final class RelistTimer implements AutoCloseable {
  private final TimeSource time;
  private final Backoff.Steps delays;
  private final Runnable list;
  private TimeSource.@Nullable Alarm alarm;

  RelistTimer(TimeSource time, Backoff.Steps delays, Runnable list) {
    this.time = time;
    this.delays = delays;
    this.list = list;
  }

  void begin() {
    if (alarm == null) {
      alarm = time.after(delays.next(time.nanoTime()), list);
    }
  }

  @Override
  public void close() {
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
