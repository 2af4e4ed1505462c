package dev.drover.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns threads and other things that must end: what was begun last ends first.
///
/// ```java
/// try (var life = new Lifecycle("shop", Duration.ofSeconds(30))) {
///   life.own("connection", connection);
///   life.fork("worker", () -> { while (true) { work(queue.take()); } });
///   ...
/// }
/// ```
///
/// ```
///              close                 all ended, or the limit passed
///   open ────────────────▶ closing ─────────────────────────────────▶ closed
///   fork, own                 (fork and own refuse)
/// ```
///
/// [#close] interrupts each thread and waits for it before it goes on to the one before; an
/// interrupt is how threads here are told to end. It keeps going when something fails, and throws
/// the first failure with the others suppressed. All of it together takes no longer than the limit;
/// what has not ended by then is named in the exception.
///
/// A thread that fails says so in the log. Any number of threads.
public final class Lifecycle implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final String name;
  private final Duration limit;
  private final ReentrantLock lock = new ReentrantLock(); // guards the two below
  private final Deque<Part> parts = new ArrayDeque<>(); // the latest first
  private boolean closed;

  /// Code of a thread, which ends when it is interrupted.
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  /// Something to be ended.
  private sealed interface Part {
    String name();

    record Running(String name, Thread thread) implements Part {}

    record Owned(String name, AutoCloseable thing) implements Part {}
  }

  /// @param name what threads and failures are called after
  /// @param limit how long [#close] may take
  public Lifecycle(String name, Duration limit) {
    this.name = name;
    this.limit = limit;
  }

  /// Starts a virtual thread, which is ended with this.
  ///
  /// @throws IllegalStateException when this is closed
  public Thread fork(String what, Body body) {
    return fork(Thread.ofVirtual(), what, body);
  }

  /// Starts a platform thread, for what must go on even if virtual threads keep all processors
  /// busy.
  ///
  /// @throws IllegalStateException when this is closed
  public Thread forkPlatform(String what, Body body) {
    return fork(Thread.ofPlatform().daemon(), what, body);
  }

  private Thread fork(Thread.Builder builder, String what, Body body) {
    String called = name + "-" + what;
    Thread thread = builder.name(called).unstarted(() -> run(called, body));
    lock.lock();
    try {
      requireOpen(what);
      parts.removeIf(Lifecycle::isOver); // a long life forks many short threads
      parts.addFirst(new Part.Running(called, thread));
      thread.start();
    } finally {
      lock.unlock();
    }
    return thread;
  }

  private static boolean isOver(Part part) {
    return part instanceof Part.Running(_, var thread)
        && thread.getState() == Thread.State.TERMINATED;
  }

  private void run(String called, Body body) {
    try {
      body.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (!isClosed()) {
        LOG.warn("{} was interrupted, though {} goes on", called, name);
      }
    } catch (Exception e) {
      if (isClosed()) {
        LOG.debug("{} ended with a failure while {} closed", called, name, e);
      } else {
        LOG.error("{} failed", called, e);
      }
    }
  }

  /// Takes over something to be closed with this.
  ///
  /// @return the same thing
  /// @throws IllegalStateException when this is closed; then the thing is still the caller's
  public <T extends AutoCloseable> T own(String what, T thing) {
    lock.lock();
    try {
      requireOpen(what);
      parts.addFirst(new Part.Owned(name + "-" + what, thing));
    } finally {
      lock.unlock();
    }
    return thing;
  }

  private void requireOpen(String what) {
    if (closed) {
      throw new IllegalStateException(name + " is closed, so " + what + " cannot begin");
    }
  }

  /// Whether it is over, or about to be.
  public boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /// Ends everything, the latest first. Once is enough: later calls do nothing.
  ///
  /// @throws IllegalStateException when something failed to end, or has not ended in time
  @Override
  public void close() {
    List<Part> ending;
    lock.lock();
    try {
      closed = true;
      ending = new ArrayList<>(parts);
      parts.clear();
    } finally {
      lock.unlock();
    }
    end(ending);
  }

  private void end(List<Part> ending) {
    long until = System.nanoTime() + Nanos.of(limit);
    List<Throwable> failures = new ArrayList<>();
    List<String> left = new ArrayList<>();
    boolean interrupted = false;
    for (Part part : ending) {
      Ending result = end(part, until);
      interrupted |= result.interrupted;
      if (result.failure != null) {
        failures.add(result.failure);
      }
      if (!result.ended) {
        left.add(part.name());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!left.isEmpty()) {
      failures.addFirst(
          new IllegalStateException("not ended within " + limit + ": " + String.join(", ", left)));
    }
    report(failures);
  }

  private void report(List<Throwable> failures) {
    if (failures.isEmpty()) {
      return;
    }
    Throwable first = failures.getFirst();
    IllegalStateException failure =
        new IllegalStateException("closing " + name + ": " + first.getMessage(), first);
    failures.stream().skip(1).forEach(failure::addSuppressed);
    throw failure;
  }

  /// How the end of a part went.
  ///
  /// @param interrupted whether the closing thread was told to hurry: it goes on, but waits no more
  private record Ending(boolean ended, boolean interrupted, @Nullable Throwable failure) {}

  private Ending end(Part part, long until) {
    return switch (part) {
      case Part.Running(_, var thread) -> end(thread, until);
      case Part.Owned(var what, var thing) -> end(what, thing, until);
    };
  }

  private static Ending end(Thread thread, long until) {
    thread.interrupt();
    if (thread == Thread.currentThread()) {
      // Closed from within: it ends when it returns from here.
      return new Ending(true, true, null);
    }
    boolean interrupted = join(thread, until);
    return new Ending(!thread.isAlive(), interrupted, null);
  }

  private static boolean join(Thread thread, long until) {
    try {
      long left = until - System.nanoTime();
      if (left > 0) {
        thread.join(Duration.ofNanos(left));
      }
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /// Closes it in a thread of its own: a close that hangs must not keep the others from ending.
  private static Ending end(String what, AutoCloseable thing, long until) {
    Callable<@Nullable Void> closing =
        () -> {
          thing.close();
          return null;
        };
    var task = new FutureTask<@Nullable Void>(closing);
    Thread thread = Thread.ofVirtual().name("close-" + what).start(task);
    try {
      task.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
      return new Ending(true, false, null);
    } catch (ExecutionException e) {
      return new Ending(true, false, e.getCause());
    } catch (TimeoutException e) {
      thread.interrupt();
      return new Ending(false, false, null);
    } catch (InterruptedException e) {
      return new Ending(task.isDone(), true, null);
    }
  }
}
