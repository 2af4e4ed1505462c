package dev.drover.recipes;

import dev.drover.client.RequestInterruptedException;
import dev.drover.client.TimeSource;
import dev.drover.runtime.Component;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Phase;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/// Work of a manager that is not bound to objects: on the leader, or again and again.
///
/// ```java
/// Tasks.onLeader(manager, "migrate", () -> migrate(manager.client()));
/// Tasks.periodic(manager, "report", Duration.ofMinutes(5), () -> report());
/// ```
///
/// A task that fails is logged and tried again; it does not stop the manager. It is interrupted
/// when the manager stops, or when this replica leads no longer. Pauses are by the time of the
/// manager, which tests may move.
///
/// In Go: {@index leader.Manager.OnLeader}, {@index ticker.Context}.
public final class Tasks {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private Tasks() {}

  /// Work that may fail.
  @FunctionalInterface
  public interface Task {
    /// Works; must end when its thread is interrupted.
    void run() throws Exception;
  }

  /// Runs a task once, each time this replica becomes the leader; after a failure again every five
  /// seconds until it works.
  public static void onLeader(Manager manager, String name, Task task) {
    onLeader(manager, name, task, manager.time());
  }

  /// As [#onLeader(Manager, String, Task)], by another time.
  public static void onLeader(Manager manager, String name, Task task, TimeSource time) {
    Manager _ =
        manager.add(
            Phase.LEADER,
            Component.of(
                name,
                () -> {
                  while (!worked(name, task)) {
                    Pause.of(RETRY, time);
                  }
                }));
  }

  /// Runs a task at the start and then again and again, on every replica.
  ///
  /// @param pause between the end of a run and the next
  public static void periodic(Manager manager, String name, Duration pause, Task task) {
    periodic(manager, Phase.ALWAYS, name, pause, task, manager.time());
  }

  /// As [#periodic], on the replica that leads.
  public static void periodicOnLeader(Manager manager, String name, Duration pause, Task task) {
    periodic(manager, Phase.LEADER, name, pause, task, manager.time());
  }

  /// As [#periodic], in this phase and by another time.
  ///
  /// @throws IllegalArgumentException if the pause is not positive
  public static void periodic(
      Manager manager, Phase phase, String name, Duration pause, Task task, TimeSource time) {
    if (!pause.isPositive()) {
      throw new IllegalArgumentException("task " + name + " needs a pause, got " + pause);
    }
    Manager _ =
        manager.add(
            phase,
            Component.of(
                name,
                () -> {
                  while (true) {
                    boolean _ = worked(name, task);
                    Pause.of(pause, time);
                  }
                }));
  }

  private static boolean worked(String name, Task task) throws InterruptedException {
    try {
      task.run();
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (RequestInterruptedException e) {
      throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
    } catch (Exception e) {
      LoggerFactory.getLogger(Tasks.class).warn("task {} failed, it is tried again", name, e);
      return false;
    }
  }
}
