package dev.drover.testsupport;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A thread of an explored program, and what it waits for. Only the thread that has the turn, or
/// the scheduler, uses it.
final class Actor {
  final String name;
  final Semaphore turn = new Semaphore(0);
  Thread thread = Thread.currentThread(); // until its own exists
  boolean finished;
  boolean parked;
  boolean permit;
  boolean interrupted; // the thread itself does not show it while it waits for its turn
  long until = Interleavings.NEVER;
  @Nullable TurnLock wanted; // and not yet acquired
  @Nullable TurnLock waiting; // on the condition of this lock

  Actor(String name) {
    this.name = name;
  }

  boolean isAble() {
    return !finished
        && (!parked || permit || interrupted)
        && waiting == null
        && (wanted == null || wanted.isFree());
  }

  /// Whether time can make it able to continue.
  boolean hasDeadline() {
    return !finished && parked && until != Interleavings.NEVER;
  }

  void unparked() {
    if (parked) {
      parked = false;
      permit = false;
      interrupted = false;
      until = Interleavings.NEVER;
    }
  }
}
