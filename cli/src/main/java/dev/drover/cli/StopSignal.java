package dev.drover.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// That somebody wants the command to stop: Ctrl-C or SIGTERM.
///
/// The JVM halts when its shutdown hooks are done, whatever the command still has to close. So this
/// hook waits until the command has closed it, which is the last thing a command does.
///
/// ```java
/// try (StopSignal stop = StopSignal.listen(0);
///     EmbeddedApiServer server = EmbeddedApiServer.start()) {
///   stop.await();
/// }
/// ```
final class StopSignal implements AutoCloseable {
  // Longer than any command waits for what it closes.
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final CountDownLatch given = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final int exitCode;
  private final Thread hook = new Thread(this::pass, "stop");
  private @Nullable Thread worker; // interrupted when the signal comes; guarded by this

  private StopSignal(int exitCode) {
    this.exitCode = exitCode;
  }

  /// @param exitCode what a process that was stopped ends with
  static StopSignal listen(int exitCode) {
    StopSignal stop = new StopSignal(exitCode);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  boolean isGiven() {
    return given.getCount() == 0;
  }

  /// Waits for it.
  void await() throws InterruptedException {
    given.await();
  }

  /// Does something that shall not outlast the signal: it is interrupted then.
  ///
  /// @return what came of it; empty when the signal cut it short
  <T> Optional<T> unlessGiven(Callable<T> work) throws Exception {
    begin();
    try {
      return isGiven() ? Optional.empty() : Optional.of(work.call());
    } catch (Exception e) {
      if (isGiven()) {
        return Optional.empty(); // interruption has many faces
      }
      throw e;
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    worker = Thread.currentThread();
  }

  /// What is closed from here on shall not be interrupted.
  private synchronized void end() {
    worker = null;
    if (isGiven()) {
      Thread.interrupted();
    }
  }

  private synchronized void give() {
    given.countDown();
    if (worker != null) {
      worker.interrupt();
    }
  }

  private void pass() {
    give();
    try {
      if (closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(exitCode);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    if (!isGiven()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        return; // the signal comes just now, and finds everything closed
      }
    }
  }
}
