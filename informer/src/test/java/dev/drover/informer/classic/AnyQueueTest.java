package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.informer.Background;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// What every queue promises.
interface AnyQueueTest<A> extends AnyStoreTest {
  /// An empty queue.
  Queue<Thing, A> queue();

  /// What was handed out, oldest first, as text: `a1` for an object, `-a` for its deletion.
  List<String> shown(A accumulated);

  /// What is handed out for a thing that was added.
  A accumulated(Thing added);

  @Override
  default Store<Thing> store() {
    return queue().asStore();
  }

  /// All that is handed out now.
  private List<String> drain(Queue<Thing, A> queue) throws Exception {
    List<String> all = new ArrayList<>();
    queue.close();
    while (true) {
      try {
        queue.pop((accumulated, _) -> all.addAll(shown(accumulated)));
      } catch (QueueClosedException e) {
        return all;
      }
    }
  }

  @Test
  default void queueHandsOutInTheOrderOfArrival() throws Exception {
    var queue = queue();
    queue.add(Thing.of("b", 1));
    queue.add(Thing.of("c", 2));
    queue.update(Thing.of("a", 3));

    assertThat(drain(queue)).containsExactly("b1", "c2", "a3");
  }

  @Test
  default void newestStateComesLast() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    queue.update(Thing.of("a", 2));
    queue.update(Thing.of("a", 3));

