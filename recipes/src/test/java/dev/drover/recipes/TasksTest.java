package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Phase;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tasks of a manager.
class TasksTest extends OnCluster {
  @Test
  void periodicTaskRunsAtStartAndAfterEachIntervalEvenIfItFails() throws Exception {
    ManualTime time = new ManualTime();
    AtomicInteger runs = new AtomicInteger();
    Manager manager = manager("tasks");
    Tasks.periodic(
        manager,
        Phase.ALWAYS,
        "count",
        Duration.ofMinutes(1),
        () -> {
          if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("once");
          }
        },
        time);
    manager.start();
    eventually("first", () -> runs.get() == 1);
    eventually(
        "second",
        () -> {
          time.advance(Duration.ofMinutes(1));
          return runs.get() >= 2;
        });
    assertThat(manager.isRunning()).isTrue();
    manager.close();
    int before = runs.get();
    time.advance(Duration.ofMinutes(5));
    assertThat(runs.get()).isEqualTo(before);
  }

  @Test
  @Tag("slow")
  void tasksPauseByTheTimeOfTheManager() throws Exception {
    ManualTime time = new ManualTime();
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger failures = new AtomicInteger();
    Manager manager = manager("tasks", o -> o.time(time));
    assertThat(manager.time()).isSameAs(time);
    Tasks.periodic(manager, "count", Duration.ofHours(1), runs::incrementAndGet);
    Tasks.onLeader(
        manager,
        "fail",
        () -> {
          failures.incrementAndGet();
          throw new IllegalStateException("always");
        });
    manager.start();
    eventually("both ran", () -> runs.get() == 1 && failures.get() == 1);
    eventually(
        "tried again",
        () -> {
          time.advance(Duration.ofSeconds(5));
          return failures.get() > 1;
        });
    eventually(
        "ran again",
        () -> {
          time.advance(Duration.ofHours(1));
          return runs.get() > 1;
        });
  }

  @Test
  void leaderTaskIsRetriedUntilItSucceedsOnce() throws Exception {
    ManualTime time = new ManualTime();
    AtomicInteger runs = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    Manager manager = manager("leader-" + unique, o -> o.leaderElection());
    Tasks.onLeader(
        manager,
        "migrate",
        () -> {
          if (runs.incrementAndGet() < 3) {
            throw new IllegalStateException("not yet");
          }
          done.set(true);
        },
        time);
    manager.start();
    eventually(
        "done",
        () -> {
          time.advance(Duration.ofSeconds(5));
          return done.get();
        });
    time.advance(Duration.ofMinutes(1));
    assertThat(runs).hasValue(3);
    assertThat(manager.isLeader()).isTrue();
  }

  @Test
  void periodicTaskWithoutAnIntervalIsRefused() {
    Manager manager = manager("tasks");
    assertThatThrownBy(() -> Tasks.periodic(manager, "busy", Duration.ZERO, () -> {}))
        .hasMessageContaining("busy");
  }
}
