package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A source that is added to a controller that runs.
class RunningControllerWatchTest extends OnCluster {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();
  private Controller controller;

  @BeforeEach
  void startController() throws Exception {
    controller =
        manager
            .controllerFor(ConfigMap.class)
            .options(o -> o.syncTimeout(Duration.ofSeconds(1)))
            .complete(
                (map, ctx) -> {
                  runs.add(map.name());
                  return Result.done();
                });
    manager.start();
  }

  /// A source whose start waits for a latch, whatever interrupts it.
  private static final class Stubborn implements Source {
    final CountDownLatch release = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public String name() {
      return "tap";
    }

    @Override
    public Watching start(Sink sink) {
      while (release.getCount() > 0) {
        try {
          release.await();
        } catch (InterruptedException e) {
          interrupted.countDown();
        }
      }
      return new Watching() {
        @Override
        public void awaitSynced(Duration limit) {}

        @Override
        public void close() {
          closed.countDown();
        }
      };
    }
  }

  @Test
  void startOfASourceThatBlocksIsBoundedAndNamesControllerAndSource() throws Exception {
    Stubborn tap = new Stubborn();
    assertThatThrownBy(() -> controller.watch(tap))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("controller configmap cannot start its source tap")
        .hasMessageContaining("has not returned within 1000 ms");
    assertThat(tap.interrupted.await(20, TimeUnit.SECONDS)).as("interrupted").isTrue();
    tap.release.countDown();
    assertThat(tap.closed.await(20, TimeUnit.SECONDS)).as("closed when it returns late").isTrue();
    create("a");
    assertThat(next(runs)).isEqualTo("a");
    manager.settle(SOON);
  }

  @Test
  void interruptedCallerOfWatchStopsWaitingAndStaysInterrupted() throws Exception {
    Stubborn tap = new Stubborn();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  try {
                    controller.watch(tap);
                  } catch (StartException e) {
                    seen.add(e.getMessage() + Thread.currentThread().isInterrupted());
                  }
                });
    assertThat(next(seen)).contains("configmap", "tap", "interrupted").endsWith("true");
    assertThat(caller.join(SOON)).isTrue();
    tap.release.countDown();
  }

  @Test
  void failureOfASourceNamesControllerAndSourceAndLeavesTheControllerRunning() throws Exception {
    Source broken =
        new Source() {
          @Override
          public Watching start(Sink sink) {
            throw new IllegalArgumentException("no water");
          }

          @Override
          public String name() {
            return "tap";
          }
        };
    assertThatThrownBy(() -> controller.watch(broken))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "controller configmap cannot start its source tap: no water"
                + " (docs/troubleshooting.md#the-program-does-not-start)")
        .hasCauseInstanceOf(IllegalArgumentException.class);
    create("b");
    assertThat(next(runs)).isEqualTo("b");
    manager.settle(SOON);
  }

  @Test
  void watchOfARunningControllerCanBeAwaitedAndClosed() throws Exception {
    Channel channel = Source.channel("orders");
    try (Source.Watching watching = controller.watch(channel)) {
      watching.awaitSynced(SOON);
      assertThat(watching.isIdle()).isTrue();
      create("c");
      assertThat(next(runs)).isEqualTo("c");
      channel.send(Request.of(namespace, "c"));
      assertThat(next(runs)).isEqualTo("c");
    }
    manager.settle(SOON);
    channel.send(Request.of(namespace, "c"));
    manager.settle(SOON);
    assertThat(runs).isEmpty();
  }
}
