package dev.drover.runtime;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A task on a virtual thread of its own.
final class TaskComponent implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(TaskComponent.class);

  private final String name;
  private final Task task;
  private final Consumer<Throwable> failed;
  private @Nullable Thread thread; // only the manager's thread

  TaskComponent(String name, Task task) {
    this(name, task, error -> LOG.error("{} failed", name, error));
  }

  private TaskComponent(String name, Task task, Consumer<Throwable> failed) {
    this.name = name;
    this.task = task;
    this.failed = failed;
  }

  /// The same task, whose failure somebody wants to hear of.
  TaskComponent tellingFailures(Consumer<Throwable> who) {
    return new TaskComponent(
        name,
        task,
        error -> who.accept(new IllegalStateException(name + " failed: " + error, error)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start() {
    thread = Thread.ofVirtual().name("drover-" + name).start(this::run);
  }

  private void run() {
    try {
      task.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // stopped
    } catch (Exception e) {
      if (!Thread.currentThread().isInterrupted()) {
        failed.accept(e);
      }
    }
  }

  @Override
  public void stop(Duration grace) throws InterruptedException {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
      if (!running.join(grace.isPositive() ? grace : Duration.ofMillis(1))) {
        throw new IllegalStateException(
            name + " does not end although it was interrupted; it is at " + where(running));
      }
    }
  }

  private static String where(Thread thread) {
    StackTraceElement[] trace = thread.getStackTrace();
    return trace.length == 0 ? "its end" : trace[0].toString();
  }
}
