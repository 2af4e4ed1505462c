package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;

/// The workers of a controller, as many as are wanted now.
///
/// A worker asks before and after it takes a request whether it is one too many, and leaves then; a
/// request that it took meanwhile goes back.
final class Crew {
  private final Worker worker;
  private final IntConsumer resized;
  private final List<Thread> threads = new ArrayList<>(); // guarded by this
  private int wanted; // guarded by this
  private int present; // guarded by this
  private int number; // of the next worker; guarded by this

  Crew(Worker worker, IntConsumer resized) {
    this.worker = worker;
    this.resized = resized;
  }

  synchronized int size() {
    return wanted;
  }

  synchronized void resize(int size) {
    wanted = size;
    fill();
    resized.accept(size);
  }

  private synchronized void fill() {
    threads.removeIf(thread -> !thread.isAlive());
    for (; present < wanted; present++) {
      threads.add(
          Thread.ofVirtual()
              .name("drover-" + worker.controller() + "-worker-" + number++)
              .start(this::work));
    }
  }

  private void work() {
    if (!worker.run(this::leaveIfTooMany)) {
      leave();
    }
  }

  private synchronized boolean leaveIfTooMany() {
    boolean tooMany = present > wanted;
    if (tooMany) {
      present--;
    }
    return tooMany;
  }

  /// One that was interrupted makes room for the next, if one is wanted again by now.
  private synchronized void leave() {
    present--;
    if (!worker.isOver()) {
      fill();
    }
  }

  /// No worker begins anything new, until more are wanted again.
  synchronized void callOff() {
    wanted = 0;
  }

  /// Waits for the workers to leave, and interrupts those that take longer.
  boolean stop(Timekeeper time, Duration limit) throws InterruptedException {
    List<Thread> all;
    callOff();
    synchronized (this) {
      all = List.copyOf(threads);
    }
    boolean done = awaitAll(all, time, limit);
    if (!done) {
      all.forEach(Thread::interrupt);
    }
    return done;
  }

  private static boolean awaitAll(List<Thread> all, Timekeeper time, Duration limit)
      throws InterruptedException {
    long begin = time.nanoTime();
    for (Iterator<Thread> i = all.iterator(); i.hasNext(); ) {
      Duration left = limit.minusNanos(time.nanoTime() - begin);
      if (!i.next().join(left.isPositive() ? left : Duration.ofNanos(1))) {
        return false;
      }
    }
    return true;
  }
}
