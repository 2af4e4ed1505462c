package dev.drover.server.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes the threads of Jetty's pools, and waits until they have ended: a pool that was stopped may
/// still have threads for some milliseconds. Safe for any number of threads.
final class PlatformThreads implements ThreadFactory {
  private static final String NAME = "drover/server/http-";

  private final AtomicInteger count = new AtomicInteger();
  private final Set<Thread> made = ConcurrentHashMap.newKeySet();

  @Override
  public Thread newThread(Runnable task) {
    made.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
    Thread thread =
        Thread.ofPlatform().daemon().name(NAME + count.incrementAndGet()).unstarted(task);
    made.add(thread);
    return thread;
  }

  /// Waits until all of them have ended, for as long as the limit at most.
  void join(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Thread thread : made) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (thread != Thread.currentThread() && thread.isAlive() && left.isPositive()) {
        thread.join(left);
      }
    }
  }
}
