package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.PartialObject;
import dev.drover.client.ManualTime;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// What the steps of a controller builder do.
class ControllerBuilderTest extends OnCluster {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

  private Reconciler<ConfigMap> recording() {
    return (map, ctx) -> {
      runs.add(map.name());
      return Result.done();
    };
  }

  private Manager manager(java.util.function.Consumer<ManagerOptions.Builder> change) {
    return Manager.connect(
        "builder",
        config,
        ManagerOptions.defaults()
            .with(o -> o.namespaces(namespace).syncTimeout(SOON))
            .with(change));
  }

  @Test
  void watchesMetadataCachesNothingButTheMetadata() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .with(_ -> false)
        .watchesMetadata(Secret.class, EventMapper.label("map"))
        .complete(recording());
    create("a");
    manager.start();
    client.create(Secret.named(namespace, "s").with(s -> s.label("map", "a")));
    assertThat(next(runs)).isEqualTo("a");
    assertThat(manager.cache().informers())
        .extracting(SharedIndexInformer::kind)
        .filteredOn(kind -> kind.gvk().equals(Secret.KIND.gvk()))
        .singleElement()
        .extracting(kind -> (Class) kind.type())
        .isEqualTo(PartialObject.class);
  }

  @Test
  void controllerOnEveryReplicaWorksOnOneThatDoesNotLead() throws Exception {
    try (Manager leader = manager(o -> o.leaderElection(l -> l.identity("first")))) {
      leader.start();
      Eventually.holds("the first one leads", leader::isLeader);
      manager.close();
      manager = manager(o -> o.leaderElection(l -> l.identity("second")));
      manager.controllerFor(ConfigMap.class).options(o -> o.onEveryReplica()).complete(recording());
      BlockingQueue<String> ofTheLeader = new LinkedBlockingQueue<>();
      manager
          .controllerFor(ConfigMap.class)
          .named("leader-only")
          .complete(
              (map, ctx) -> {
                ofTheLeader.add(map.name());
                return Result.done();
              });
      manager.start();
      create("a");
      String seen;
      do {
        seen = next(runs);
      } while (!seen.equals("a"));
      assertThat(manager.isLeader()).isFalse();
      assertThat(ofTheLeader).isEmpty();
    }
  }

  @Test
  void sourceWhoseStartBlocksIsNamedWithItsController() {
    Source blocking =
        new Source() {
          @Override
          public Watching start(Sink sink) {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("interrupted");
          }

          @Override
          public String name() {
            return "tap";
          }
        };
    manager
        .controllerFor(ConfigMap.class)
        .options(o -> o.syncTimeout(Duration.ofMillis(200)))
        .watches(blocking)
        .complete(recording());
    assertThatThrownBy(manager::start)
        .isInstanceOf(StartException.class)
        .hasMessageContaining("cannot start controller configmap")
        .hasMessageContaining("the start of source tap has not returned");
    assertThat(manager.isRunning()).isFalse();
  }

  @Test
  void contextHasTheTimeOfTheManager() throws Exception {
    ManualTime time = new ManualTime();
    BlockingQueue<Instant> instants = new LinkedBlockingQueue<>();
    manager.close();
    manager = manager(o -> o.time(time));
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              instants.add(ctx.clock().instant());
              return Result.done();
            });
    create("a");
    manager.start();
    assertThat(next(instants)).isEqualTo(time.instant());
  }
}