    assertThat(drain(queue)).endsWith("a3");
  }

  @Test
  default void popReturnsAndRemovesTheProcessedItem() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    List<A> processed = new ArrayList<>();
    A popped =
        queue.pop(
            (accumulated, _) -> {
              processed.add(accumulated);
              assertThat(queue.asStore().list()).isEmpty();
            });

    assertThat(processed).containsExactly(popped);
    assertThat(shown(popped)).containsExactly("a1");
  }

  @Test
  default void popWaitsForAnItem() throws Exception {
    var queue = queue();
    var popped = Background.start(() -> queue.pop((_, _) -> {})).awaitWaiting();
    queue.add(Thing.of("a", 1));

    assertThat(shown(popped.get())).containsExactly("a1");
  }

  @Test
  default void popThatWaitsCanBeInterrupted() {
    var queue = queue();
    var popped = Background.start(() -> queue.pop((_, _) -> {})).awaitWaiting();
    popped.interrupt();

    assertThatThrownBy(popped::get).isInstanceOf(InterruptedException.class);
  }

  @Test
  default void closingAQueueWakesWaitingThreads() {
    var queue = queue();
    var popped = Background.start(() -> queue.pop((_, _) -> {})).awaitWaiting();
    queue.close();

    assertThatThrownBy(popped::get).isInstanceOf(QueueClosedException.class);
  }

  @Test
  default void closedQueueHandsOutItsItemsAndAcceptsMore() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    queue.close();
    queue.add(Thing.of("b", 2));

    assertThat(drain(queue)).containsExactly("a1", "b2");
    assertThatThrownBy(() -> queue.pop((_, _) -> {})).isInstanceOf(QueueClosedException.class);
  }

  @Test
  default void requeuedItemIsHandedOutAgain() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    var inner = new IllegalStateException("not yet");

    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      throw new RequeueException(inner);
                    }))
        .isSameAs(inner);
    assertThat(queue.asStore().list()).containsExactly(Thing.of("a", 1));
    assertThat(drain(queue)).containsExactly("a1");
  }

  @Test
  default void requeuedItemDoesNotFollowANewerState() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));

    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      queue.update(Thing.of("a", 2));
                      throw new RequeueException(new IllegalStateException("not yet"));
                    }))
        .hasMessage("not yet");
    assertThat(queue.asStore().list()).containsExactly(Thing.of("a", 2));
    assertThat(drain(queue)).endsWith("a2").doesNotHaveDuplicates();
  }

  @Test
  default void objectDeletedDuringAFailedTryDoesNotComeBack() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));

    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      queue.replace(List.of(), "5");
                      throw new RequeueException(new IllegalStateException("not yet"));
                    }))
        .hasMessage("not yet");
    assertThat(queue.asStore().list()).isEmpty();
  }

  @Test
  default void otherFailureIsRethrownAndTheItemIsNotRequeued() {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    var failure = new IllegalStateException("never");

    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    queue.close();
    assertThatThrownBy(() -> queue.pop((_, _) -> {})).isInstanceOf(QueueClosedException.class);
  }

  @Test
  default void requeuedItemDoesNotReplaceANewerState() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 2));
    queue.addIfNotPresent(accumulated(Thing.of("a", 1)));
    queue.addIfNotPresent(accumulated(Thing.of("b", 1)));

    assertThat(drain(queue)).containsExactly("a2", "b1");
  }

  @Test
  default void queueIsSyncedOnceTheFirstListWasProcessed() throws Exception {
    var queue = queue();
    assertThat(queue.hasSynced()).isFalse();
    queue.replace(List.of(Thing.of("a", 1), Thing.of("b", 2)), "3");
    queue.add(Thing.of("c", 4));
    List<String> initial = new ArrayList<>();
    while (!queue.hasSynced()) {
      queue.pop(
          (accumulated, isInInitialList) -> {
            assertThat(queue.hasSynced()).isFalse();
            assertThat(isInInitialList).isTrue();
            initial.addAll(shown(accumulated));
          });
    }
    assertThat(initial).containsExactly("a1", "b2");
    queue.pop((_, isInInitialList) -> assertThat(isInInitialList).isFalse());
    queue.replace(List.of(Thing.of("d", 5)), "6");
    assertThat(queue.hasSynced()).isTrue();
  }

  @Test
  default void requeuedItemDelaysTheSync() throws Exception {
    var queue = queue();
    queue.replace(List.of(Thing.of("a", 1)), "3");
    assertThatThrownBy(
            () ->
                queue.pop(
                    (_, _) -> {
                      throw new RequeueException(new IllegalStateException("no"));
                    }))
        .hasMessage("no");
    assertThat(queue.hasSynced()).isFalse();

    queue.pop((_, isInInitialList) -> assertThat(isInInitialList).isTrue());
    assertThat(queue.hasSynced()).isTrue();
  }

  @Test
  default void queueIsSyncedAtOnceWhenAChangePrecedesTheFirstList() {
    List<Queue<Thing, A>> queues = List.of(queue(), queue(), queue(), queue());
    queues.get(0).add(Thing.of("a", 1));
    queues.get(1).update(Thing.of("a", 1));
    queues.get(2).delete(Thing.of("a", 1));
    queues.get(3).addIfNotPresent(accumulated(Thing.of("a", 1)));

    assertThat(queues).allMatch(Queue::hasSynced);
  }

  @Test
  default void queueCanBeUsedWhileSomethingIsProcessed() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    queue.pop(
        (_, _) ->
            Background.start(
                    () -> {
                      queue.update(Thing.of("a", 2));
                      queue.add(Thing.of("b", 3));
                      queue.hasSynced();
                      return queue.asStore().list();
                    })
                .get());

    assertThat(drain(queue)).containsExactly("a2", "b3");
  }

  @Test
  default void queueHandsOutOneItemAtATime() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean busy = new AtomicBoolean();
    var first =
        Background.start(
                () ->
                    queue.pop(
                        (_, _) -> {
                          busy.set(true);
                          go.await();
                          busy.set(false);
                        }))
            .awaitWaiting();
    queue.update(Thing.of("a", 2));
    var second =
        Background.start(() -> queue.pop((_, _) -> assertThat(busy).isFalse())).awaitWaiting();
    go.countDown();

    assertThat(shown(first.get())).containsExactly("a1");
    assertThat(shown(second.get())).containsExactly("a2");
  }

  @Test
  default void processorCannotPop() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    queue.pop(
        (_, _) ->
            assertThatThrownBy(() -> queue.pop((_, _) -> {}))
                .isInstanceOf(IllegalStateException.class)
                .isNotInstanceOf(QueueClosedException.class));
  }

  @Test
  default void closedQueueIsNotEmptyWhileSomethingMayComeBack() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    CountDownLatch go = new CountDownLatch(1);
    var first =
        Background.start(
                () ->
                    queue.pop(
                        (_, _) -> {
                          go.await();
                          throw new RequeueException(new IllegalStateException("not yet"));
                        }))
            .awaitWaiting();
    queue.close();
    var second = Background.start(() -> queue.pop((_, _) -> {})).awaitWaiting();
    go.countDown();

    assertThatThrownBy(first::get).hasMessage("not yet");
    assertThat(shown(second.get())).containsExactly("a1");
  }

  @Test
  default void queueDoesNotKeepHandedOutItems() throws Exception {
    var queue = queue();
    queue.add(Thing.of("a", 1));
    queue.add(Thing.of("b", 1));
    WeakReference<A> popped = new WeakReference<>(queue.pop((_, _) -> {}));
    while (!popped.refersTo(null)) {
      System.gc();
    }
  }
}
