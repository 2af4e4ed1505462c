package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.runtime.queue.AddOptions;
import dev.drover.runtime.queue.KeyQueue;
import dev.drover.runtime.queue.QueueItem;
import dev.drover.runtime.queue.QueueOptions;
import dev.drover.runtime.queue.QueueSnapshot;
import dev.drover.runtime.queue.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// Controllers with another queue, or another order, than usual.
class ControllerQueueTest extends OnCluster {
  /// A queue that records what is taken.
  private static class Recording implements KeyQueue<Request> {
    final KeyQueue<Request> inner;
    final QueueOptions options;
    final List<String> taken;

    Recording(KeyQueue<Request> inner, QueueOptions options, List<String> taken) {
      this.inner = inner;
      this.options = options;
      this.taken = taken;
    }

    @Override
    public boolean add(Request key, AddOptions how) {
      return inner.add(key, how);
    }

    @Override
    public Optional<QueueItem<Request>> takeItem() throws InterruptedException {
      Optional<QueueItem<Request>> item = inner.takeItem();
      item.ifPresent(one -> taken.add(one.key().name()));
      return item;
    }

    @Override
    public void done(Request key) {
      inner.done(key);
    }

    @Override
    public void forget(Request key) {
      inner.forget(key);
    }

    @Override
    public int size() {
      return inner.size();
    }

    @Override
    public int running() {
      return inner.running();
    }

    @Override
    public boolean hasRetryWithin(Duration horizon) {
      return inner.hasRetryWithin(horizon);
    }

    @Override
    public QueueSnapshot<Request> snapshot(int limit) {
      return inner.snapshot(limit);
    }

    @Override
    public boolean isClosed() {
      return inner.isClosed();
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  @Test
  void controllerTakesItsRequestsFromTheQueueOfItsOwner() throws Exception {
    List<Recording> queues = new ArrayList<>();
    BlockingQueue<String> runs = new LinkedBlockingQueue<>();
    Controller controller =
        manager
            .controllerFor(ConfigMap.class)
            .options(
                o ->
                    o.queue(
                        options -> {
                          queues.add(
                              new Recording(
                                  new WorkQueue<>(options), options, new CopyOnWriteArrayList<>()));
                          return queues.getLast();
                        }))
            .complete(
                (map, ctx) -> {
                  runs.add(map.name());
                  return map.name().equals("again") && ctx.attempt() == 1
                      ? Result.retry()
                      : Result.done();
                });
    manager.start();
    create("again");
    manager.settle(SOON);
    assertThat(queues).hasSize(1);
    assertThat(queues.getFirst().options.name()).isEqualTo("configmap");
    assertThat(runs).filteredOn("again"::equals).hasSize(2);
    assertThat(queues.getFirst().taken).containsExactlyElementsOf(runs);
    controller.enqueueAfter(Request.of(namespace, "again"), Duration.ofHours(1));
    assertThat(controller.snapshot().delayed()).isEqualTo(1);
    manager.close();
    assertThat(queues.getFirst().isClosed()).isTrue();
  }

  /// A thread that finds the queue empty must find the run counted, or it settles too early.
  @Test
  void runIsCountedAsActivityBeforeTheQueueHasItsKeyBack() throws Exception {
    List<Long> atStart = new CopyOnWriteArrayList<>();
    List<Long> atEnd = new CopyOnWriteArrayList<>();
    manager
        .controllerFor(ConfigMap.class)
        .options(
            o ->
                o.queue(
                    options ->
                        new Recording(
                            new WorkQueue<>(options), options, new CopyOnWriteArrayList<>()) {
                          @Override
                          public void done(Request key) {
                            atEnd.add(manager.activity());
                            super.done(key);
                          }
                        }))
        .complete(
            (map, ctx) -> {
              atStart.add(manager.activity());
              return Result.done();
            });
    create("a");
    manager.start();
    manager.settle(SOON);
    assertThat(atEnd).hasSameSizeAs(atStart).isNotEmpty();
    for (int i = 0; i < atEnd.size(); i++) {
      assertThat(atEnd.get(i)).isGreaterThan(atStart.get(i));
    }
  }

  @Test
  void noisyNamespaceDoesNotDelayTheObjectsOfOthers() throws Exception {
    String quiet = namespace + "-quiet";
    client.create(Namespace.named(quiet));
    manager.close();
    manager =
        Manager.connect(
            "fair",
            config,
            ManagerOptions.defaults().with(o -> o.namespaces(namespace, quiet).syncTimeout(SOON)));
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> runs = new CopyOnWriteArrayList<>();
    Controller controller =
        manager
            .controllerFor(ConfigMap.class)
            .options(o -> o.fairByNamespace())
            .completeRequests(
                (request, ctx) -> {
                  if (request.name().equals("block")) {
                    goOn.await();
                  } else {
                    runs.add(request.namespace() + "/" + request.name());
                  }
                  return Result.done();
                });
    manager.start();
    manager.settle(SOON);
    runs.clear();
    controller.enqueue(Request.of(namespace, "block"));
    Eventually.holds("the worker is busy", () -> controller.snapshot().running() == 1);
    for (int i = 0; i < 200; i++) {
      controller.enqueue(Request.of(namespace, "noise-" + i));
    }
    controller.enqueue(Request.of(quiet, "a"));
    goOn.countDown();
    manager.settle(SOON);
    assertThat(runs).hasSize(201);
    assertThat(runs.indexOf(quiet + "/a")).isLessThanOrEqualTo(1);
  }
}
