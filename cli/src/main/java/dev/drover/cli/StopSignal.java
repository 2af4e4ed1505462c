package dev.drover.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Waits for the signal that stops a command: Ctrl-C or SIGTERM.
///
/// The JVM halts when its shutdown hooks return, whatever the command still has to close. This hook
/// therefore waits until the command closes the signal, which is the last thing that a command
/// does. A command that does not close in time is halted: a signal always ends the process.
///
/// ```java
/// try (StopSignal stop = StopSignal.listen(0);
///     EmbeddedApiServer server = EmbeddedApiServer.start()) {
///   stop.await();
/// }
/// ```
final class StopSignal implements AutoCloseable {
  // Longer than any command takes to close its parts.
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final int FORCED = 1;

  private final CountDownLatch given = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final int exitCode;
  private final Thread hook = new Thread(this::pass, "drover/cli/stop-signal");
  private @Nullable Thread worker; // interrupted by the signal; guarded by this

  private StopSignal(int exitCode) {
    this.exitCode = exitCode;
  }

  /// @param exitCode of a process that was stopped
  static StopSignal listen(int exitCode) {
    StopSignal stop = new StopSignal(exitCode);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  boolean isGiven() {
    return given.getCount() == 0;
  }

  /// Waits for the signal.
  void await() throws InterruptedException {
    given.await();
  }

  /// Runs work that the signal interrupts.
  ///
  /// @return its result; empty when the signal arrived before the end
  <T> Optional<T> unlessGiven(Callable<T> work) throws Exception {
    begin();
    try {
      return isGiven() ? Optional.empty() : Optional.of(work.call());
    } catch (Exception e) {
      if (isGiven()) {
        return Optional.empty(); // an interruption may surface as any exception
      }
      throw e;
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    worker = Thread.currentThread();
  }

  /// From here on the signal interrupts nothing: the command closes its parts.
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
    int code = FORCED;
    try {
      give();
      if (closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        code = exitCode;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Runtime.getRuntime().halt(code); // even if a part hangs or memory is exhausted
    }
  }

  @Override
  public void close() {
    closed.countDown();
    if (!isGiven()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        return; // the JVM shuts down already, and everything is closed
      }
    }
  }
}
