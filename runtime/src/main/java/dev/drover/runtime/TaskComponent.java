package dev.drover.runtime;

import dev.drover.api.lifecycle.Lifecycle;
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
  private volatile @Nullable Lifecycle life; // of the latest start

  TaskComponent(String name, Task task) {
    this(name, task, error -> LOG.error("task {}: failed and ended", name, error));
  }

  private TaskComponent(String name, Task task, Consumer<Throwable> failed) {
    this.name = name;
    this.task = task;
    this.failed = failed;
  }

  /// The same task; its failure is handed to a consumer.
  TaskComponent reportingFailures(Consumer<Throwable> listener) {
    return new TaskComponent(
        name,
        task,
        error -> listener.accept(new IllegalStateException(name + " failed: " + error, error)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start() {
    Lifecycle begun = new Lifecycle(name, this::ended);
    life = begun;
    begun.fork("task", task::run);
  }

  /// An interruption without a stop, for example by the task itself, ends the task and nothing
  /// else.
  private void ended(Throwable error) {
    if (error instanceof InterruptedException) {
      LOG.warn("task {}: interrupted without a stop, ended", name, error);
    } else {
      failed.accept(error);
    }
  }

  @Override
  public void stop(Duration grace) {
    Lifecycle ending = life;
    if (ending != null) {
      ending.close(grace);
    }
  }
}
