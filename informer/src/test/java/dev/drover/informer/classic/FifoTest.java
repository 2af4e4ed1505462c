package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FifoTest implements AnyQueueTest<Thing> {
  private final Fifo<Thing> queue = new Fifo<>(Thing.KEYS);

  @Override
  public Queue<Thing, Thing> queue() {
    return new Fifo<>(Thing.KEYS);
  }

  @Override
  public List<String> shown(Thing accumulated) {
    return List.of(accumulated.toString());
  }

  @Override
  public Thing accumulated(Thing added) {
    return added;
  }

  private Thing pop() throws Exception {
    return queue.pop((_, _) -> {});
  }

  @Test
  void eachObjectIsHandedOutOnceInItsNewestVersionAtItsFirstPlace() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    queue.update(Thing.of("a", 3));

    assertThat(pop()).isEqualTo(Thing.of("a", 3));
    assertThat(pop()).isEqualTo(Thing.of("b", 2));
    assertThat(queue.asStore().list()).isEmpty();
  }

  @Test
  void deletedObjectIsNeverHandedOut() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    queue.delete(Thing.of("a", 1));

    assertThat(pop()).isEqualTo(Thing.of("b", 2));
    assertThat(queue.asStore().listKeys()).isEmpty();
  }

  @Test
  void deletedAndAddedAgainIsHandedOutOnce() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    queue.delete(Thing.of("a", 1));
    queue.add(Thing.of("a", 3));

    assertThat(pop()).isEqualTo(Thing.of("b", 2));
    assertThat(pop()).isEqualTo(Thing.of("a", 3));
    assertThat(queue.asStore().listKeys()).isEmpty();
  }

  @Test
  void listReplacesWaitingObjects() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.replace(List.of(Thing.of("c", 2), Thing.of("b", 3)), "4");

    assertThat(pop()).isEqualTo(Thing.of("c", 2));
    assertThat(pop()).isEqualTo(Thing.of("b", 3));
    assertThat(queue.asStore().listKeys()).isEmpty();
  }

  @Test
  void resyncOfAFifoDoesNothing() throws Exception {
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 2));
    pop();
    queue.resync();

    assertThat(pop()).isEqualTo(Thing.of("b", 2));
    assertThat(queue.asStore().listKeys()).isEmpty();
  }

  @Test
  void objectDeletedWhileItFailsIsNotTriedAgain() {
    queue.add(Thing.of("a", 1));
    assertThatThrownBy(
            () ->
                queue.pop(
                    (thing, _) -> {
                      queue.delete(thing);
                      throw new RequeueException(new IllegalStateException("not yet"));
                    }))
        .hasMessage("not yet");

    assertThat(queue.asStore().list()).isEmpty();
  }

  @Test
  void objectsOfTheFirstListThatAreDeletedNeedNoProcessing() throws Exception {
    queue.replace(List.of(Thing.of("a", 1), Thing.of("b", 2), Thing.of("c", 3)), "4");
    queue.delete(Thing.of("a", 5));
    queue.pop((thing, _) -> queue.delete(thing));
    assertThat(queue.hasSynced()).isFalse();
    queue.replace(List.of(), "6");

    assertThat(queue.hasSynced()).isTrue();
  }

  @Test
  void emptyFirstListIsSyncedAtOnce() {
    queue.replace(List.of(), "1");

    assertThat(queue.hasSynced()).isTrue();
  }
}
