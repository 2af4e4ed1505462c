package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// controller-runtime's way: what a reconciler is called for, and what follows.
abstract class ReconcileContract extends OnCluster {
  @Test
  void reconcilerGetsEachObjectAndNoDeletedOne() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    BlockingQueue<Request> gone = new LinkedBlockingQueue<>();
    create("a");
    manager
        .controllerFor(ConfigMap.class)
        .onGone(gone::add)
        .complete(
            (map, ctx) -> {
              seen.add(map.name());
              return Result.done();
            });
    manager.start();
    assertThat(next(seen)).isEqualTo("a");
    create("b");
    assertThat(next(seen)).isEqualTo("b");
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(next(gone)).isEqualTo(Request.of(namespace, "a"));
    assertThat(seen).isEmpty();
  }

  @Test
  void reasonSaysWhichObjectChangedAndWhere() throws Exception {
    BlockingQueue<String> reasons = new LinkedBlockingQueue<>();
    ConfigMap map = create("a");
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (object, ctx) -> {
              reasons.add(ctx.reason().toString());
              return Result.done();
            });
    manager.start();
    assertThat(next(reasons)).isEqualTo("ConfigMap " + namespace + "/a there at the start");
    client.edit(map, m -> m.with(b -> b.data("color", "red")));
    assertThat(next(reasons)).isEqualTo("ConfigMap " + namespace + "/a updated (data)");
  }

  @Test
  void reasonMarksOwnWrites() throws Exception {
    BlockingQueue<Reason> reasons = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              reasons.add(ctx.reason());
              ctx.client().editMetadata(map, m -> m.withAnnotation("seen", "yes"));
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(next(reasons)).isInstanceOf(Reason.Event.class);
    assertThat(next(reasons)).isInstanceOf(Reason.OwnWrite.class);
    assertThat(reasons.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void finalizerIsAddedAndTheObjectGoesOnlyAfterTheCleanUp() throws Exception {
    CountDownLatch reconciled = new CountDownLatch(1);
    BlockingQueue<String> cleaned = new LinkedBlockingQueue<>();
    BlockingQueue<Request> gone = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .finalizer(
            "test.drover.dev/cleanup",
            (map, ctx) -> {
              cleaned.add(map.name());
              return Result.done();
            })
        .onGone(gone::add)
        .complete(
            (map, ctx) -> {
              assertThat(map.metadata().finalizers()).contains("test.drover.dev/cleanup");
              reconciled.countDown();
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(reconciled.await(20, TimeUnit.SECONDS)).isTrue();
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(next(cleaned)).isEqualTo("a");
    next(gone);
    assertThat(client.resources(ConfigMap.class).inNamespace(namespace).find("a")).isEmpty();
  }

  @Test
  void errorHandlerDecidesTheResultOfAnException() throws Exception {
    BlockingQueue<Integer> runs = new LinkedBlockingQueue<>();
    BlockingQueue<String> errors = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .onError(
            (map, error, ctx) -> {
              errors.add(error.getMessage());
              return Result.terminal("as decided");
            })
        .complete(
            (map, ctx) -> {
              runs.add(ctx.attempt());
              throw new java.io.IOException("no");
            });
    manager.start();
    create("a");
    assertThat(next(runs)).isEqualTo(1);
    assertThat(next(errors)).isEqualTo("no");
    assertThat(runs.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void errorHandlerIsNotCalledForATimeout() throws Exception {
    BlockingQueue<Integer> runs = new LinkedBlockingQueue<>();
    BlockingQueue<Exception> errors = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .timeout(Duration.ofMillis(50))
        .onError(
            (map, error, ctx) -> {
              errors.add(error);
              return Result.done();
            })
        .complete(
            (map, ctx) -> {
              runs.add(ctx.attempt());
              if (ctx.attempt() == 1) {
                new CountDownLatch(1).await();
              }
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(next(runs)).isEqualTo(1);
    assertThat(next(runs)).isEqualTo(2);
    assertThat(errors).isEmpty();
  }

  @Test
  void optionsThatNeedAnObjectAreRefusedForARequestReconciler() {
    assertThatThrownBy(
            () ->
                manager
                    .controllerFor(ConfigMap.class)
                    .onGone(_ -> {})
                    .completeRequests((request, ctx) -> Result.done()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("use complete");
    assertThatThrownBy(
            () ->
                manager
                    .controllerFor(ConfigMap.class)
                    .finalizer("test.drover.dev/a", (map, ctx) -> Result.done())
                    .finalizer("test.drover.dev/a", (map, ctx) -> Result.done()))
        .hasMessageContaining("has the finalizer 'test.drover.dev/a' already");
  }

  @Test
  void severalFinalizersAreCleanedUpIndependentlyOfEachOther() throws Exception {
    AtomicInteger cleanedA = new AtomicInteger();
    AtomicInteger cleanedB = new AtomicInteger();
    AtomicBoolean mayFinish = new AtomicBoolean();
    BlockingQueue<List<String>> reconciled = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .with(change -> change.states().stream().anyMatch(map -> map.name().equals("guarded")))
        .finalizer(
            "test.drover.dev/a",
            (map, ctx) -> {
              cleanedA.incrementAndGet();
              return mayFinish.get() ? Result.done() : Result.after(Duration.ofMillis(20));
            })
        .finalizer(
            "test.drover.dev/b",
            (map, ctx) -> {
              cleanedB.incrementAndGet();
              return Result.done();
            })
        .complete(
            (map, ctx) -> {
              reconciled.add(map.metadata().finalizers());
              return Result.done();
            });
    manager.start();
    create("guarded");
    assertThat(next(reconciled)).containsExactly("test.drover.dev/a", "test.drover.dev/b");
    client.delete(ConfigMap.named(namespace, "guarded"));
    var maps = client.resources(ConfigMap.class).inNamespace(namespace);
    Eventually.holds(
        "the one that is done is removed",
        () -> maps.get("guarded").metadata().finalizers().equals(List.of("test.drover.dev/a")));
    mayFinish.set(true);
    Eventually.holds("it is gone", () -> maps.find("guarded").isEmpty());
    assertThat(cleanedA.get()).isGreaterThan(1);
    assertThat(cleanedB).hasValue(1);
  }

  @Test
  void requestReconcilerNeedsOnlyTheNamesOfObjects() throws Exception {
    BlockingQueue<ObjectKey> seen = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .completeRequests(
            (request, ctx) -> {
              seen.add(request.key());
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(next(seen).name()).isEqualTo("a");
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(next(seen).name()).isEqualTo("a");
  }

  @Test
  void requestsAlsoComeFromCodeAndFromTimers() throws Exception {
    BlockingQueue<Reason> reasons = new LinkedBlockingQueue<>();
    ManualTime time = new ManualTime();
    Channel channel = Source.channel("hook");
    Request request = Request.of(namespace, "a");
    manager
        .controllerFor(ConfigMap.class)
        .watches(channel)
        .watches(Source.every(Duration.ofHours(1), time, () -> List.of(request)))
        .completeRequests(
            (some, ctx) -> {
              reasons.add(ctx.reason());
              return Result.done();
            });
    manager.start();
    channel.send(request);
    assertThat(next(reasons)).isInstanceOf(Reason.Enqueued.class);
    time.awaitAlarms(1);
    time.advance(Duration.ofHours(1));
    assertThat(next(reasons)).isEqualTo(new Reason.Timer(Duration.ofHours(1)));
  }

  @Test
  void hotLoopIsReportedWithTheFieldThatTheControllerWrites() throws Exception {
    BlockingQueue<HotLoop> loops = new LinkedBlockingQueue<>();
    ControllerObserver observer =
        new ControllerObserver() {
          @Override
          public void hotLoop(HotLoop loop) {
            loops.add(loop);
          }
        };
    try (Manager restless =
        Manager.connect(
            "restless",
            config,
            ManagerOptions.defaults().with(o -> o.namespaces(namespace).observer(observer)))) {
      restless
          .controllerFor(ConfigMap.class)
          .complete(
              (map, ctx) -> {
                String next =
                    Integer.toString(map.data().size() + map.metadata().annotations().size());
                ctx.client().edit(map, m -> m.with(b -> b.data("run" + next, next)));
                return Result.done();
              });
      restless.start();
      create("a");
      HotLoop loop = next(loops);
      assertThat(loop.request()).isEqualTo(Request.of(namespace, "a"));
      assertThat(loop.runs()).isEqualTo(10);
      assertThat(loop.written()).hasSize(1).first().asString().startsWith("data");
      assertThat(loop.answered()).as("the server stored what was sent").isEmpty();
      assertThat(loop.toString())
          .contains("controller configmap runs in circles over")
          .doesNotContain("answer differed");
    }
  }
}
