package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A manager reports what ended it and what did not stop.
class ManagerStopTest extends OnCluster {
  private interface Call {
    void call() throws Exception;
  }

  private static CompletableFuture<Void> async(Call call) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            call.call();
            ended.complete(null);
          } catch (Exception e) {
            ended.completeExceptionally(e);
          }
        });
    return ended;
  }

  private static Component failsToStop() {
    return new Component() {
      @Override
      public String name() {
        return "door";
      }

      @Override
      public void start() {}

      @Override
      public void stop(Duration grace) {
        throw new IllegalStateException("it is stuck");
      }
    };
  }

  @Test
  void runReportsTheControllerWhoseReconcilesExceedTheGracePeriod() throws Exception {
    manager.close();
    manager =
        Manager.connect(
            "impatient",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).grace(Duration.ofMillis(50)).syncTimeout(SOON)));
    CountDownLatch atWork = new CountDownLatch(1);
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              atWork.countDown();
              new CountDownLatch(1).await();
              return Result.done();
            });
    create("slow");
    CompletableFuture<Void> run = async(manager::run);
    assertThat(atWork.await(20, TimeUnit.SECONDS)).isTrue();
    manager.close();
    assertThatThrownBy(() -> run.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(StopException.class)
        .hasMessageContaining("impatient did not stop cleanly: controller configmap: reconciles");
  }

  @Test
  void runReportsAComponentThatFailsToStop() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    manager.add(Phase.ALWAYS, failsToStop());
    manager.add(Phase.LEADER, Component.of("last", started::countDown));
    CompletableFuture<Void> run = async(manager::run);
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    manager.close();
    assertThatThrownBy(() -> run.get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(StopException.class)
        .hasMessage("test-manager did not stop cleanly: door: it is stuck");
  }

  @Test
  void awaitStopReturnsWhenAStartedManagerHasBeenClosed() throws Exception {
    manager.start();
    CompletableFuture<Void> stopped = async(manager::awaitStop);
    assertThat(stopped).isNotDone();
    manager.close();
    stopped.get(20, TimeUnit.SECONDS);
    assertThat(manager.failure()).isEmpty();
  }

  @Test
  void awaitStopThrowsTheFailureThatEndedAStartedManager() throws Exception {
    CountDownLatch fails = new CountDownLatch(1);
    manager.add(
        Phase.ALWAYS,
        Component.of(
            "shaky",
            () -> {
              fails.await();
              throw new java.io.IOException("no disk");
            }));
    manager.start();
    CompletableFuture<Void> stopped = async(manager::awaitStop);
    fails.countDown();
    assertThatThrownBy(() -> stopped.get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("shaky failed")
        .hasRootCauseMessage("no disk");
    assertThat(manager.failure()).get().isInstanceOf(IllegalStateException.class);
    assertThat(manager.isRunning()).isFalse();
  }

  @Test
  void awaitStopReportsPartsThatFailedToStop() throws Exception {
    manager.add(Phase.ALWAYS, failsToStop());
    manager.start();
    manager.close();
    assertThatThrownBy(manager::awaitStop)
        .isInstanceOf(StopException.class)
        .hasMessageContaining("door");
  }
}
