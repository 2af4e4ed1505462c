package dev.drover.server.flowcontrol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;

/// Requests of one or more flows that wait. Guarded by the lock of its [PriorityLevel].
final class FlowQueue {
  /// What a request is charged with until it is known how long it was served.
  static final double EXPECTED_SECONDS = 0.003;

  final Deque<Waiter> waiting = new ArrayDeque<>();
  double service; // in seconds, that its requests had so far

  /// A request that waits.
  static final class Waiter {
    final Condition turn;
    boolean isNext; // has a seat

    Waiter(Condition turn) {
      this.turn = turn;
    }
  }
}
