package dev.drover.api.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// Owns the threads of a component: none outlives it.
///
/// ```java
/// var threads = new Lifecycle("events", e -> LOG.error("event recorder: a thread failed", e));
/// threads.fork("writer", this::write);          // a virtual thread named drover/events/writer
/// threads.close(Duration.ofSeconds(1));
/// ```
///
/// ```
///          close                 all ended, or the limit passed
///   open ────────────▶ closing ─────────────────────────────────▶ closed
///   fork                  (fork refuses)
/// ```
///
/// Threads are named `drover/<component>/<role>` and end when they are interrupted. [#close]
/// interrupts each thread and joins it before the one that was started before it; all of it
/// together takes no longer than the limit, and threads that have not ended by then are named in
/// the exception. [#interrupt] interrupts all at once and leaves the joining to the caller.
///
/// A failure of a thread is passed to a consumer, on that thread: whatever it throws, and an
/// interruption that [#close] did not cause. What it throws while it is closed is ignored, because
/// threads end in many ways when they are interrupted.
///
/// Watchdogs run on platform threads ([#forkPlatform]), because virtual ones may be starved of
/// processors. Safe for any number of threads.
public final class Lifecycle {
  private final String component;
  private final Consumer<Throwable> failed;
  private final Deque<Thread> threads = new ArrayDeque<>(); // the latest first; guarded by this
  private boolean closed; // guarded by this

  /// What a thread does, until it is interrupted.
  @FunctionalInterface
  public interface Task {
    /// Runs.
    void run() throws Exception;
  }

  /// @param component the middle part of the names of its threads
  /// @param failed gets the failure of a thread, on that thread
  public Lifecycle(String component, Consumer<Throwable> failed) {
    this.component = component;
    this.failed = failed;
  }

  /// The name of a thread: `drover/<component>/<role>`. A slash within a part is replaced.
  public static String threadName(String component, String role) {
    return "drover/" + component.replace('/', ':') + "/" + role.replace('/', ':');
  }

  /// Starts a virtual thread.
  ///
  /// @throws IllegalStateException if this is closed
  public Thread fork(String role, Task task) {
    return fork(Thread.ofVirtual(), role, task);
  }

  /// Starts a platform thread, for what must go on even if virtual threads keep all processors
  /// busy.
  ///
  /// @throws IllegalStateException if this is closed
  public Thread forkPlatform(String role, Task task) {
    return fork(Thread.ofPlatform().daemon(), role, task);
  }

  private synchronized Thread fork(Thread.Builder builder, String role, Task task) {
    if (closed) {
      throw new IllegalStateException(component + " is closed, so " + role + " cannot start");
    }
    Thread thread = builder.name(threadName(component, role)).unstarted(() -> run(task));
    threads.addFirst(thread);
    thread.start();
    return thread;
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(e);
    } catch (Throwable e) { // also an Error: it would end the thread unseen
      fail(e);
    } finally {
      ended();
    }
  }

  private void fail(Throwable e) {
    if (!isClosed()) {
      failed.accept(e);
    }
  }

  private synchronized void ended() {
    if (!closed) {
      threads.remove(Thread.currentThread());
    }
  }

  /// Whether this is closed, or being closed.
  public synchronized boolean isClosed() {
    return closed;
  }

  /// Ends all threads, the latest first. Later calls do nothing.
  ///
  /// @throws IllegalStateException if a thread has not ended in time; it names the thread, and
  ///   where it is
  public void close(Duration limit) {
    List<String> left = end(take(), System.nanoTime() + nanos(limit));
    if (!left.isEmpty()) {
      throw new IllegalStateException(
          "not ended within %s although interrupted: %s".formatted(limit, String.join(", ", left)));
    }
  }

  private synchronized List<Thread> take() {
    closed = true;
    List<Thread> all = new ArrayList<>(threads);
    threads.clear();
    return all;
  }

  /// Interrupts all threads at once, except the current one, and returns without waiting.
  ///
  /// @return the threads that have to be joined, without the current one
  public List<Thread> interrupt() {
    List<Thread> ending = take();
    ending.remove(Thread.currentThread());
    ending.forEach(Thread::interrupt);
    return ending;
  }

  /// Interrupts all threads at once and waits until they have ended. If the calling thread is
  /// interrupted, it stays so, and returns without waiting for the rest.
  public void interruptAndJoin() {
    try {
      for (Thread thread : interrupt()) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long nanos(Duration limit) {
    try {
      return Math.min(limit.toNanos(), Long.MAX_VALUE / 4);
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE / 4; // centuries
    }
  }

  private static List<String> end(List<Thread> ending, long until) {
    List<String> left = new ArrayList<>();
    boolean interrupted = false;
    for (Thread thread : ending) {
      thread.interrupt();
      if (thread == Thread.currentThread()) {
        interrupted = true; // closed from within: it ends when it returns from here
        continue;
      }
      interrupted |= !join(thread, interrupted ? System.nanoTime() : until);
      if (thread.isAlive()) {
        left.add(thread.getName() + " at " + where(thread));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  /// @return false if the closing thread was interrupted: it goes on, but waits no more
  private static boolean join(Thread thread, long until) {
    try {
      Duration left = Duration.ofNanos(until - System.nanoTime());
      thread.join(left.isPositive() ? left : Duration.ofMillis(1));
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static String where(Thread thread) {
    StackTraceElement[] trace = thread.getStackTrace();
    return trace.length == 0 ? "its end" : trace[0].toString();
  }
}
