package dev.drover.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns the threads of a part: none outlives it, and what was begun last ends first.
///
/// ```
///          close                 all ended, or the limit passed
///   open ────────────▶ closing ─────────────────────────────────▶ closed
///   fork                  (fork refuses)
/// ```
///
/// [#close] interrupts each thread and waits for it before it goes on to the one before; an
/// interrupt is how threads here are told to end. All of it together takes no longer than the
/// limit; what has not ended by then is named in the exception.
///
/// A thread that fails is told of, in the log if nobody else wants to know. Any number of threads.
final class Lifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final String name;
  private final Consumer<Throwable> failed;
  private final Deque<Thread> threads = new ArrayDeque<>(); // the latest first; guarded by this
  private boolean closed; // guarded by this

  /// @param name what threads and failures are called after
  Lifecycle(String name) {
    this(name, error -> LOG.error("{} failed", Thread.currentThread().getName(), error));
  }

  /// @param failed is told of whatever a thread ends with, on that thread
  Lifecycle(String name, Consumer<Throwable> failed) {
    this.name = name;
    this.failed = failed;
  }

  /// Starts a virtual thread, which is ended with this.
  ///
  /// @throws IllegalStateException when this is closed
  Thread fork(String what, Component.Task task) {
    return fork(Thread.ofVirtual(), what, task);
  }

  /// Starts a platform thread, for what must go on even if virtual threads keep all processors
  /// busy.
  ///
  /// @throws IllegalStateException when this is closed
  Thread forkPlatform(String what, Component.Task task) {
    return fork(Thread.ofPlatform().daemon(), what, task);
  }

  private synchronized Thread fork(Thread.Builder builder, String what, Component.Task task) {
    if (closed) {
      throw new IllegalStateException(name + " is closed, so " + what + " cannot begin");
    }
    Thread thread = builder.name(name + "-" + what).start(() -> run(task));
    threads.addFirst(thread);
    return thread;
  }

  private void run(Component.Task task) {
    String called = Thread.currentThread().getName();
    try {
      task.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (!isClosed()) {
        LOG.warn("{} was interrupted, though {} goes on", called, name);
      }
    } catch (Throwable e) {
      // An Error too: it would end the thread, and nobody would know.
      if (isClosed()) {
        LOG.debug("{} ended with a failure while {} closed", called, name, e);
      } else {
        failed.accept(e);
      }
    }
  }

  /// Whether it is over, or about to be.
  synchronized boolean isClosed() {
    return closed;
  }

  /// Ends everything, the latest first. Once is enough: later calls do nothing.
  ///
  /// @throws IllegalStateException when something has not ended in time; it says what, and where it
  ///   is
  void close(Duration limit) {
    List<Thread> ending;
    synchronized (this) {
      closed = true;
      ending = new ArrayList<>(threads);
      threads.clear();
    }
    List<String> left = end(ending, System.nanoTime() + Nanos.of(limit));
    if (!left.isEmpty()) {
      throw new IllegalStateException(
          "not ended within %s although interrupted: %s".formatted(limit, String.join(", ", left)));
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

  /// @return false when the closing thread was told to hurry: it goes on, but waits no more
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
