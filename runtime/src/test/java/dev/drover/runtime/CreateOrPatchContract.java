package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.client.ResourceClient;
import dev.drover.client.WriteResult;
import dev.drover.model.core.v1.Pod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `createOrPatch` and `createOrUpdate` store the status that the change sets.
abstract class CreateOrPatchContract extends OnCluster {
  @CustomResource(group = "upsert.drover.dev", version = "v1")
  record Sundae(ObjectMeta metadata, Map<String, String> spec, @Nullable SundaeStatus status)
      implements KubernetesObject, HasStatus<SundaeStatus> {
    Sundae withSpec(String key, String value) {
      return new Sundae(metadata, Map.of(key, value), status);
    }

    Sundae withScoops(int scoops) {
      return new Sundae(metadata, spec, new SundaeStatus(scoops));
    }
  }

  record SundaeStatus(int scoops) {}

  @CustomResource(group = "upsert.drover.dev", version = "v1")
  record Plain(ObjectMeta metadata, Map<String, String> status) implements KubernetesObject {}

  private ClusterClient cached;

  @BeforeEach
  void install() throws Exception {
    manager.install(Sundae.class, Plain.class);
    manager.cache().informer(Sundae.class);
    manager.start();
    cached = manager.client();
  }

  private ObjectMeta named(String name) {
    return ObjectMeta.builder().namespace(namespace).name(name).build();
  }

  private Sundae fresh() {
    return new Sundae(named("a"), Map.of(), null);
  }

  private Sundae onServer() {
    return client.resources(Sundae.class).inNamespace(namespace).get("a");
  }

  private void assertStored(WriteResult.Outcome outcome, WriteResult<Sundae> written, int scoops) {
    assertThat(written.outcome()).isEqualTo(outcome);
    assertThat(onServer().status()).isEqualTo(new SundaeStatus(scoops));
    assertThat(written.object()).isEqualTo(onServer());
    assertThat(cached.get(Sundae.class, namespace, "a")).as("read").isEqualTo(onServer());
  }

  @Test
  void statusOfACreatedObjectIsStored() {
    UnaryOperator<Sundae> change = s -> s.withSpec("k", "1").withScoops(1);
    assertStored(WriteResult.Outcome.CREATED, cached.createOrPatch(fresh(), change), 1);
    assertStored(WriteResult.Outcome.UNCHANGED, cached.createOrPatch(fresh(), change), 1);
  }

  @Test
  void changedStatusIsStoredWithAndWithoutOtherChanges() {
    cached.create(fresh());
    assertStored(
        WriteResult.Outcome.UPDATED, cached.createOrPatch(fresh(), s -> s.withScoops(1)), 1);
    assertStored(
        WriteResult.Outcome.UPDATED,
        cached.createOrPatch(fresh(), s -> s.withSpec("k", "2").withScoops(2)),
        2);
    assertThat(onServer().spec()).containsEntry("k", "2");
    assertStored(
        WriteResult.Outcome.UPDATED,
        cached.createOrUpdate(fresh(), s -> s.withSpec("k", "3").withScoops(3)),
        3);
    assertStored(
        WriteResult.Outcome.UPDATED, cached.createOrUpdate(fresh(), s -> s.withScoops(4)), 4);
    assertStored(
        WriteResult.Outcome.UNCHANGED, cached.createOrUpdate(fresh(), s -> s.withScoops(4)), 4);
  }

  @Test
  void changeWithoutAStatusLeavesItAsItIs() {
    cached.createOrPatch(fresh(), s -> s.withScoops(1));
    assertStored(
        WriteResult.Outcome.UPDATED,
        cached.createOrPatch(fresh(), s -> new Sundae(s.metadata(), Map.of("k", "v"), null)),
        1);
  }

  @Test
  void statusWriteIsRetriedAfterAConflictBetweenTheTwoWrites() {
    cached.create(fresh());
    AtomicInteger calls = new AtomicInteger();
    WriteResult<Sundae> written =
        cached.createOrPatch(
            fresh(),
            s -> {
              if (calls.incrementAndGet() == 1) {
                client.edit(onServer(), o -> o.withSpec("theirs", "1"));
              }
              return s.withScoops(7);
            });
    assertThat(calls).hasValue(2);
    assertStored(WriteResult.Outcome.UPDATED, written, 7);
    assertThat(onServer().spec()).containsEntry("theirs", "1");
  }

  @Test
  void statusOfADynamicObjectIsStored() {
    Kind<DynamicObject> kind = cached.live().mapper().mapping(Kind.of(Sundae.class).gvk()).kind();
    DynamicObject wanted = kind.newObject(named("a"));
    UnaryOperator<DynamicObject> change = o -> o.with(5L, "status", "scoops");
    assertThat(cached.createOrPatch(wanted, change).outcome())
        .isEqualTo(WriteResult.Outcome.CREATED);
    assertThat(onServer().status()).isEqualTo(new SundaeStatus(5));
    assertThat(cached.createOrPatch(wanted, change).outcome())
        .isEqualTo(WriteResult.Outcome.UNCHANGED);
  }

  @Test
  void statusOfAKindWithoutTheSubresourceIsAFieldLikeAnyOther() {
    ResourceClient<Plain> plains = client.resources(Plain.class).inNamespace(namespace);
    Plain fresh = new Plain(named("a"), Map.of());
    for (String value : List.of("1", "2")) {
      cached.createOrPatch(fresh, p -> new Plain(p.metadata(), Map.of("k", value)));
      assertThat(plains.get("a").status()).isEqualTo(Map.of("k", value));
    }
  }

  @Test
  void fieldsOfTheStatusThatTheServerSetsAtTheCreationStay() {
    WriteResult<Pod> written =
        cached.createOrPatch(
            Pod.named(namespace, "a"),
            pod ->
                pod.with(
                    p ->
                        p.spec(s -> s.container("c", c -> c.image("i")))
                            .status(s -> s.hostIP("10.0.0.1"))));
    assertThat(written.outcome()).isEqualTo(WriteResult.Outcome.CREATED);
    Pod stored = client.resources(Pod.class).inNamespace(namespace).get("a");
    assertThat(stored.status().hostIP()).isEqualTo("10.0.0.1");
    assertThat(stored.status().phase()).isEqualTo("Pending");
  }
}
