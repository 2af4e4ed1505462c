package dev.drover.runtime;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// A program in Lasso's way whose handler of the ConfigMap `slow` ends only after `awaitStop` has
/// returned.
final class SignalledFactory {
  private SignalledFactory() {}

  public static void main(String[] args) throws Exception {
    Thread main = Thread.currentThread();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch ending = new CountDownLatch(1);
    try (var factory =
        SharedControllerFactory.fromConfig(ClientConfig.fromKubeconfig(Path.of(args[0])))) {
      factory
          .forObject(ConfigMap.class)
          .registerHandler(
              "slow",
              (key, map) -> {
                if (key.name().equals("slow")) {
                  started.await();
                  while (main.getState() != Thread.State.WAITING) { // in awaitStop
                    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                  }
                  System.out.println("at work on slow");
                  ending.await();
                  System.out.println("done");
                }
                return map;
              });
      factory.start(1);
      started.countDown();
      factory.awaitStop();
      System.out.println("returned");
      ending.countDown();
    }
    System.out.println("closed");
  }
}
