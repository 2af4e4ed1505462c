package dev.drover.informer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The resync periods of the handlers of an informer. All handlers are resynced together, every
/// check period. Before the informer starts, the handler with the smallest wish sets that period;
/// afterwards smaller wishes are raised to it. An informer without a resync period has none for its
/// handlers either.
///
/// One thread at a time.
final class ResyncSchedule {
  static final Duration SMALLEST = Duration.ofSeconds(1);

  private final List<Turn> turns = new ArrayList<>();
  private Duration check;
  private boolean started;

  /// @param check the check period, unless a handler has a shorter one; zero = never
  ResyncSchedule(Duration check) {
    this.check = check;
  }

  /// The check period; zero = never.
  Duration check() {
    return check;
  }

  void start() {
    started = true;
  }

  /// A handler joins.
  ///
  /// @param wanted zero = it does not want to look again
  /// @param now nanoseconds
  Turn join(Duration wanted, long now) {
    Duration wish = wanted;
    if (wish.isPositive()) {
      wish = max(wish, SMALLEST);
      if (!started && wish.compareTo(check) < 0) {
        check = wish;
        turns.forEach(Turn::adapt);
      }
    }
    Turn turn = new Turn(wish, now);
    turns.add(turn);
    return turn;
  }

  void leave(Turn turn) {
    turns.remove(turn);
  }

  /// Marks the handlers whose period has passed.
  boolean isDue(long now) {
    boolean any = false;
    for (Turn turn : turns) {
      any |= turn.check(now);
    }
    return any;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /// One handler's wish, and when it is its turn.
  final class Turn {
    private final Duration wish;
    private Duration period = Duration.ZERO;
    private long last; // when it looked, or began
    private boolean due;

    private Turn(Duration wish, long now) {
      this.wish = wish;
      this.last = now;
      adapt();
    }

    private void adapt() {
      period = wish.isZero() || check.isZero() ? Duration.ZERO : max(wish, check);
    }

    Duration period() {
      return period;
    }

    private boolean check(long now) {
      due |= !period.isZero() && !period.minusNanos(now - last).isPositive();
      if (due) {
        last = now;
      }
      return due;
    }

    /// Whether it is this handler's turn; if so, it is over.
    boolean take() {
      boolean was = due;
      due = false;
      return was;
    }
  }
}
