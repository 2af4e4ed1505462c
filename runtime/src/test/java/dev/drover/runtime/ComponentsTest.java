package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.runtime.engine.Components;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComponentsTest {
  private final ManualTime time = new ManualTime();
  private final Components components = new Components("shop", Duration.ofSeconds(10), time);
  private final List<String> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    components.stop();
  }

  private interface Start {
    void begin() throws Exception;
  }

  private Component part(String name, Start start, Consumer<Duration> stop) {
    return new Component() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void start() throws Exception {
        start.begin();
      }

      @Override
      public void stop(Duration grace) {
        stop.accept(grace);
        told.add("stop " + name);
      }
    };
  }

  /// Two of these with the same list are equal.
  private record Counter(List<String> starts) implements Component {
    @Override
    public String name() {
      return "counter";
    }

    @Override
    public void start() {
      starts.add("start");
    }

    @Override
    public void stop(Duration grace) {
      starts.add("stop");
    }
  }

  @Test
  void equalComponentsAreAllStartedAndStopped() throws Exception {
    List<String> steps = new CopyOnWriteArrayList<>();
    for (Phase phase : Phase.values()) {
      components.add(phase, new Counter(steps));
    }
    components.start();
    assertThat(steps).hasSize(Phase.values().length);
    components.stop();
    assertThat(steps).hasSize(2 * Phase.values().length);
  }

  @Test
  void everyCallerOfStopWaitsForTheEnd() throws Exception {
    CountDownLatch stopping = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    components.add(
        Phase.ALWAYS,
        part(
            "slow",
            () -> {},
            _ -> {
              stopping.countDown();
              await(goOn);
            }));
    components.start();
    Thread first = Thread.startVirtualThread(components::stop);
    stopping.await();
    CompletableFuture<Void> second = CompletableFuture.runAsync(components::stop);
    assertThatThrownBy(() -> second.get(50, TimeUnit.MILLISECONDS))
        .isInstanceOf(java.util.concurrent.TimeoutException.class);
    goOn.countDown();
    second.get(20, TimeUnit.SECONDS);
    assertThat(told).containsExactly("stop slow");
    first.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void componentMayStopItsOwnerWhileItIsStopped() throws Exception {
    components.add(Phase.ALWAYS, part("eager", () -> {}, _ -> components.stop()));
    components.start();
    components.stop();
    assertThat(told).containsExactly("stop eager");
  }

  @Test
  void fatalErrorDuringTheStartIsNoRequestedStop() {
    components.add(
        Phase.ALWAYS,
        part(
            "shaky",
            () -> {
              components.fail(new IllegalStateException("no change left"));
              new CountDownLatch(1).await();
            },
            _ -> {}));
    components.add(Phase.LEADER, part("later", () -> told.add("start later"), _ -> {}));
    assertThatThrownBy(components::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("shop stopped")
        .hasMessageContaining("no change left");
    assertThat(told).doesNotContain("start later");
  }

  @Test
  void fatalErrorStopsAllComponentsWithoutAWaitingCaller() throws Exception {
    components.add(Phase.ALWAYS, part("a", () -> {}, _ -> {}));
    components.start();
    components.fail(new StackOverflowError("no end"));
    Eventually.holds("the part has stopped", () -> told.contains("stop a"));
    assertThat(components.isRunning()).isFalse();
    assertThatThrownBy(components::awaitStop).hasMessageContaining("no end");
  }

  @Test
  void gracePeriodCoversAllComponentsTogether() throws Exception {
    List<Duration> graces = new CopyOnWriteArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      components.add(
          Phase.ALWAYS,
          part(
              name,
              () -> {},
              grace -> {
                graces.add(grace);
                time.advance(Duration.ofSeconds(7));
              }));
    }
    components.start();
    components.stop();
    assertThat(graces)
        .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ZERO);
  }
}
