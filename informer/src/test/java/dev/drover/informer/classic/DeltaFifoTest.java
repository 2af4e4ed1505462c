package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.informer.DeletedFinalStateUnknown;
import dev.drover.informer.Deletion;
import dev.drover.informer.KeyListerGetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DeltaFifoTest implements AnyQueueTest<Deltas<Thing>> {
  private final Indexer<Thing> known = Indexer.create(Thing.KEYS);
  private final DeltaFifo<Thing> queue =
      new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS).with(o -> o.knownObjects(known)));

  @Override
  public Queue<Thing, Deltas<Thing>> queue() {
    return new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS));
  }

  @Override
  public List<String> shown(Deltas<Thing> deltas) {
    return deltas.all().stream().map(ChangeQueueTest::shown).toList();
  }

  @Override
  public Deltas<Thing> accumulated(Thing added) {
    return new Deltas<>(added.key(), List.of(new Delta.Added<>(added)));
  }

  private static Delta.OfObject<Thing> seenGone(String name, int version) {
    Thing thing = Thing.of(name, version);
    return new Delta.Deleted<>(new Deletion.Seen<>(thing.key(), thing));
  }

  private static Delta.OfObject<Thing> foundGone(String name, int version) {
    Thing thing = Thing.of(name, version);
    return new Delta.Deleted<>(new DeletedFinalStateUnknown<>(thing.key(), thing));
  }

  private static Delta.OfObject<Thing> replaced(String name, int version) {
    return new Delta.Replaced<>(Thing.of(name, version));
  }

  private List<Delta.OfObject<Thing>> pop() throws Exception {
    return queue.pop((_, _) -> {}).all();
  }

  private List<List<Delta.OfObject<Thing>>> drain() throws Exception {
    List<List<Delta.OfObject<Thing>>> all = new ArrayList<>();
    queue.close();
    while (true) {
      try {
        all.add(pop());
      } catch (QueueClosedException e) {
        return all;
      }
    }
  }

  @Test
  void deltasOfAnObjectAreHandedOutTogetherInOrder() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    queue.update(Thing.of("a", 3));
    queue.delete(Thing.of("a", 4));
    Deltas<Thing> deltas = queue.pop((_, _) -> {});

    assertThat(deltas)
        .containsExactly(
            new Delta.Added<>(Thing.of("a", 1)),
            new Delta.Updated<>(Thing.of("a", 3)),
            seenGone("a", 4));
    assertThat(deltas.key()).isEqualTo(ObjectKey.of("n", "a"));
    assertThat(deltas.oldest()).isEqualTo(new Delta.Added<>(Thing.of("a", 1)));
    assertThat(deltas.newest()).isEqualTo(seenGone("a", 4));
    assertThat(pop()).containsExactly(new Delta.Added<>(Thing.of("b", 2)));
  }

  @Test
  void twoDeletionsInARowBecomeTheOneWithTheState() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.delete(Thing.of("a", 2));
    queue.replace(List.of(), "3");
    queue.delete(Thing.of("a", 4));
    assertThat(pop()).containsExactly(new Delta.Added<>(Thing.of("a", 1)), seenGone("a", 4));

    queue.add(Thing.of("b", 5));
    queue.replace(List.of(), "6");
    queue.replace(List.of(), "7");
    assertThat(pop()).containsExactly(new Delta.Added<>(Thing.of("b", 5)), foundGone("b", 5));
  }

  @Test
  void otherChangesAreNeverMerged() throws Exception {
    queue.update(Thing.of("a", 1));
    queue.update(Thing.of("a", 1));
    queue.delete(Thing.of("a", 1));
    queue.add(Thing.of("a", 1));
    queue.delete(Thing.of("a", 1));

    assertThat(pop()).hasSize(5);
  }

  @Test
  void deletionOfAnUnknownObjectIsNotHandedOut() throws Exception {
    known.add(Thing.of("b", 1));
    queue.delete(Thing.of("a", 2));
    queue.delete(Thing.of("b", 3));

    assertThat(drain()).containsExactly(List.of(seenGone("b", 3)));
  }

  @Test
  void listReportsItsObjectsBeforeMissingOnes() throws Exception {
    known.add(Thing.of("a", 1));
    known.add(Thing.of("b", 2));
    queue.add(Thing.of("c", 3));
    queue.replace(List.of(Thing.of("d", 4), Thing.of("b", 2)), "5");

    assertThat(drain())
        .containsExactly(
            List.of(new Delta.Added<>(Thing.of("c", 3)), foundGone("c", 3)),
            List.of(replaced("d", 4)),
            List.of(replaced("b", 2)),
            List.of(foundGone("a", 1)));
  }

  @Test
  void missingObjectMayHaveNoKnownState() throws Exception {
    KeyListerGetter<Thing> forgetful =
        new KeyListerGetter<>() {
          @Override
          public List<ObjectKey> listKeys() {
            return List.of(AnyStoreTest.A);
          }

          @Override
          public Optional<Thing> getByKey(ObjectKey key) {
            return Optional.empty();
          }
        };
    var other =
        new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS).with(o -> o.knownObjects(forgetful)));
    other.replace(List.of(), "1");

    assertThat(other.pop((_, _) -> {}).all())
        .containsExactly(new Delta.Deleted<>(new DeletedFinalStateUnknown<>(A, null)));
  }

  @Test
  void queueCanBeUsedWhileItReadsTheKnownObjects() throws Exception {
    AtomicReference<DeltaFifo<Thing>> queues = new AtomicReference<>();
    KeyListerGetter<Thing> curious =
        new KeyListerGetter<>() {
          @Override
          public List<ObjectKey> listKeys() {
            use();
            return known.listKeys();
          }

          @Override
          public Optional<Thing> getByKey(ObjectKey key) {
            use();
            return known.getByKey(key);
          }

          /// Another thread does, and this one waits for it.
          private void use() {
            var queue = queues.get();
            CompletableFuture.runAsync(
                    () -> queue.update(Thing.of("x", queue.asStore().list().size() + 1)))
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
          }
        };
    queues.set(
        new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS).with(o -> o.knownObjects(curious))));
    known.add(Thing.of("a", 1));
    queues.get().delete(Thing.of("a", 2));
    queues.get().resync();
    queues.get().replace(List.of(), "3");

    assertThat(queues.get().asStore().listKeys()).isEmpty();
    assertThat(queues.get().pop((_, _) -> {}).newest()).isInstanceOf(Delta.Deleted.class);
  }

  @Test
  void queueWithoutKnownObjectsDeletesOnlyWaitingOnes() throws Exception {
    var other = new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS));
    other.add(Thing.of("a", 1));
    other.pop((_, _) -> {});
    other.add(Thing.of("b", 2));
    other.delete(Thing.of("a", 1));
    other.replace(List.of(), "3");
    other.resync();
    other.close();

    assertThat(other.pop((_, _) -> {}).all())
        .containsExactly(new Delta.Added<>(Thing.of("b", 2)), foundGone("b", 2));
    assertThatThrownBy(() -> other.pop((_, _) -> {})).isInstanceOf(QueueClosedException.class);
  }

  @Test
  void resyncHandsOutKnownObjectsUnlessANewerStateWaits() throws Exception {
    known.add(Thing.of("a", 1));
    known.add(Thing.of("b", 2));
    queue.update(Thing.of("b", 3));
    queue.resync();

    assertThat(drain())
        .containsExactly(
            List.of(new Delta.Updated<>(Thing.of("b", 3))),
            List.of(new Delta.Sync<>(Thing.of("a", 1))));
  }

  @Test
  void objectInProcessingCountsAsKnown() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.pop(
        (_, _) -> {
          queue.resync();
          queue.delete(Thing.of("a", 2));
        });
    assertThat(pop()).containsExactly(seenGone("a", 2));

    queue.add(Thing.of("b", 3));
    queue.pop((_, _) -> queue.replace(List.of(), "4"));
    assertThat(pop()).containsExactly(foundGone("b", 3));
  }

  @Test
  void deletionInProcessingIsNotReportedAgain() throws Exception {
    known.add(Thing.of("a", 1));
    queue.delete(Thing.of("a", 2));
    queue.pop(
        (_, _) -> {
          queue.delete(Thing.of("a", 2));
          queue.replace(List.of(), "4");
          known.delete(Thing.of("a", 2));
        });

    assertThat(drain()).isEmpty();
  }

  @Test
  void requeuedDeltasPrecedeLaterOnes() throws Exception {
    queue.add(Thing.of("a", 1));
    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      queue.update(Thing.of("a", 2));
                      throw new RequeueException(new IllegalStateException("not yet"));
                    }))
        .hasMessage("not yet");

    assertThat(drain())
        .containsExactly(
            List.of(new Delta.Added<>(Thing.of("a", 1)), new Delta.Updated<>(Thing.of("a", 2))));
  }

  @Test
  void deletionsFoundByTheFirstListBelongToIt() throws Exception {
    known.add(Thing.of("a", 1));
    queue.replace(List.of(Thing.of("b", 2)), "3");
    pop();
    assertThat(queue.hasSynced()).isFalse();
    queue.pop((_, isInInitialList) -> assertThat(isInInitialList).isTrue());

    assertThat(queue.hasSynced()).isTrue();
  }

  @Test
  void emptyFirstListIsSyncedAtOnce() {
    queue.replace(List.of(), "1");

    assertThat(queue.hasSynced()).isTrue();
  }

  @Test
  void listedObjectsMayComeAsSync() throws Exception {
    var other = new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS).with(o -> o.replacedAsSync()));
    other.replace(List.of(Thing.of("a", 1)), "2");

    assertThat(other.pop((_, _) -> {}).all()).containsExactly(new Delta.Sync<>(Thing.of("a", 1)));
  }

  @Test
  void objectsAreTransformedOnceWhenTheyComeAndNotOnResync() throws Exception {
    known.add(Thing.of("k", 1));
    var other =
        new DeltaFifo<>(
            DeltaFifo.Options.of(Thing.KEYS)
                .with(o -> o.knownObjects(known))
                .with(o -> o.transform(thing -> Thing.of(thing.key(), 100, "painted"))));
    other.resync();
    other.add(Thing.of("a", 1));
    other.replace(List.of(Thing.of("b", 2)), "3");
    Thing painted = Thing.of(A, 100, "painted");

    assertThat(other.pop((_, _) -> {}).oldest()).isEqualTo(new Delta.Sync<>(Thing.of("k", 1)));
    assertThat(other.pop((_, _) -> {}).all())
        .containsExactly(
            new Delta.Added<>(painted),
            new Delta.Deleted<>(new DeletedFinalStateUnknown<>(A, painted)));
    assertThat(other.pop((_, _) -> {}).oldest())
        .isEqualTo(new Delta.Replaced<>(Thing.of(B, 100, "painted")));
  }

  @Test
  void transformThatFailsKeepsTheObjectOut() {
    var other =
        new DeltaFifo<>(
            DeltaFifo.Options.of(Thing.KEYS)
                .with(
                    o ->
                        o.transform(
                            _ -> {
                              throw new IllegalStateException("cannot");
                            })));

    assertThatThrownBy(() -> other.add(Thing.of("a", 1))).hasMessage("cannot");
    assertThat(other.asStore().list()).isEmpty();
  }

  @Test
  void deltasAreAtLeastOne() {
    assertThatThrownBy(() -> new Deltas<Thing>(A, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
