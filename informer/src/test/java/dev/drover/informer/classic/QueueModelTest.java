package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random writes, also in the middle of processing, and processing that fails at random: a consumer
/// that follows a queue ends with what was written.
class QueueModelTest {
  private final Map<ObjectKey, Thing> truth = new HashMap<>();
  private final Indexer<Thing> view = Indexer.create(Thing.KEYS);
  private int version;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void consumerOfADeltaFifoEndsWithTheFinalState(long seed) throws Exception {
    var queue = new DeltaFifo<>(DeltaFifo.Options.of(Thing.KEYS).with(o -> o.knownObjects(view)));
    follow(queue, new Random(seed), deltas -> deltas.forEach(this::apply));

    assertThat(view.list()).containsExactlyInAnyOrderElementsOf(truth.values());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void consumerOfAChangeQueueEndsWithTheFinalState(long seed) throws Exception {
    follow(new ChangeQueue<>(Thing.KEYS), new Random(seed), batch -> batch.forEach(this::apply));

    assertThat(view.list()).containsExactlyInAnyOrderElementsOf(truth.values());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void consumerOfAFifoSeesTheNewestStateOfEachObjectOnce(long seed) throws Exception {
    Set<Thing> seen = new HashSet<>();
    follow(
        new Fifo<>(Thing.KEYS),
        new Random(seed),
        thing -> {
          assertThat(seen.add(thing) || truth.get(thing.key()).equals(thing)).isTrue();
          assertThat(truth).containsEntry(thing.key(), thing);
        });

    assertThat(seen).containsAll(truth.values());
  }

  private interface Follower<A> {
    void follow(A accumulated);
  }

  private <A> void follow(Queue<Thing, A> queue, Random random, Follower<A> follower)
      throws Exception {
    for (int step = 0; step < 3000; step++) {
      if (random.nextInt(3) > 0) {
        write(queue, random);
      } else if (!queue.asStore().list().isEmpty()) {
        pop(queue, random, follower);
      }
    }
    queue.close();
    boolean more = true;
    while (more) {
      more = pop(queue, random, follower);
    }
    assertThat(queue.asStore().list()).isEmpty();
    assertThat(queue.hasSynced()).isTrue();
  }

  private <A> boolean pop(Queue<Thing, A> queue, Random random, Follower<A> follower)
      throws Exception {
    boolean writes = random.nextInt(4) == 0;
    boolean fails = random.nextInt(4) == 0;
    try {
      queue.pop(
          (accumulated, _) -> {
            if (!fails) {
              follower.follow(accumulated);
            }
            if (writes) {
              write(queue, random);
            }
            if (fails) {
              throw new RequeueException(new IllegalArgumentException("again"));
            }
          });
      return true;
    } catch (QueueClosedException e) {
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  private void write(Queue<Thing, ?> queue, Random random) {
    Thing thing = Thing.of("t" + random.nextInt(12), ++version);
    switch (random.nextInt(12)) {
      case 0 -> {
        List<Thing> listed = new ArrayList<>();
        truth.values().removeIf(_ -> random.nextInt(4) == 0);
        truth.put(thing.key(), thing);
        listed.addAll(truth.values());
        queue.replace(listed, "" + version);
      }
      case 1 -> queue.resync();
      case 2, 3, 4 -> {
        if (truth.remove(thing.key()) != null) {
          queue.delete(thing);
        }
      }
      default -> {
        if (truth.put(thing.key(), thing) == null) {
          queue.add(thing);
        } else {
          queue.update(thing);
        }
      }
    }
  }

  private void apply(Delta<Thing> delta) {
    switch (delta) {
      case Delta.Added<Thing>(var thing) -> view.add(thing);
      case Delta.Updated<Thing>(var thing) -> view.update(thing);
      case Delta.Replaced<Thing>(var thing) -> view.update(thing);
      case Delta.Sync<Thing>(var thing) -> view.update(thing);
      case Delta.Deleted<Thing>(var deletion) -> deletion.lastKnown().ifPresent(view::delete);
      case Delta.ReplacedAll<Thing>(var all, var at) -> view.replace(all, at);
      case Delta.SyncAll<Thing> _, Delta.Bookmark<Thing> _ -> {}
    }
  }
}
