package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.PartialObject;
import dev.drover.model.autoscaling.v1.HorizontalPodAutoscaler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A kind is cached in one version and written in another, and the watch is late.
class OtherVersionsTest extends OnCluster {
  private static final Kind<HorizontalPodAutoscaler> V1 = HorizontalPodAutoscaler.KIND;
  private static final Kind<dev.drover.model.autoscaling.v2.HorizontalPodAutoscaler> V2 =
      dev.drover.model.autoscaling.v2.HorizontalPodAutoscaler.KIND;
  private static final Kind<PartialObject> METADATA = V1.metadataOnly();

  private final HeldWatches watches = new HeldWatches("horizontalpodautoscalers");
  private ClusterClient cached;

  @BeforeEach
  void delayWatches() throws Exception {
    manager.close();
    manager =
        Manager.connect(
            "versions",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).syncTimeout(SOON).layer(watches)));
    manager.cache().informer(V1);
    manager.cache().informer(METADATA);
    manager.start();
    manager.settle(SOON);
    watches.hold();
    cached = manager.client();
  }

  private dev.drover.model.autoscaling.v2.HorizontalPodAutoscaler scaler() {
    return dev.drover.model.autoscaling.v2.HorizontalPodAutoscaler.named(namespace, "web")
        .with(
            h ->
                h.spec(
                    s ->
                        s.minReplicas(2)
                            .maxReplicas(5)
                            .scaleTargetRef(
                                r -> r.apiVersion("apps/v1").kind("Deployment").name("web"))));
  }

  @Test
  void ownWriteInAnotherVersionIsReadAtOnce() {
    var written = cached.create(scaler());
    assertThat(cached.get(V1, written.key()).spec().maxReplicas()).isEqualTo(5);
    assertThat(cached.get(METADATA, written.key()).metadata().uid())
        .isEqualTo(written.metadata().uid());
    cached.edit(written, h -> h.with(b -> b.spec(s -> s.maxReplicas(9))));
    assertThat(cached.list(V1)).singleElement().matches(h -> h.spec().maxReplicas() == 9);
  }

  @Test
  void runAfterAnOwnWriteInAnotherVersionKnowsThatReason() throws Exception {
    watches.open();
    client.create(scaler());
    List<Reason> reasons = new CopyOnWriteArrayList<>();
    manager
        .controllerFor(V1)
        .complete(
            (small, ctx) -> {
              reasons.add(ctx.reason());
              if (small.spec().maxReplicas() == 5) {
                var same = ctx.client().live().get(V2, small.key());
                ctx.client().edit(same, h -> h.with(b -> b.spec(s -> s.maxReplicas(9))));
              }
              return Result.done();
            });
    manager.settle(SOON);
    assertThat(reasons).hasSizeGreaterThan(1).last().isInstanceOf(Reason.OwnWrite.class);
  }

  @Test
  void ownDeletionInAnotherVersionIsFinal() throws Exception {
    var written = cached.create(scaler());
    long created = watches.awaitMore(0);
    cached.delete(written);
    assertThat(cached.find(V1, written.key())).isEmpty();
    watches.release(created);
    assertThat(cached.find(V1, written.key())).as("after its creation has arrived").isEmpty();
    assertThat(cached.find(METADATA, written.key())).isEmpty();
    watches.open();
    manager.settle(SOON);
    assertThat(cached.list(V1)).isEmpty();
    assertThat(DynamicObject.of(written).gvk()).isEqualTo(V2.gvk());
  }
}
