package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.informer.KeyListerGetter;
import dev.drover.testsupport.Interleavings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Writers and poppers of the queues in every order of their turns.
class QueueSchedulesTest {
  @Test
  void fifoHandsOutTheNewestOnceToOneInEveryOrder() throws Exception {
    handsOutOnceToOne(lock -> new Fifo<>(Thing.KEYS, lock), new FifoTest());
  }

  @Test
  void deltaFifoHandsOutEveryChangeOnceToOneInEveryOrder() throws Exception {
    handsOutOnceToOne(
        lock -> new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS), lock), new DeltaFifoTest());
  }

  @Test
  void orderedQueueHandsOutEveryChangeOnceToOneInEveryOrder() throws Exception {
    handsOutOnceToOne(lock -> new ChangeQueue<>(Thing.KEYS, 2, lock), new ChangeQueueTest());
  }

  /// One writes and closes, two pop until the end, and the first try of one of them fails.
  private static <A> void handsOutOnceToOne(
      Function<Lock, Queue<Thing, A>> queues, AnyQueueTest<A> form) throws Exception {
    int runs =
        Interleavings.explore(
            2,
            schedule -> {
              Queue<Thing, A> queue = queues.apply(schedule.lock());
              List<String> seen = new ArrayList<>();
              List<A> inProcess = new ArrayList<>();
              schedule.fork(
                  "writer",
                  () -> {
                    queue.add(Thing.of("a", 1));
                    queue.add(Thing.of("b", 1));
                    queue.update(Thing.of("a", 2));
                    queue.close();
                  });
              for (String popper : List.of("sure", "unsure")) {
                List<String> failures = new ArrayList<>();
                schedule.fork(
                    popper,
                    () ->
                        drain(
                            queue,
                            accumulated -> {
                              assertThat(inProcess).isEmpty();
                              inProcess.add(accumulated);
                              schedule.pause();
                              inProcess.clear();
                              if (popper.equals("unsure") && failures.isEmpty()) {
                                failures.add("once");
                                throw new RequeueException(new IllegalArgumentException("again"));
                              }
                              seen.addAll(form.shown(accumulated));
                            }));
              }
              schedule.after(
                  () -> {
                    assertThat(seen).containsOnlyOnce("a2", "b1").doesNotHaveDuplicates();
                    assertThat(seen.indexOf("a1")).isLessThan(seen.indexOf("a2"));
                    assertThat(queue.asStore().list()).isEmpty();
                  });
            });
    assertThat(runs).isGreaterThan(100);
  }

  private interface StoreStep<A> {
    void take(A accumulated) throws Exception;
  }

  private static <A> void drain(Queue<Thing, A> queue, StoreStep<A> step) throws Exception {
    while (true) {
      try {
        queue.pop((accumulated, _) -> step.take(accumulated));
      } catch (QueueClosedException e) {
        return;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessage("again");
      }
    }
  }

  @Test
  void deletionsAreReportedInEveryOrderOfListsDeletionsAndProcessing() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              Indexer<Thing> known = Indexer.create(Thing.KEYS);
              var queue =
                  new DeltaFifo<>(
                      DeltaFifo.Options.of(Thing.KEYS)
                          .with(o -> o.knownObjects(slow(known, schedule))),
                      schedule.lock());
              schedule.fork(
                  "writer",
                  () -> {
                    queue.replace(List.of(Thing.of("a", 1), Thing.of("b", 2)), "2");
                    queue.delete(Thing.of("a", 3));
                    queue.resync();
                    queue.replace(List.of(Thing.of("c", 4)), "5");
                    queue.resync();
                    queue.close();
                  });
              schedule.fork(
                  "popper",
                  () ->
                      drain(
                          queue,
                          deltas -> {
                            schedule.pause();
                            deltas.forEach(delta -> apply(delta, known));
                            schedule.pause();
                          }));
              schedule.after(
                  () -> {
                    assertThat(known.list()).containsExactly(Thing.of("c", 4));
                    assertThat(queue.hasSynced()).isTrue();
                  });
            });
    assertThat(runs).isGreaterThan(100);
  }

  /// Others get their turns while it is asked.
  private static KeyListerGetter<Thing> slow(Indexer<Thing> known, Interleavings schedule) {
    return new KeyListerGetter<>() {
      @Override
      public List<ObjectKey> listKeys() {
        schedule.pause();
        List<ObjectKey> keys = known.listKeys();
        schedule.pause();
        return keys;
      }

      @Override
      public Optional<Thing> getByKey(ObjectKey key) {
        Optional<Thing> found = known.getByKey(key);
        schedule.pause();
        return found;
      }
    };
  }

  private static void apply(Delta.OfObject<Thing> delta, Indexer<Thing> known) {
    switch (delta) {
      case Delta.Added<Thing>(var thing) -> known.add(thing);
      case Delta.Updated<Thing>(var thing) -> known.update(thing);
      case Delta.Replaced<Thing>(var thing) -> known.update(thing);
      case Delta.Sync<Thing>(var thing) -> known.update(thing);
      case Delta.Deleted<Thing>(var deletion) -> deletion.lastKnown().ifPresent(known::delete);
    }
  }

  @Test
  void writersAtTheBoundGoOnOnceThereIsRoomOrTheQueueIsClosed() throws Exception {
    int runs =
        Interleavings.explore(
            1,
            schedule -> {
              var queue = new ChangeQueue<>(Thing.KEYS, 1, schedule.lock());
              List<String> seen = new ArrayList<>();
              for (String name : List.of("a", "b")) {
                schedule.fork(
                    name,
                    () -> {
                      queue.add(Thing.of(name, 1));
                      queue.update(Thing.of(name, 2));
                    });
              }
              schedule.fork(
                  "popper",
                  () -> drain(queue, batch -> seen.addAll(new ChangeQueueTest().shown(batch))));
              schedule.fork("closer", queue::close);
              schedule.after(
                  () -> {
                    seen.addAll(
                        queue.asStore().list().stream().map(Thing::toString).toList()); // came late
                    assertThat(seen).contains("a2", "b2");
                  });
            });
    assertThat(runs).isGreaterThan(100);
  }

  @Test
  void batchedChangesAreHandedOutByAFlushAndWhenThereIsNoRoom() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              var queue = new ChangeQueue<>(Thing.KEYS, 2, schedule.lock());
              List<String> seen = new ArrayList<>();
              schedule.fork(
                  "writer",
                  () -> {
                    queue.batching();
                    queue.add(Thing.of("a", 1));
                    queue.add(Thing.of("b", 1));
                    queue.update(Thing.of("a", 2)); // no room, if nothing was popped
                    queue.flush();
                    queue.add(Thing.of("c", 1));
                    queue.flush();
                    queue.add(Thing.of("d", 1));
                    queue.close();
                  });
              schedule.fork(
                  "popper",
                  () -> drain(queue, deltas -> seen.addAll(new ChangeQueueTest().shown(deltas))));
              schedule.after(() -> assertThat(seen).containsExactly("a1", "b1", "a2", "c1", "d1"));
            });
    assertThat(runs).isGreaterThan(100);
  }
}
