package dev.drover.testsupport;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/// Ends the JVM, after a thread dump, when no test began or ended for a long time.
///
/// JUnit's time-out interrupts a test, which does nothing to a thread that waits where interruption
/// is not noticed, such as a read from a pipe. Without this, such a suite would be silent for ever.
/// The limit is longer than the default time-out of a test; suites with longer tests set it.
public final class HangWatchdog implements TestExecutionListener {
  /// How long no test may begin or end, as [Duration#parse] reads it.
  static final String LIMIT = "drover.test.hang-after";

  static final int EXIT_CODE = 70;

  private final Duration limit = Duration.parse(System.getProperty(LIMIT, "PT7M"));
  private final Set<String> running = ConcurrentHashMap.newKeySet();
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile long lastProgress;

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    lastProgress = System.nanoTime();
    Thread.ofPlatform().daemon().name("hang watchdog").start(this::watch);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    finished.countDown();
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    running.add(test.getUniqueId());
    lastProgress = System.nanoTime();
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    running.remove(test.getUniqueId());
    lastProgress = System.nanoTime();
  }

  private void watch() {
    try {
      long left = limit.toNanos();
      while (left > 0) {
        if (finished.await(left, TimeUnit.NANOSECONDS)) {
          return;
        }
        left = lastProgress + limit.toNanos() - System.nanoTime();
      }
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("SystemExitOutsideMain") // the threads that hang would keep the JVM alive
  private void end() {
    String reason =
        "No test began or ended for " + limit + ". Running: " + String.join(", ", running);
    try (PrintStream error =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8)) {
      error.println(reason);
      Path dump = ThreadDumps.write(reason);
      error.println("All threads: " + dump);
    } finally {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
