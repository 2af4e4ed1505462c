package dev.drover.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A task on a virtual thread of its own.
final class TaskComponent implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(TaskComponent.class);

  private final String name;
  private final Task task;
  private @Nullable Thread thread; // only the manager's thread

  TaskComponent(String name, Task task) {
    this.name = name;
    this.task = task;
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
        LOG.error("{} failed", name, e);
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
