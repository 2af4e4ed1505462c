package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.informer.Background;
import dev.drover.informer.MemoryCollection;
import dev.drover.informer.ReflectorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueueControllerTest {
  private final MemoryCollection<Thing> server =
      new MemoryCollection<>((thing, version) -> Thing.of(thing.key(), Integer.parseInt(version)));
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final Indexer<Thing> known = Indexer.create(Thing.KEYS);
  private final DeltaFifo<Thing> queue =
      new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS).with(o -> o.knownObjects(known)));
  private final ManualTime time = new ManualTime();
  private final ReflectorOptions<Thing> options =
      ReflectorOptions.<Thing>defaults().with(o -> o.time(time));
  private final List<QueueController<?, ?>> controllers = new ArrayList<>();

  @AfterEach
  void close() {
    controllers.forEach(QueueController::close);
  }

  private QueueController<Thing, Deltas<Thing>> controller(
      Queue.Processor<Deltas<Thing>> process, ReflectorOptions<Thing> reflector) {
    var made =
        new QueueController<>(
            QueueController.Config.of("things", queue, server, process)
                .with(o -> o.reflector(reflector)));
    controllers.add(made);
    return made;
  }

  private static Background<Boolean> start(QueueController<?, ?> controller) {
    return Background.start(
        () -> {
          controller.run();
          return Thread.currentThread().isInterrupted();
        });
  }

  private void apply(Deltas<Thing> deltas, boolean isInInitialList) {
    for (Delta.OfObject<Thing> delta : deltas) {
      told.add(ChangeQueueTest.shown(delta) + (isInInitialList ? " at first" : ""));
      switch (delta) {
        case Delta.Deleted<Thing>(var deletion) -> deletion.lastKnown().ifPresent(known::delete);
        case Delta.Added<Thing>(var thing) -> known.add(thing);
        case Delta.Updated<Thing>(var thing) -> known.add(thing);
        case Delta.Replaced<Thing>(var thing) -> known.add(thing);
        case Delta.Sync<Thing>(var thing) -> known.add(thing);
      }
    }
  }

  @Test
  void listedObjectsAndChangesAreProcessed() throws Exception {
    server.put(Thing.of("a", 0));
    var controller = controller(this::apply, options);
    assertThat(controller.hasSynced()).isFalse();
    assertThat(controller.lastSyncResourceVersion()).isEmpty();
    start(controller);

    assertThat(told.take()).isEqualTo("a101 at first");
    server.put(Thing.of("b", 0));
    assertThat(told.take()).isEqualTo("b102");
    assertThat(controller.hasSynced()).isTrue();
    server.delete("n", "a");
    assertThat(told.take()).isEqualTo("-a");
    assertThat(controller.lastSyncResourceVersion()).isEqualTo("103");
  }

  @Test
  void changeThatCannotBeProcessedIsDropped() throws Exception {
    server.put(Thing.of("a", 0));
    server.put(Thing.of("b", 0));
    start(
        controller(
            (deltas, initial) -> {
              apply(deltas, initial);
              throw new IllegalStateException("no");
            },
            options));

    assertThat(told.take()).isEqualTo("a101 at first");
    assertThat(told.take()).isEqualTo("b102 at first");
    server.put(Thing.of("c", 0));
    assertThat(told.take()).isEqualTo("c103");
  }

  @Test
  void requeuedChangeIsProcessedAgainAfterAPause() throws Exception {
    server.put(Thing.of("a", 0));
    var controller =
        new QueueController<>(
            QueueController.Config.of(
                    "things",
                    queue,
                    server,
                    (Deltas<Thing> deltas, boolean initial) -> {
                      apply(deltas, initial);
                      if (told.size() < 2) {
                        throw new IllegalStateException("not yet");
                      }
                    })
                .with(o -> o.retryOnError().reflector(options)));
    controllers.add(controller);
    start(controller);
    time.awaitAlarms(1);
    assertThat(controller.hasSynced()).isFalse();
    time.advance(Duration.ofMillis(5));

    assertThat(told.take()).isEqualTo("a101 at first");
    assertThat(told.take()).isEqualTo("a101 at first");
  }

  @Test
  void resyncProcessesAllKnownObjectsAgain() throws Exception {
    server.put(Thing.of("a", 0));
    start(controller(this::apply, options.with(o -> o.resyncPeriod(Duration.ofMinutes(1)))));
    assertThat(told.take()).isEqualTo("a101 at first");
    while (known.list().isEmpty()) {
      Thread.onSpinWait();
    }
    time.awaitAlarms(1);
    time.advance(Duration.ofMinutes(1));

    assertThat(told.take()).isEqualTo("a101");
  }

  @Test
  void failuresOfTheServerReachTheHandler() throws Exception {
    server.refuse(new IllegalStateException("go away"));
    start(
        controller(
            this::apply,
            options.with(o -> o.errorHandler((_, error) -> told.add(error.getMessage())))));

    assertThat(told.take()).isEqualTo("go away");
  }

  @Test
  void closeEndsTheControllerAndItsQueue() throws Exception {
    var controller = controller(this::apply, options);
    var run = start(controller).awaitWaiting();
    controller.close();

    assertThat(run.get()).isFalse();
    assertThatThrownBy(() -> queue.pop((_, _) -> {})).isInstanceOf(QueueClosedException.class);
    assertThatThrownBy(controller::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("things");
  }

  @Test
  void interruptEndsTheControllerAndStaysSet() throws Exception {
    var run = start(controller(this::apply, options)).awaitWaiting();
    run.interrupt();

    assertThat(run.get()).isTrue();
  }
}
