package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LifecycleTest {
  private final List<String> ended = new CopyOnWriteArrayList<>();
  private final Lifecycle life = new Lifecycle("shop", Duration.ofMinutes(1));

  private void waitForTheEnd(String name) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      ended.add(name);
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatBeganLastEndsFirst() {
    life.own("a", () -> ended.add("a"));
    life.fork("b", () -> waitForTheEnd("b"));
    life.own("c", () -> ended.add("c"));
    life.forkPlatform("d", () -> waitForTheEnd("d"));
    life.close();
    assertThat(ended).containsExactly("d", "c", "b", "a");
  }

  @Test
  void threadsHaveNamesAndAreNotLeftBehind() {
    Thread virtual = life.fork("worker", () -> waitForTheEnd("worker"));
    Thread platform = life.forkPlatform("clock", () -> waitForTheEnd("clock"));
    assertThat(virtual.getName()).isEqualTo("shop-worker");
    assertThat(virtual.isVirtual()).isTrue();
    assertThat(platform.getName()).isEqualTo("shop-clock");
    assertThat(platform.isVirtual()).isFalse();
    life.close();
    assertThat(virtual.isAlive() || platform.isAlive()).isFalse();
  }

  @Test
  void failureKeepsNothingFromEnding() {
    life.own("a", () -> ended.add("a"));
    life.own(
        "b",
        () -> {
          throw new IOException("b is broken");
        });
    life.own(
        "c",
        () -> {
          throw new IOException("c is broken");
        });
    assertThatThrownBy(life::close)
        .hasMessage("closing shop: c is broken")
        .hasRootCauseInstanceOf(IOException.class)
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .hasToString("java.io.IOException: b is broken"));
    assertThat(ended).containsExactly("a");
  }

  @Test
  void whatDoesNotEndIsNamedAndTheRestEnds() throws Exception {
    var never = new CountDownLatch(1);
    var impatient = new Lifecycle("shop", Duration.ofMillis(50));
    impatient.own("first", () -> ended.add("first"));
    Thread stubborn =
        impatient.fork(
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
    assertThatThrownBy(impatient::close)
        .hasMessageContaining("not ended within PT0.05S: shop-stubborn");
    assertThat(ended).contains("asked");
    never.countDown();
    stubborn.join();
  }

  @Test
  void closeThatHangsIsNamed() {
    var impatient = new Lifecycle("shop", Duration.ofMillis(50));
    impatient.own("door", () -> waitForTheEnd("door"));
    assertThatThrownBy(impatient::close).hasMessageContaining("shop-door");
  }

  @Test
  void nothingBeginsAfterTheEnd() {
    life.close();
    assertThat(life.isClosed()).isTrue();
    assertThatThrownBy(() -> life.fork("late", () -> {}))
        .hasMessage("shop is closed, so late cannot begin");
    assertThatThrownBy(() -> life.own("late", () -> {})).isInstanceOf(IllegalStateException.class);
    life.close();
  }

  @Test
  void threadMayCloseWhatItBelongsTo() throws Exception {
    Thread thread = life.fork("closer", life::close);
    thread.join();
    assertThat(life.isClosed()).isTrue();
  }

  @Test
  void failedThreadHarmsNoOther() throws Exception {
    Thread failing =
        life.fork(
            "failing",
            () -> {
              throw new IOException("no");
            });
    failing.join();
    Thread other = life.fork("other", () -> waitForTheEnd("other"));
    assertThat(other.isAlive()).isTrue();
    life.close();
    assertThat(ended).containsExactly("other");
  }
}
