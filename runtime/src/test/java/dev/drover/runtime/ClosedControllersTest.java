package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Patch;
import dev.drover.model.coordination.v1.Lease;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// Controllers that their users close, while the manager that they belong to goes on.
class ClosedControllersTest extends OnCluster {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

  private Controller record(String prefix) {
    return manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              runs.add(prefix + map.name());
              return Result.done();
            });
  }

  @Test
  void managerStartsWithoutAControllerThatWasClosedBefore() throws Exception {
    record("old ").close();
    record("new ");
    create("a");
    manager.start();
    assertThat(next(runs)).isEqualTo("new a");
    manager.settle(SOON);
    assertThat(runs).isEmpty();
  }

  @Test
  void leaderThatIsElectedAgainGoesOnWithoutAClosedController() throws Exception {
    manager.close();
    manager =
        Manager.connect(
            "elected",
            config.with(c -> c.namespace(namespace)),
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.namespaces(namespace)
                            .leaderElection(
                                l ->
                                    l.identity("first")
                                        .times(
                                            Duration.ofSeconds(2),
                                            Duration.ofSeconds(1),
                                            Duration.ofMillis(100)))));
    Controller closed = record("old ");
    manager.start();
    Eventually.holds("leads", manager::isLeader);
    create("a");
    assertThat(next(runs)).isEqualTo("old a");
    closed.close();
    lose();
    Eventually.holds("does not lead", () -> !manager.isLeader());
    record("new ");
    Eventually.holds("leads again", manager::isLeader);
    assertThat(next(runs)).isEqualTo("new a");
    assertThat(manager.isRunning()).isTrue();
    assertThat(manager.failure()).isEmpty();
  }

  /// Another contender takes the lease, and never renews it.
  private void lose() {
    Lease lease = client.get(Lease.class, namespace, "elected");
    client.patch(lease, Patch.merge(Map.of("spec", Map.of("holderIdentity", "thief"))));
  }

  @Test
  void controllerClosedInItsOwnRunEndsAndItsNameMayBeUsedAgain() throws Exception {
    Controller[] own = new Controller[1];
    own[0] =
        manager
            .controllerFor(ConfigMap.class)
            .owns(Secret.class)
            .complete(
                (map, ctx) -> {
                  own[0].close();
                  runs.add("last");
                  return Result.after(Duration.ZERO);
                });
    create("a");
    manager.start();
    assertThat(next(runs)).isEqualTo("last");
    record("new ");
    assertThat(next(runs)).isEqualTo("new a");
    manager.settle(SOON);
    assertThat(runs).isEmpty();
  }
}
