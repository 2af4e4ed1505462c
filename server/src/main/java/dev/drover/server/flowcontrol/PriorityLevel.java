package dev.drover.server.flowcontrol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Limits the requests of one priority level that are served at once; others wait in queues, which
/// take turns.
///
/// Each flow may use a few of the queues, its *hand*, and takes the shortest of them, so that a
/// flow with many requests fills its own hand only. The queue that had the least service so far is
/// next.
///
/// ```
///            await, seat free
///   arrived ──────────────────────────────▶ served ── close ──▶ over
///      │ await, no seat            turn        ▲
///      └────────────────▶ waiting ─────────────┘
///      │ queue full, Reject  │ time is up
///      └─────────────────────┴───▶ refused
/// ```
///
/// Safe for any number of threads.
///
/// In Go: `queueset`.
final class PriorityLevel {
  private final String name;
  private final FlowMetrics metrics;
  private final ReentrantLock lock = new ReentrantLock();
  private LevelLimits limits = new LevelLimits(true, 0, 0, 0, 0); // guarded by lock
  private List<FlowQueue> queues = List.of(); // guarded by lock; of the limits at the moment
  private int served; // guarded by lock
  private double virtualTime; // guarded by lock: the service that the next queue had so far

  PriorityLevel(String name, FlowMetrics metrics) {
    this.name = name;
    this.metrics = metrics;
  }

  String name() {
    return name;
  }

  int seats() {
    lock.lock();
    try {
      return limits.seats();
    } finally {
      lock.unlock();
    }
  }

  /// Changes the limits. Requests that wait already have their turn in the old queues.
  void configure(LevelLimits changed) {
    lock.lock();
    try {
      if (changed.queues() != limits.queues()) {
        List<FlowQueue> next = new ArrayList<>();
        for (int i = 0; i < changed.queues(); i++) {
          next.add(new FlowQueue());
        }
        queues.stream().filter(queue -> !queue.waiting.isEmpty()).forEach(next::add);
        queues = next;
      }
      limits = changed;
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for a seat.
  ///
  /// @return empty if the request is refused
  Optional<Seat> await(Flow flow, Duration longest) throws InterruptedException {
    long start = System.nanoTime();
    lock.lockInterruptibly();
    try {
      if (limits.isExempt()) {
        metrics.dispatched(flow, Duration.ZERO);
        return Optional.of(new Seat(Duration.ZERO, () -> metrics.ended(flow)));
      }
      if (limits.queues() == 0) {
        return served < limits.seats()
            ? Optional.of(seat(flow, null, Duration.ZERO))
            : refused(flow, "concurrency-limit", Duration.ZERO);
      }
      FlowQueue queue = shortest(flow);
      if (served >= limits.seats() && queue.waiting.size() >= limits.queueLength()) {
        return refused(flow, "queue-full", Duration.ZERO);
      }
      boolean isNext = waitForTurn(queue, flow, longest);
      Duration waited = Duration.ofNanos(System.nanoTime() - start);
      return isNext ? Optional.of(seat(flow, queue, waited)) : refused(flow, "time-out", waited);
    } finally {
      lock.unlock();
    }
  }

  private boolean waitForTurn(FlowQueue queue, Flow flow, Duration longest)
      throws InterruptedException {
    if (queue.waiting.isEmpty()) {
      queue.service = Math.max(queue.service, virtualTime); // idle time earns nothing
    }
    FlowQueue.Waiter waiter = new FlowQueue.Waiter(lock.newCondition());
    queue.waiting.add(waiter);
    dispatch();
    if (waiter.isNext) {
      return true;
    }
    metrics.waits(flow, true);
    try {
      long left = longest.toNanos();
      while (!waiter.isNext && left > 0) {
        left = waiter.turn.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      leave(queue, waiter);
      throw e;
    } finally {
      metrics.waits(flow, false);
    }
    if (!waiter.isNext) {
      leave(queue, waiter);
    }
    return waiter.isNext;
  }

  private void leave(FlowQueue queue, FlowQueue.Waiter waiter) {
    queue.waiting.remove(waiter);
    if (waiter.isNext) { // and gives its seat to another
      served--;
      dispatch();
    }
  }

  /// Lets as many go as there are seats. A seat is taken here, for the one that is woken up.
  private void dispatch() {
    while (served < limits.seats() || limits.isExempt()) {
      Optional<FlowQueue> next =
          queues.stream()
              .filter(queue -> !queue.waiting.isEmpty())
              .min(Comparator.comparingDouble(queue -> queue.service));
      if (next.isEmpty()) {
        return;
      }
      virtualTime = Math.max(virtualTime, next.get().service);
      next.get().service += FlowQueue.EXPECTED_SECONDS;
      FlowQueue.Waiter waiter = next.get().waiting.removeFirst();
      waiter.isNext = true;
      served++;
      waiter.turn.signal();
    }
  }

  /// @param queue from which the request comes, whose seat is taken already; null without queues
  private Seat seat(Flow flow, @Nullable FlowQueue queue, Duration waited) {
    if (queue == null) {
      served++;
    }
    metrics.dispatched(flow, waited);
    long start = System.nanoTime();
    return new Seat(waited, () -> end(flow, queue, start));
  }

  private void end(Flow flow, @Nullable FlowQueue queue, long start) {
    metrics.ended(flow);
    lock.lock();
    try {
      if (queue != null) {
        queue.service += (System.nanoTime() - start) / 1e9 - FlowQueue.EXPECTED_SECONDS;
      }
      served--;
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Seat> refused(Flow flow, String reason, Duration waited) {
    metrics.rejected(flow, reason, waited);
    return Optional.empty();
  }

  private FlowQueue shortest(Flow flow) {
    FlowQueue shortest = queues.getFirst();
    int length = Integer.MAX_VALUE;
    for (int index : ShuffleSharding.hand(flow, limits.queues(), limits.handSize())) {
      FlowQueue queue = queues.get(index);
      if (queue.waiting.size() < length) {
        shortest = queue;
        length = queue.waiting.size();
      }
    }
    return shortest;
  }
}
