package dev.drover.runtime.internal;

import dev.drover.client.TimeSource;
import java.time.Duration;

/// Interrupts a thread when its time is over, and never after it is done.
///
/// ```
/// running ── time is over ──▶ over (interrupted)
///    └────── end ───────────▶ ended
/// ```
public final class Deadline {
  private enum State {
    RUNNING,
    OVER,
    ENDED
  }

  private final Thread thread;
  private final TimeSource.Alarm alarm;
  private State state = State.RUNNING; // guarded by this

  private Deadline(TimeSource time, Duration limit, Thread thread) {
    this.thread = thread;
    this.alarm = limit.isZero() ? () -> {} : time.after(limit, this::ring);
  }

  /// The current thread may run for so long; zero = for ever.
  public static Deadline forThisThread(TimeSource time, Duration limit) {
    return new Deadline(time, limit, Thread.currentThread());
  }

  private synchronized void ring() {
    if (state == State.RUNNING) {
      state = State.OVER;
      thread.interrupt();
    }
  }

  /// Whether its time is over, and it has not ended before that.
  public synchronized boolean isOver() {
    return state == State.OVER;
  }

  /// The thread is done.
  ///
  /// @return whether its time was over before; its interruption, if not seen yet, is undone
  public synchronized boolean end() {
    alarm.cancel();
    boolean over = state == State.OVER;
    state = State.ENDED;
    return over;
  }
}
