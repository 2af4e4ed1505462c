package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.ManualTime;
import dev.drover.informer.store.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenerTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ManualTime time = new ManualTime();
  private final Monitor monitor = new Monitor(time);
  private final List<Throwable> failures = new ArrayList<>();
  private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final List<Listener<String>> listeners = new ArrayList<>();

  private final Lifecycle threads = new Lifecycle("strings", failures::add);
  private final Listener.Owner<String> owner =
      new Listener.Owner<>() {
        @Override
        public String informer() {
          return "strings";
        }

        @Override
        public Lifecycle threads() {
          return threads;
        }

        @Override
        public SyncTimeoutException late(String who, Duration limit) {
          return new SyncTimeoutException(who + " after " + limit, null);
        }

        @Override
        public Monitor monitor() {
          return monitor;
        }

        @Override
        public void failed(Listener<String> listener, Throwable failure) {
          failures.add(failure);
        }

        @Override
        public boolean isIdle(Listener<String> listener) {
          return listener.mailbox().isIdle();
        }

        @Override
        public void remove(Listener<String> listener) {
          told.add("removed");
        }
      };

  private Listener<String> listen(EventHandler<String> handler) {
    var turn = new ResyncSchedule(Duration.ZERO).join(Duration.ZERO, 0);
    Mailbox<String> mailbox =
        new Mailbox<>(new CoalescingBacklog<>(4), monitor, new ReentrantLock());
    Listener<String> listener = new Listener<>(handler.name(), handler, mailbox, turn, owner);
    listeners.add(listener);
    return listener;
  }

  private EventHandler<String> recorder() {
    return new EventHandler<>() {
      @Override
      public String name() {
        return "recorder";
      }

      @Override
      public void onAdd(String object, boolean isInInitialList) {
        told.add((isInInitialList ? "initial " : "add ") + object);
      }

      @Override
      public void onUpdate(String before, String now) {
        told.add("update " + before + " " + now);
      }
    };
  }

  @AfterEach
  void stop() throws Exception {
    listeners.forEach(Listener::close);
    join();
  }

  private void join() throws InterruptedException {
    for (Thread thread : threads.interrupt()) {
      thread.join();
    }
  }

  private String next() throws InterruptedException {
    return told.poll(10, TimeUnit.SECONDS);
  }

  private static Change<String> added(String object) {
    return new Change.Added<>(ObjectKey.of("shop", object), object);
  }

  @Test
  void existingObjectsComeFirstAndAreInitial() throws Exception {
    var listener = listen(recorder());
    listener.mailbox().offer(List.of(added("b")));
    listener.mailbox().begin(List.of("a"));
    listener.start();

    assertThat(next()).isEqualTo("initial a");
    assertThat(next()).isEqualTo("add b");
  }

  @Test
  void listenerIsSyncedWhenTheSourceIsAndTheFirstListWasHandled() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    var listener =
        listen(
            EventHandler.<String>of()
                .onAdd(
                    object -> {
                      told.add(object);
                      await(go);
                    }));
    listener.mailbox().begin(List.of("a", "b"));
    listener.start();
    next();
    listener.mailbox().upstreamSynced();
    assertThat(listener.hasSynced()).isFalse();
    assertThat(listener.backlog()).isEqualTo(2);

    go.countDown();
    listener.awaitSynced(LONG);
    assertThat(listener.hasSynced()).isTrue();
    assertThat(listener.backlog()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void listenerOfAnEmptyCacheIsSyncedAtOnce() {
    var listener = listen(recorder());
    assertThat(listener.hasSynced()).isFalse();
    listener.mailbox().upstreamSynced();
    assertThat(listener.hasSynced()).isTrue();
  }

  @Test
  void handlerThatThrowsIsReportedAndBecomesSynced() throws Exception {
    var listener =
        listen(
            EventHandler.<String>of()
                .onAdd(
                    object -> {
                      told.add(object);
                      throw new IllegalStateException("no " + object);
                    }));
    listener.mailbox().begin(List.of("a", "b"));
    listener.mailbox().upstreamSynced();
    listener.start();
    listener.awaitSynced(LONG);

    assertThat(told).containsExactly("a", "b");
    assertThat(listener.failures()).isEqualTo(2);
    assertThat(listener.lastFailure().orElseThrow()).hasMessage("no b");
    assertThat(failures).hasSize(2);
  }

  @Test
  void handlerThatLeavesItsThreadInterruptedGoesOn() throws Exception {
    var listener =
        listen(
            EventHandler.<String>of()
                .onAdd(
                    object -> {
                      told.add(object + (Thread.currentThread().isInterrupted() ? "!" : ""));
                      Thread.currentThread().interrupt();
                    }));
    listener.start();
    listener.mailbox().offer(List.of(added("a"), added("b")));
    assertThat(next()).isEqualTo("a");
    assertThat(next()).isEqualTo("b");
    listener.mailbox().offer(List.of(added("c")));
    assertThat(next()).isEqualTo("c");
  }

  @Test
  void waitTimeoutNamesWhatIsMissing() throws Exception {
    var listener = listen(recorder());
    Thread waker =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    time.awaitAlarms(1);
                    time.advance(Duration.ofSeconds(5));
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    assertThatThrownBy(() -> listener.awaitSynced(Duration.ofSeconds(5)))
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("handler recorder has not been told of everything")
        .hasMessageContaining("PT5S");
    waker.join();
  }

  @Test
  void closedHandlerDropsItsMailbox() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    var listener =
        listen(
            EventHandler.<String>of()
                .onAdd(
                    object -> {
                      told.add(object);
                      await(go);
                    }));
    listener.start();
    listener.mailbox().offer(List.of(added("a"), added("b")));
    assertThat(next()).isEqualTo("a");
    listener.close();
    assertThat(next()).isEqualTo("removed");
    go.countDown();
    join();

    assertThat(told).isEmpty();
    assertThat(listener.backlog()).isZero();
  }

  @Test
  void handlerMayCloseItself() throws Exception {
    List<Registration> self = new ArrayList<>();
    var listener =
        listen(
            EventHandler.<String>of()
                .onAdd(
                    object -> {
                      told.add(object);
                      self.getFirst().close();
                    }));
    self.add(listener);
    listener.mailbox().offer(List.of(added("a"), added("b")));
    listener.start();
    assertThat(next()).isEqualTo("a");
    assertThat(next()).isEqualTo("removed");
    join();

    assertThat(told).isEmpty();
  }

  @Test
  void waitForAClosedHandlerEndsAtOnce() {
    var listener = listen(recorder());
    listener.close();

    assertThatThrownBy(() -> listener.awaitSynced(LONG)).isInstanceOf(SyncTimeoutException.class);
  }

  @Test
  void backlogAboveTheThresholdIsCoalesced() {
    var listener = listen(recorder());
    for (int i = 0; i < 1000; i++) {
      listener
          .mailbox()
          .offer(List.of(new Change.Updated<>(ObjectKey.of("shop", "a"), "" + i, "" + (i + 1))));
    }
    assertThat(listener.backlog()).isEqualTo(1);
    assertThat(listener.mailbox().coalesced()).isEqualTo(999);
  }
}
