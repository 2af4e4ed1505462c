package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ListOption;
import dev.drover.client.WriteResult;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.ServiceAccount;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// No cache answers "there is none" before it knows.
abstract class CacheReadinessContract extends OnCluster {
  private static final int OBJECTS = 60;

  private void createSecretsAndMaps() {
    IntStream.range(0, OBJECTS)
        .forEach(
            i -> {
              client.create(Secret.named(namespace, "s" + i));
              create("m" + i);
            });
  }

  @Test
  void controllerAddedToARunningManagerRunsOnlyAfterAllItsSourcesHaveSynced() throws Exception {
    createSecretsAndMaps();
    manager.start();
    Queue<Integer> secrets = new ConcurrentLinkedQueue<>();
    Queue<Integer> maps = new ConcurrentLinkedQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .watches(Secret.class, EventMapper.label("map"))
        .workers(8)
        .complete(
            (map, ctx) -> {
              secrets.add(ctx.client().list(Secret.class, ListOption.in(namespace)).size());
              maps.add(ctx.client().list(ConfigMap.class, ListOption.in(namespace)).size());
              return Result.done();
            });
    Eventually.holds("each map has been seen", () -> maps.size() >= OBJECTS);
    assertThat(secrets).allMatch(seen -> seen >= OBJECTS);
    assertThat(maps).allMatch(seen -> seen >= OBJECTS);
  }

  @Test
  void kindDeclaredOnARunningManagerIsReadWhole() throws Exception {
    createSecretsAndMaps();
    manager.start();
    manager.cache().informer(Secret.class);
    assertThat(manager.client().list(Secret.class)).hasSizeGreaterThanOrEqualTo(OBJECTS);
    manager.cache().informer(ConfigMap.class);
    assertThat(manager.client().get(ConfigMap.class, namespace, "m7").name()).isEqualTo("m7");
  }

  @Test
  void kindThatARunningControllerBeginsToReadIsReadWhole() throws Exception {
    createSecretsAndMaps();
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              manager.cache().informer(Secret.class);
              seen.add(ctx.client().list(Secret.class).size());
              return Result.done();
            });
    manager.start();
    Eventually.holds("each map has been seen", () -> seen.size() >= OBJECTS);
    assertThat(seen).allMatch(secrets -> secrets >= OBJECTS);
  }

  @Test
  void readBeforeTheStartSaysThatTheManagerHasNotStarted() {
    create("a");
    manager.cache().informer(ConfigMap.class);
    ClusterClient cached = manager.client();
    for (var read :
        List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
            () -> cached.get(ConfigMap.class, namespace, "a"),
            () -> cached.find(ConfigMap.class, namespace, "a"),
            () -> cached.list(ConfigMap.class))) {
      assertThatThrownBy(read)
          .isInstanceOf(CacheNotStartedException.class)
          .hasMessageContaining("configmaps")
          .hasMessageContaining("manager.start()")
          .hasMessageContaining("client().live()");
    }
    assertThatThrownBy(() -> cached.list(ServiceAccount.class))
        .isInstanceOf(UndeclaredKindException.class);
  }

  @Test
  void writesWorkBeforeTheStart() throws Exception {
    create("a");
    manager.cache().informer(ConfigMap.class);
    ClusterClient cached = manager.client();
    var there =
        cached.createOrPatch(ConfigMap.named(namespace, "a"), m -> m.with(b -> b.data("n", "1")));
    assertThat(there.outcome()).isEqualTo(WriteResult.Outcome.UPDATED);
    cached.delete(ConfigMap.named(namespace, "a"));
    manager.start();
    assertThat(cached.find(ConfigMap.class, namespace, "a")).isEmpty();
  }

  @Test
  void closedCacheReturnsItsLastState() throws Exception {
    create("a");
    manager.cache().informer(ConfigMap.class);
    manager.start();
    manager.close();
    assertThat(manager.client().find(ConfigMap.class, namespace, "a")).isPresent();
  }

  @Test
  void ownersOfAKindDeclaredLateAreFound() throws Exception {
    ConfigMap shop = create("shop");
    Secret key = client.create(Secret.named(namespace, "key").with(s -> s.ownedBy(shop)));
    manager.start();
    manager.cache().informer(ConfigMap.class);
    assertThat(manager.cache().owner(key.metadata().ownerReferences().getFirst(), namespace))
        .hasSize(1);
  }
}
