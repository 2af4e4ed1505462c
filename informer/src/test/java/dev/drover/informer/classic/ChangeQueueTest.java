package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Background;
import dev.drover.informer.Deletion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangeQueueTest implements AnyQueueTest<List<Delta<Thing>>> {
  private final ChangeQueue<Thing> queue = new ChangeQueue<>(Thing.KEYS);

  @Override
  public Queue<Thing, List<Delta<Thing>>> queue() {
    return new ChangeQueue<>(Thing.KEYS);
  }

  @Override
  public List<String> shown(List<Delta<Thing>> batch) {
    return batch.stream().flatMap(ChangeQueueTest::shownAll).toList();
  }

  private static Stream<String> shownAll(Delta<Thing> delta) {
    return switch (delta) {
      case Delta.OfObject<Thing> one -> Stream.of(shown(one));
      case Delta.ReplacedAll<Thing>(var all, _) -> all.stream().map(Thing::toString);
      case Delta.SyncAll<Thing> _, Delta.Bookmark<Thing> _ -> Stream.of();
    };
  }

  static String shown(Delta.OfObject<Thing> delta) {
    return switch (delta) {
      case Delta.Added<Thing>(var object) -> object.toString();
      case Delta.Updated<Thing>(var object) -> object.toString();
      case Delta.Replaced<Thing>(var object) -> object.toString();
      case Delta.Sync<Thing>(var object) -> object.toString();
      case Delta.Deleted<Thing>(var deletion) -> "-" + deletion.key().name();
    };
  }

  @Override
  public List<Delta<Thing>> accumulated(Thing added) {
    return List.of(new Delta.Added<>(added));
  }

  private List<Delta<Thing>> pop() throws Exception {
    return queue.pop((_, _) -> {});
  }

  private static Delta<Thing> added(String name, int version) {
    return new Delta.Added<>(Thing.of(name, version));
  }

  @Test
  void changesOfDifferentObjectsAreOneBatchInTheirOrder() throws Exception {
    queue.add(Thing.of("b", 1));
    queue.add(Thing.of("a", 2));
    queue.update(Thing.of("c", 3));
    queue.delete(Thing.of("d", 4));

    assertThat(pop())
        .containsExactly(
            added("b", 1),
            added("a", 2),
            new Delta.Updated<>(Thing.of("c", 3)),
            new Delta.Deleted<>(new Deletion.Seen<>(ObjectKey.of("n", "d"), Thing.of("d", 4))));
  }

  @Test
  void batchEndsAtARepeatedKeyAndAtAChangeOfAll() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    queue.update(Thing.of("a", 3));
    queue.resync();
    queue.bookmark("9");
    queue.replace(List.of(Thing.of("c", 4)), "10");
    queue.add(Thing.of("d", 11));

    assertThat(pop()).containsExactly(added("a", 1), added("b", 2));
    assertThat(pop()).containsExactly(new Delta.Updated<>(Thing.of("a", 3)));
    assertThat(pop()).containsExactly(new Delta.SyncAll<>());
    assertThat(pop()).containsExactly(new Delta.Bookmark<>("9"));
    assertThat(pop()).containsExactly(new Delta.ReplacedAll<>(List.of(Thing.of("c", 4)), "10"));
    assertThat(pop()).containsExactly(added("d", 11));
  }

  @Test
  void batchHasAtMostAThousandChanges() throws Exception {
    for (int i = 0; i < 1001; i++) {
      queue.add(Thing.of("thing-" + i, i + 1));
    }

    assertThat(pop()).hasSize(1000);
    assertThat(pop()).hasSize(1);
  }

  @Test
  void writerWaitsWhileTheQueueIsFull() throws Exception {
    fill();
    var writer = startWriter();
    assertThat(queue.size()).isEqualTo(ChangeQueue.BOUND);

    pop();
    writer.get();

    assertThat(queue.size()).isEqualTo(ChangeQueue.BOUND - 1000 + 1);
  }

  @Test
  void closingReleasesAWaitingWriter() throws Exception {
    fill();
    var writer = startWriter();
    queue.close();
    writer.get();

    assertThat(queue.size()).isEqualTo(ChangeQueue.BOUND + 1);
  }

  private Background<Boolean> startWriter() {
    return Background.start(
            () -> {
              queue.add(Thing.of("last", 5000));
              return true;
            })
        .awaitWaiting();
  }

  @Test
  void processorMayWriteIntoAFullQueue() throws Exception {
    fill();
    queue.pop(
        (batch, _) -> {
          for (int i = 0; i <= batch.size(); i++) {
            queue.add(Thing.of("more-" + i, 1));
          }
        });

    assertThat(queue.size()).isEqualTo(ChangeQueue.BOUND + 1);
  }

  private void fill() {
    for (int i = 0; i < ChangeQueue.BOUND; i++) {
      queue.add(Thing.of("thing-" + i, i + 1));
    }
  }

  @Test
  void batchThatMustBeTriedAgainComesFirst() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      queue.update(Thing.of("a", 3));
                      throw new RequeueException(new IllegalStateException("not yet"));
                    }))
        .hasMessage("not yet");

    assertThat(pop()).containsExactly(added("a", 1), added("b", 2));
    assertThat(pop()).containsExactly(new Delta.Updated<>(Thing.of("a", 3)));
  }

  @Test
  void onlyTheFirstListIsInitialAndItIsSyncedOnceProcessed() throws Exception {
    List<Boolean> initial = new ArrayList<>();
    List<Boolean> synced = new ArrayList<>();
    queue.bookmark("1");
    queue.replace(List.of(Thing.of("a", 1)), "2");
    queue.add(Thing.of("b", 3));
    queue.replace(List.of(), "4");
    for (int i = 0; i < 4; i++) {
      queue.pop((_, isInInitialList) -> initial.add(isInInitialList));
      synced.add(queue.hasSynced());
    }

    assertThat(initial).containsExactly(false, true, false, false);
    assertThat(synced).containsExactly(false, true, true, true);
  }

  @Test
  void requeuedBatchLeavesOutObjectsWithNewerChanges() throws Exception {
    queue.update(Thing.of("a", 3));
    queue.addIfNotPresent(List.of(added("a", 1), added("b", 2)));
    queue.addIfNotPresent(List.of(new Delta.ReplacedAll<>(List.of(), "1")));
    assertThat(pop()).containsExactly(new Delta.Updated<>(Thing.of("a", 3)), added("b", 2));

    queue.replace(List.of(), "5");
    queue.addIfNotPresent(List.of(added("a", 1)));
    assertThat(pop()).containsExactly(new Delta.ReplacedAll<>(List.of(), "5"));

    queue.addIfNotPresent(List.of(new Delta.SyncAll<>()));
    assertThat(pop()).containsExactly(new Delta.SyncAll<>());
  }
}
