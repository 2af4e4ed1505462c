package dev.drover.runtime;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// A program that leads and has a lot to do: more workers than processors compute, and none of them
/// ever waits. Says when its place in the election changes and when all pods were looked at.
final class BusyLeader {
  static final Duration RENEW = Duration.ofSeconds(2);

  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration RETRY = Duration.ofMillis(200);
  private static final Duration WORK = Duration.ofSeconds(4); // for all pods together

  private BusyLeader() {}

  /// @param args the kubeconfig, and how many pods there are
  public static void main(String[] args) throws Exception {
    int pods = Integer.parseInt(args[1]);
    AtomicInteger seen = new AtomicInteger();
    ManagerOptions options =
        ManagerOptions.defaults()
            .with(
                o ->
                    o.leaderElection(
                        l ->
                            l.times(LEASE, RENEW, RETRY)
                                .listener(
                                    now -> System.out.println(now.getClass().getSimpleName()))));
    ClientConfig config = ClientConfig.fromKubeconfig(Path.of(args[0]));
    try (var manager = Manager.connect("busy", config.with(c -> c.namespace("default")), options)) {
      manager
          .controllerFor(Pod.class)
          .workers(2 * Runtime.getRuntime().availableProcessors())
          .complete(
              (pod, ctx) -> {
                compute(WORK.dividedBy(pods));
                if (seen.incrementAndGet() == pods) {
                  System.out.println("all seen");
                }
                return Result.done();
              });
      manager.start();
      var _ = System.in.read(); // until its input ends
    }
  }

  /// Keeps its processor for itself: a virtual thread that does not wait gives way to no other.
  private static void compute(Duration work) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < work.toNanos()) {
      Thread.onSpinWait();
    }
  }
}
