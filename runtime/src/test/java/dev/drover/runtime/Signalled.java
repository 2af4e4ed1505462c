package dev.drover.runtime;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A program whose reconciler for the ConfigMap `slow` takes its time when the program is to end,
/// and for `stubborn` all the time in the world.
final class Signalled {
  private Signalled() {}

  public static void main(String[] args) throws Exception {
    ManagerOptions options =
        ManagerOptions.defaults().with(o -> o.namespaces("default").grace(Duration.ofMinutes(5)));
    ClientConfig config = ClientConfig.fromKubeconfig(Path.of(args[0]));
    try (var manager = Manager.connect("signalled", config, options)) {
      manager
          .controllerFor(ConfigMap.class)
          .complete(
              (map, ctx) -> {
                System.out.println("at work on " + map.name());
                while (manager.isRunning() || map.name().equals("stubborn")) {
                  LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                }
                System.out.println("done");
                return Result.done();
              });
      manager.add(Phase.SERVER, Component.of("voice", () -> System.out.println("starting")));
      manager.run();
      System.out.println("returned");
    }
  }
}
