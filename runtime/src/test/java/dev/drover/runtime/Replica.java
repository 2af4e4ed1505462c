package dev.drover.runtime;

import dev.drover.client.ClientConfig;
import dev.drover.client.TimeSource;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.leader.LeadershipLostException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A program of which several run, and one at a time works: while it leads it signs the ConfigMap
/// `ledger` again and again. Says on its output what happens to it.
///
/// For the ConfigMap `errand` it waits in the midst of a run for the word `go`, and then wants to
/// write. It ends with its input.
final class Replica {
  static final Duration LEASE = Duration.ofSeconds(3);

  private static final Duration RENEW = Duration.ofSeconds(2);
  private static final Duration RETRY = Duration.ofMillis(200);

  private Replica() {}

  public static void main(String[] args) throws Exception {
    String identity = args[1];
    BlockingQueue<String> words = new LinkedBlockingQueue<>();
    ManagerOptions options =
        ManagerOptions.defaults()
            .with(
                o ->
                    o.namespaces("default")
                        .grace(Duration.ofSeconds(2))
                        .leaderElection(
                            l ->
                                l.identity(identity)
                                    .times(LEASE, RENEW, RETRY)
                                    .listener(now -> say(now.getClass().getSimpleName()))));
    ClientConfig config = ClientConfig.fromKubeconfig(Path.of(args[0]));
    try (var manager =
        Manager.connect("replica", config.with(c -> c.namespace("default")), options)) {
      manager
          .controllerFor(ConfigMap.class)
          .workers(2)
          .watches(
              Source.every(
                  Duration.ofMillis(20),
                  TimeSource.system(),
                  () -> List.of(Request.of("default", "ledger"))))
          .complete(
              (map, ctx) -> {
                switch (map.name()) {
                  case "ledger" -> sign(map, ctx.client(), identity);
                  case "errand" -> run(words, ctx.client());
                  default -> {}
                }
                return Result.done();
              });
      manager.start();
      say("started");
      try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          words.add(line);
        }
      }
    }
  }

  private static void sign(ConfigMap ledger, ClusterClient client, String identity) {
    int count = Integer.parseInt(ledger.data().getOrDefault("count", "0"));
    client.edit(
        ledger, l -> l.with(b -> b.data("by", identity).data("count", String.valueOf(count + 1))));
  }

  private static void run(BlockingQueue<String> words, ClusterClient client)
      throws InterruptedException {
    say("on the errand");
    try {
      words.take();
      client.create(ConfigMap.named("default", "late"));
      say("wrote");
    } catch (LeadershipLostException e) {
      say("refused");
      throw e;
    } catch (InterruptedException e) {
      say("called off");
      throw e;
    }
  }

  private static void say(String what) {
    System.out.println(what);
    System.out.flush();
  }
}
