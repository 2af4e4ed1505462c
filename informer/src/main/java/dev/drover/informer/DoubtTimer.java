package dev.drover.informer;

import dev.drover.client.Backoff;
import dev.drover.client.TimeSource;
import org.jspecify.annotations.Nullable;

/// Replaces the copy by a list some time after an event that did not reach it: once for a watch,
/// and later each time. One thread.
final class DoubtTimer implements AutoCloseable {
  private final TimeSource time;
  private final Backoff.Steps delays;
  private final Runnable list;
  private TimeSource.@Nullable Alarm alarm;

  DoubtTimer(TimeSource time, Backoff.Steps delays, Runnable list) {
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
