package dev.drover.api.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class LifecycleTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final List<String> ended = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
  private final Lifecycle life = new Lifecycle("shop", failures::add);

  private void waitForTheEnd(String name) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      ended.add(name);
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void lifecycleEndsThreadsInReverseOrder() {
    life.fork("a", () -> waitForTheEnd("a"));
    life.forkPlatform("b", () -> waitForTheEnd("b"));
    life.fork("c", () -> waitForTheEnd("c"));
    life.close(LIMIT);
    assertThat(ended).containsExactly("c", "b", "a");
  }

  @Test
  void threadsHaveNamesAndEndWithTheLifecycle() {
    Thread virtual = life.fork("worker", () -> waitForTheEnd("worker"));
    Thread platform = life.forkPlatform("clock", () -> waitForTheEnd("clock"));
    assertThat(virtual.getName()).isEqualTo("drover/shop/worker");
    assertThat(virtual.isVirtual()).isTrue();
    assertThat(platform.getName()).isEqualTo("drover/shop/clock");
    assertThat(platform.isVirtual()).isFalse();
    life.close(LIMIT);
    assertThat(virtual.isAlive() || platform.isAlive()).isFalse();
  }

  @Test
  void closeNamesTheThreadThatDoesNotEndAndEndsTheOthers() throws Exception {
    var never = new CountDownLatch(1);
    Thread first = life.fork("first", () -> waitForTheEnd("first"));
    Thread stubborn =
        life.fork(
            "stubborn",
            () -> {
              while (never.getCount() > 0) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  ended.add("asked");
                }
              }
            });
    assertThatThrownBy(() -> life.close(Duration.ofMillis(50)))
        .hasMessageContaining(
            "not ended within PT0.05S although interrupted: drover/shop/stubborn at ");
    assertThat(ended).contains("asked");
    never.countDown();
    stubborn.join();
    first.join();
    assertThat(ended).contains("first");
  }

  @Test
  void closedLifecycleStartsNoThread() {
    life.close(LIMIT);
    assertThat(life.isClosed()).isTrue();
    assertThatThrownBy(() -> life.fork("late", () -> {}))
        .hasMessage("shop is closed, so late cannot start");
    life.close(LIMIT);
  }

  @Test
  void threadMayCloseItsOwnLifecycle() throws Exception {
    Thread thread = life.fork("closer", () -> life.close(LIMIT));
    thread.join();
    assertThat(life.isClosed()).isTrue();
  }

  @Test
  void failureOfAThreadIsReportedAndAffectsNoOther() throws Exception {
    life.fork(
        "failing",
        () -> {
          throw new IOException("no");
        });
    assertThat(failures.take()).hasMessage("no");
    life.fork(
        "broken",
        () -> {
          throw new NoClassDefFoundError("gone");
        });
    assertThat(failures.take()).isInstanceOf(NoClassDefFoundError.class);
    Thread other = life.fork("other", () -> waitForTheEnd("other"));
    assertThat(other.isAlive()).isTrue();
    life.close(LIMIT);
    assertThat(ended).containsExactly("other");
  }

  @Test
  void interruptEndsAllThreadsAtOnceExceptTheCurrentOne() throws Exception {
    Thread a = life.fork("a", () -> waitForTheEnd("a"));
    BlockingQueue<List<Thread>> ending = new LinkedBlockingQueue<>();
    Thread closer =
        life.fork(
            "closer",
            () -> {
              ending.add(life.interrupt());
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
    assertThat(ending.take()).containsExactly(a);
    a.join();
    closer.join();
    assertThat(life.isClosed()).isTrue();
    assertThat(failures).isEmpty();
  }

  @Test
  void interruptAndJoinReturnsAfterAllThreadsHaveEnded() {
    Thread a = life.fork("a", () -> waitForTheEnd("a"));
    Thread b = life.fork("b", () -> waitForTheEnd("b"));
    life.interruptAndJoin();
    assertThat(a.isAlive() || b.isAlive()).isFalse();
    assertThat(ended).containsExactlyInAnyOrder("a", "b");
    assertThat(failures).isEmpty();
  }

  @Test
  void interruptAndJoinDoesNotWaitOnAnInterruptedThread() throws Exception {
    var released = new CountDownLatch(1);
    Thread slow =
        life.fork(
            "slow",
            () -> {
              while (released.getCount() > 0) {
                Thread.onSpinWait();
              }
            });
    Thread.currentThread().interrupt();
    life.interruptAndJoin();
    assertThat(Thread.interrupted()).isTrue();
    released.countDown();
    slow.join();
  }

  @Test
  void interruptionWithoutACloseIsAFailure() throws Exception {
    life.fork("worker", () -> waitForTheEndOrThrow()).interrupt();
    assertThat(failures.take()).isInstanceOf(InterruptedException.class);
    life.close(LIMIT);
  }

  private static void waitForTheEndOrThrow() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  @Test
  void endedThreadIsRemoved() throws Exception {
    life.fork("short", () -> {}).join();
    assertThat(life.interrupt()).isEmpty();
  }

  @Test
  void slashesInNamesDoNotBreakTheScheme() {
    assertThat(Lifecycle.threadName("pods with app.kubernetes.io/name=a", "handler x/y"))
        .isEqualTo("drover/pods with app.kubernetes.io:name=a/handler x:y");
  }
}
