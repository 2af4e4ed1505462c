package dev.drover.runtime.engine;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/// Runs the workers of a controller; their number may change at any time.
///
/// ```
/// off ──start──▶ at work ──callOff──▶ off
/// ```
///
/// A worker checks before and after it takes a request whether there are too many workers, and ends
/// if so; a request that it has taken goes back to the queue.
final class WorkerPool {
  /// How long interrupted workers have for what they must tidy up.
  private static final Duration LAST = Duration.ofSeconds(1);

  private final Worker worker;
  private final IntConsumer resized;
  private final List<Thread> threads = new ArrayList<>(); // guarded by this
  private final Set<Thread> waiting = new HashSet<>(); // for a request; guarded by this
  private int size; // how many there are at work; guarded by this
  private int wanted; // how many there are to be now: the size, or none; guarded by this
  private int present; // guarded by this
  private int number; // of the next worker; guarded by this

  /// @param size how many there are once they are started
  WorkerPool(Worker worker, int size, IntConsumer resized) {
    this.worker = worker;
    this.size = size;
    this.resized = resized;
  }

  synchronized int size() {
    return size;
  }

  synchronized boolean isWorking() {
    return wanted > 0;
  }

  void start() {
    synchronized (this) {
      wanted = size;
      fill();
    }
    resized.accept(size());
  }

  /// Changes how many there are, now or when they start.
  void resize(int changed) {
    synchronized (this) {
      size = changed;
      if (!isWorking()) {
        return;
      }
      wanted = changed;
      fill();
    }
    resized.accept(changed);
  }

  private synchronized void fill() {
    threads.removeIf(thread -> !thread.isAlive());
    for (; present < wanted; present++) {
      threads.add(
          Thread.ofVirtual()
              .name(Lifecycle.threadName(worker.controller(), "worker-" + number++))
              .start(this::work));
    }
  }

  private void work() {
    boolean left = false;
    try {
      left = worker.run(this);
    } finally {
      if (!left) {
        leave();
      }
    }
  }

  /// A worker is about to wait for a request.
  ///
  /// @return false when it is one too many; it has left then
  synchronized boolean mayWait() {
    return !leavesIfTooMany() && waiting.add(Thread.currentThread());
  }

  /// A worker has got a request.
  ///
  /// @return false when it is one too many; it has left then
  synchronized boolean mayWork() {
    waiting.remove(Thread.currentThread());
    return !leavesIfTooMany();
  }

  private synchronized boolean leavesIfTooMany() {
    boolean tooMany = present > wanted;
    if (tooMany) {
      present--;
    }
    return tooMany;
  }

  /// One that was interrupted makes room for the next, if one is wanted again by now.
  private synchronized void leave() {
    waiting.remove(Thread.currentThread());
    present--;
    if (!worker.isOver()) {
      fill();
    }
  }

  /// No worker begins anything new, until they are started again. Those that wait for a request
  /// leave at once, so that a stop does not wait for them.
  synchronized void callOff() {
    wanted = 0;
    waiting.forEach(Thread::interrupt);
  }

  /// Waits for the workers to leave, and interrupts those that take longer.
  ///
  /// @return whether none took longer
  boolean stop(TimeSource time, Duration limit) throws InterruptedException {
    callOff();
    List<Thread> others;
    synchronized (this) {
      others = new ArrayList<>(threads);
    }
    others.remove(Thread.currentThread()); // a worker that stops its own controller
    boolean done = awaitAll(others, time, limit);
    if (!done) {
      others.forEach(Thread::interrupt);
      awaitAll(others, TimeSource.system(), LAST);
    }
    return done;
  }

  private static boolean awaitAll(List<Thread> all, TimeSource time, Duration limit)
      throws InterruptedException {
    long begin = time.nanoTime();
    for (Thread thread : all) {
      Duration left = limit.minusNanos(time.nanoTime() - begin);
      if (!thread.join(left.isPositive() ? left : Duration.ofNanos(1))) {
        return false;
      }
    }
    return true;
  }
}
