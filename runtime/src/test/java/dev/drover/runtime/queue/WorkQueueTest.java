package dev.drover.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.runtime.internal.ManualTime;
import dev.drover.runtime.queue.QueueSnapshot.Where;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private final ManualTime time = new ManualTime();

  private WorkQueue<String> queue(Ageing ageing) {
    return new WorkQueue<>(
        QueueOptions.defaults().with(o -> o.time(time).ageing(ageing).name("q")));
  }

  private WorkQueue<String> queue() {
    return queue(Ageing.DEFAULT);
  }

  @Test // E06
  void keyAddedWhileRunningIsHandedOutOnceMoreAfterDone() throws Exception {
    var queue = new WorkQueue<String>();
    queue.add("a");
    queue.take();
    queue.add("a");
    queue.add("a");
    queue.done("a");
    assertThat(queue.take()).contains("a");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void keyAddedWhileWorkersParkWakesOne() throws Exception {
    var queue = new WorkQueue<Integer>();
    var done = new SynchronousQueue<Integer>();
    for (int worker = 0; worker < 2; worker++) {
      Thread.ofVirtual().start(() -> passOn(queue, done));
    }
    for (int i = 0; i < 5_000; i++) {
      queue.add(i);
      assertThat(done.take()).isEqualTo(i); // hangs if no worker was woken
    }
    queue.close();
  }

  private static void passOn(WorkQueue<Integer> queue, SynchronousQueue<Integer> done) {
    try {
      while (queue.take().orElse(null) instanceof Integer key) {
        done.put(key);
        queue.done(key);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void delayedKeyIsTakenAtItsTimeWithoutRealWaiting() throws Exception {
    WorkQueue<String> queue = queue();
    var taken = new CompletableFuture<Optional<String>>();
    Thread.ofVirtual().start(() -> taken.completeAsync(() -> take(queue), Runnable::run));
    queue.addAfter("a", Duration.ofHours(1));
    time.awaitSleeper();
    time.advance(Duration.ofMinutes(59));
    assertThat(taken).isNotDone();
    time.advance(Duration.ofMinutes(1));
    assertThat(taken.get()).contains("a");
  }

  @Test
  void earlierKeyWakesAWorkerThatWaitsForALaterOne() throws Exception {
    WorkQueue<String> queue = queue();
    var taken = new CompletableFuture<Optional<String>>();
    queue.addAfter("late", Duration.ofHours(1));
    Thread.ofVirtual().start(() -> taken.completeAsync(() -> take(queue), Runnable::run));
    time.awaitSleeper();
    queue.addAfter("soon", Duration.ZERO);
    assertThat(taken.get()).contains("soon");
  }

  @Test
  void earlierTimeOfTheFirstDelayedKeyWakesTheWorkerThatWaitsForIt() throws Exception {
    WorkQueue<String> queue = queue();
    var taken = new CompletableFuture<Optional<String>>();
    queue.addAfter("a", Duration.ofSeconds(20));
    Thread.ofVirtual().start(() -> taken.completeAsync(() -> take(queue), Runnable::run));
    time.awaitSleeper();
    queue.addAfter("a", Duration.ofMillis(100));
    time.awaitSleeperUntil(Duration.ofMillis(100));
    time.advance(Duration.ofMillis(100));
    assertThat(taken.get(30, TimeUnit.SECONDS)).contains("a");
  }

  private static Optional<String> take(WorkQueue<String> queue) {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      return Optional.of("interrupted");
    }
  }

  @Test
  void waitingWorkerCanBeInterrupted() throws Exception {
    WorkQueue<String> queue = queue();
    var taken = new CompletableFuture<Optional<String>>();
    Thread worker =
        Thread.ofVirtual().start(() -> taken.completeAsync(() -> take(queue), Runnable::run));
    worker.interrupt();
    assertThat(taken.get()).contains("interrupted");
    queue.add("a");
    assertThat(queue.take()).contains("a");
  }

  @Test
  void doneWithoutTakeIsAnError() {
    WorkQueue<String> queue = queue();
    queue.add("a");
    assertThatThrownBy(() -> queue.done("a")).hasMessageContaining("which no worker has");
    assertThatThrownBy(() -> queue.done("b")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void keyOfLowPriorityIsNotStarved() throws Exception {
    WorkQueue<String> queue = queue(new Ageing(Duration.ofSeconds(10), 4));
    queue.add("low 1", AddOptions.LOW);
    queue.add("low 2", AddOptions.LOW);
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      if (i == 4) {
        time.advance(Duration.ofSeconds(10));
      }
      queue.add("high " + i);
      String key = queue.take().orElseThrow();
      order.add(key);
      queue.done(key);
    }
    // Nothing but priority counts in the first ten seconds, then every fourth is the oldest.
    assertThat(order)
        .containsExactly(
            "high 0", "high 1", "high 2", "high 3", "low 1", "high 4", "high 5", "high 6", "low 2",
            "high 7", "high 8", "high 9");
  }

  @Test
  void itemHasTheStateOfItsKey() throws Exception {
    WorkQueue<String> queue = queue();
    var error = new IllegalStateException("no");
    queue.add("a", AddOptions.RATE_LIMITED.withPriority(7).withError(error));
    time.advance(Duration.ofMillis(5));
    assertThat(queue.size()).isEqualTo(1);
    time.advance(Duration.ofMillis(3));
    assertThat(queue.takeItem())
        .contains(new QueueItem<>("a", 7, 1, Optional.of(error), Duration.ofMillis(3)));
    queue.forget("a");
    queue.done("a");
    queue.add("a");
    assertThat(queue.takeItem())
        .contains(new QueueItem<>("a", 0, 0, Optional.empty(), Duration.ZERO));
  }

  @Test
  void snapshotHasTheWaitingKeysWithTimesAndReasons() throws Exception {
    WorkQueue<String> queue = queue();
    Instant start = time.instant();
    queue.add("running");
    queue.add("dirty");
    queue.take();
    queue.take();
    time.advance(Duration.ofSeconds(1));
    queue.add("dirty");
    queue.add("ready", 5);
    var error = new IllegalStateException("no");
    queue.addRateLimited("failed", error);
    queue.addAfter("later", Duration.ofHours(1));
    QueueSnapshot<String> snapshot = queue.snapshot(10);
    assertThat(snapshot.name()).isEqualTo("q");
    assertThat(List.of(snapshot.ready(), snapshot.delayed(), snapshot.running()))
        .containsExactly(1, 2, 2);
    Instant now = start.plusSeconds(1);
    assertThat(snapshot.keys())
        .containsExactly(
            row("running", Where.RUNNING, 0, start, Optional.empty()),
            row("dirty", Where.RUNNING_AND_READY, 0, start, Optional.empty()),
            row("ready", Where.READY, 5, now, Optional.empty()),
            new QueueSnapshot.Key<>(
                "failed",
                Where.DELAYED,
                0,
                now,
                Optional.of(now.plusMillis(5)),
                1,
                Optional.of(error)),
            row("later", Where.DELAYED, 0, now, Optional.of(now.plusSeconds(3600))));
    assertThat(snapshot.keys().getFirst().age(snapshot.at())).isEqualTo(Duration.ofSeconds(1));
    assertThat(queue.snapshot(3).keys()).hasSize(3);
    assertThat(queue.unfinishedWork()).isEqualTo(Duration.ofSeconds(2));
    assertThat(queue.longestRunning()).isEqualTo(Duration.ofSeconds(1));
  }

  private static QueueSnapshot.Key<String> row(
      String key, Where where, int priority, Instant since, Optional<Instant> readyAt) {
    return new QueueSnapshot.Key<>(key, where, priority, since, readyAt, 0, Optional.empty());
  }

  @Test
  void observerGetsTheNumbersOfMetrics() throws Exception {
    List<String> heard = new ArrayList<>();
    QueueObserver observer =
        new QueueObserver() {
          @Override
          public void added(int priority) {
            heard.add("added " + priority);
          }

          @Override
          public void raised(int from, int to) {
            heard.add("raised " + from + " " + to);
          }

          @Override
          public void taken(int priority, Duration waited) {
            heard.add("taken " + priority + " " + waited);
          }

          @Override
          public void done(Duration worked) {
            heard.add("done " + worked);
            throw new IllegalStateException("an observer that fails harms nobody");
          }

          @Override
          public void retried() {
            heard.add("retried");
          }

          @Override
          public void givenUp() {
            heard.add("given up");
          }

          @Override
          public void dropped(int priority) {
            heard.add("dropped " + priority);
          }
        };
    var queue =
        new WorkQueue<String>(
            QueueOptions.defaults().with(o -> o.time(time).observer(observer).maxRetries(1)));
    queue.add("a", -1);
    queue.add("a", 2);
    time.advance(Duration.ofSeconds(1));
    queue.take();
    queue.addRateLimited("a");
    time.advance(Duration.ofSeconds(2));
    queue.done("a");
    queue.addRateLimited("a");
    queue.close();
    assertThat(heard)
        .containsExactly(
            "added -1",
            "raised -1 2",
            "taken 2 PT1S",
            "retried",
            "added 0",
            "done PT2S",
            "given up",
            "dropped 0");
  }

  @Test // E08
  void manyWorkersNeverShareAKeyAndLoseNone() throws Exception {
    var queue = new WorkQueue<Integer>();
    var busy = ConcurrentHashMap.<Integer>newKeySet();
    var shared = new AtomicInteger();
    int[] wanted = new int[100]; // what workers see at last must be this
    var seen = new ConcurrentHashMap<Integer, Integer>();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      workers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (var key = queue.take(); key.isPresent(); key = queue.take()) {
                        if (!busy.add(key.get())) {
                          shared.incrementAndGet();
                        }
                        synchronized (wanted) {
                          seen.put(key.get(), wanted[key.get()]);
                        }
                        Thread.yield();
                        busy.remove(key.get());
                        queue.done(key.get());
                      }
                    } catch (InterruptedException e) {
                      shared.incrementAndGet();
                    }
                  }));
    }
    for (int i = 0; i < 50_000; i++) {
      int key = i * 31 % 100;
      synchronized (wanted) {
        wanted[key] = i;
      }
      switch (i % 3) {
        case 0 -> queue.add(key);
        case 1 -> queue.add(key, 1);
        default -> queue.addAfter(key, Duration.ofNanos(i));
      }
    }
    for (int key = 0; key < 100; key++) {
      queue.add(key); // what is delayed would be forgotten
    }
    assertThat(queue.drain(Duration.ofMinutes(1))).isTrue();
    for (Thread worker : workers) {
      worker.join();
    }
    assertThat(shared).hasValue(0);
    for (int key = 0; key < 100; key++) {
      assertThat(seen).containsEntry(key, wanted[key]);
    }
  }

  @Test
  void drainGivesUpAtItsLimit() throws Exception {
    WorkQueue<String> queue = queue();
    CompletableFuture<Boolean> drained = drainBlockedByARun(queue);
    time.advance(Duration.ofSeconds(1));
    assertThat(drained.get(30, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void shutDownReleasesABlockedDrain() throws Exception {
    WorkQueue<String> queue = queue();
    CompletableFuture<Boolean> drained = drainBlockedByARun(queue);
    queue.shutDown();
    assertThat(drained.get(30, TimeUnit.SECONDS)).isFalse();
    queue.done("a");
    assertThat(queue.drain(Duration.ZERO)).as("a drain that begins later").isTrue();
  }

  private CompletableFuture<Boolean> drainBlockedByARun(WorkQueue<String> queue) throws Exception {
    queue.add("a");
    queue.take();
    var drained = new CompletableFuture<Boolean>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                drained.complete(queue.drain(Duration.ofSeconds(1)));
              } catch (InterruptedException e) {
                drained.completeExceptionally(e);
              }
            });
    time.awaitSleeper();
    return drained;
  }
}
