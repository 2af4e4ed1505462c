package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// What begins and ends with the lead.
class LeaderGroupTest extends OnCluster {
  private Manager elected(String identity) {
    return Manager.connect(
        "elected",
        config.with(c -> c.namespace(namespace)),
        ManagerOptions.defaults()
            .with(
                o ->
                    o.namespaces(namespace)
                        .grace(Duration.ofMillis(200))
                        .leaderElection(l -> l.identity(identity))));
  }

  private static final class Recorded implements Component {
    final List<String> told = new CopyOnWriteArrayList<>();
    final CountDownLatch started = new CountDownLatch(1);

    @Override
    public String name() {
      return "recorded";
    }

    @Override
    public void start() {
      told.add("start");
      started.countDown();
    }

    @Override
    public void stop(Duration grace) {
      told.add("stop");
    }
  }

  @Test
  void partOfALeaderIsStoppedOnceAndThatOfAFollowerNotAtAll() throws Exception {
    Recorded leading = new Recorded();
    Recorded following = new Recorded();
    try (Manager leader = elected("a")) {
      leader.add(Phase.LEADER, leading).start();
      leading.started.await();
      try (Manager follower = elected("b")) {
        follower.add(Phase.LEADER, following).start();
      }
    }
    assertThat(following.told).isEmpty();
    assertThat(leading.told).containsExactly("start", "stop");
  }

  @Test
  void electionEndsWithTheManagerAlsoWhenAReconcileDoesNot() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Recorded other = new Recorded();
    Manager leader = elected("a");
    leader
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              running.countDown();
              while (release.getCount() > 0) {
                try {
                  release.await();
                } catch (InterruptedException e) {
                  // A bad habit of many.
                }
              }
              return Result.done();
            });
    leader.add(Phase.LEADER, other);
    create("a");
    leader.start();
    running.await();
    other.started.await();
    leader.close();
    assertThat(other.told).containsExactly("start", "stop");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("drover/leader-elected/election");
    release.countDown();
  }

  @Test
  void leaderThatCannotStartAPartStopsInsteadOfKeepingTheLease() {
    try (Manager leader = elected("a")) {
      leader.add(
          Phase.LEADER,
          new Component() {
            @Override
            public String name() {
              return "till";
            }

            @Override
            public void start() throws Exception {
              throw new java.io.IOException("no change left");
            }

            @Override
            public void stop(Duration grace) {}
          });
      assertThatThrownBy(leader::run)
          .hasMessageContaining("cannot start till")
          .hasMessageContaining("no change left");
    }
  }

  @Test
  void errorInATaskStopsTheManager() {
    manager.add(
        Phase.ALWAYS,
        Component.of(
            "till",
            () -> {
              throw new NoClassDefFoundError("Drawer");
            }));
    assertThatThrownBy(manager::run)
        .hasMessageContaining("till failed")
        .hasMessageContaining("Drawer");
  }

  @Test
  void followerSettlesWithRequestsInItsQueue() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    create("a");
    try (Manager leader = elected("a");
        Manager follower = elected("b")) {
      for (Manager one : List.of(leader, follower)) {
        one.controllerFor(ConfigMap.class)
            .complete(
                (map, ctx) -> {
                  seen.add(map.name());
                  return Result.done();
                });
        one.start();
        one.settle(SOON);
      }
      assertThat(seen).containsExactly("a");
    }
  }

  @Test
  void clientStaysOpenUntilTheLastReconcileHasEnded() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    BlockingQueue<String> written = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              running.countDown();
              goOn.await();
              ctx.client().editMetadata(map, m -> m.withAnnotation("seen", "yes"));
              written.add(map.name());
              return Result.done();
            });
    create("a");
    Thread runner =
        Thread.startVirtualThread(
            () -> {
              try {
                manager.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    running.await();
    Thread closer = Thread.startVirtualThread(manager::close);
    Eventually.holds("it is being closed", () -> !manager.isRunning());
    assertThat(runner.join(Duration.ofMillis(50))).as("run has returned").isFalse();
    goOn.countDown();
    assertThat(next(written)).isEqualTo("a");
    runner.join();
    closer.join();
  }
}
