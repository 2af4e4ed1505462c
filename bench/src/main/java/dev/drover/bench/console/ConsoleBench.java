package dev.drover.bench.console;

import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.ForkEnd;
import dev.drover.bench.harness.Median;
import dev.drover.bench.harness.Table;
import dev.drover.client.ClientConfig;
import dev.drover.console.Console;
import dev.drover.console.ConsoleOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// The CPU time of a process whose manager makes 2,000 runs a second: without a console, with one
/// that has no viewer, and with one viewer, which is a process of its own. Each run reads its
/// object from the cache. In turns, so that what disturbs the machine for a minute disturbs all.
public final class ConsoleBench {
  private static final int OBJECTS = 1_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration TICK = Duration.ofMillis(5);

  private final EmbeddedApiServer server;
  private final int rate;
  private final int seconds;

  private ConsoleBench(EmbeddedApiServer server, int rate, int seconds) {
    this.server = server;
    this.rate = rate;
    this.seconds = seconds;
  }

  private enum Mode {
    NONE("no console"),
    UNSEEN("console, no viewer"),
    VIEWED("console, one viewer");

    private final String label;

    Mode(String label) {
      this.label = label;
    }
  }

  /// `--rate`, `--seconds` and `--rounds`.
  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.parse(args, Set.of("rate", "seconds", "rounds"), Set.of());
    int rounds = arguments.number("rounds", 5);
    try (EmbeddedApiServer server = EmbeddedApiServer.start()) {
      ConsoleBench bench =
          new ConsoleBench(server, arguments.number("rate", 2000), arguments.number("seconds", 10));
      Map<Mode, List<Double>> percents = new EnumMap<>(Mode.class);
      for (int round = 0; round <= rounds; round++) { // the first one warms up
        for (Mode mode : Mode.values()) {
          double percent = bench.measure(mode);
          System.err.printf("round %d: %s: %.2f %% of a processor%n", round, mode.label, percent);
          if (round > 0) {
            percents.computeIfAbsent(mode, _ -> new ArrayList<>()).add(percent);
          }
        }
      }
      Table table = new Table(System.out, 24, 14);
      table.head(bench.rate + " runs a second", "% CPU", "least", "most");
      percents.forEach(
          (mode, all) ->
              table.row(
                  mode.label,
                  "%.2f".formatted(Median.of(all.stream().mapToDouble(p -> p))),
                  "%.2f".formatted(all.stream().mapToDouble(p -> p).min().orElse(0)),
                  "%.2f".formatted(all.stream().mapToDouble(p -> p).max().orElse(0))));
    }
  }

  private double measure(Mode mode) throws Exception {
    Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(0)));
    ManagerOptions options = ManagerOptions.defaults().with(o -> o.namespaces("default"));
    AtomicLong runs = new AtomicLong();
    try (Manager manager =
        Manager.connect(
            "bench",
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
            mode == Mode.NONE ? options : options.with(o -> o.extension(console)))) {
      Controller controller =
          manager
              .controllerFor(ConfigMap.class)
              .complete(
                  (map, context) -> {
                    runs.incrementAndGet();
                    return Result.done();
                  });
      manager.start();
      for (int i = 0; i < OBJECTS; i++) {
        manager.client().apply(ConfigMap.named("default", "map-" + i));
      }
      manager.settle(LIMIT);
      Process viewer = mode == Mode.VIEWED ? Viewer.of(console) : null;
      try {
        runFor(controller, Duration.ofSeconds(2)); // the viewer has connected
        long before = runs.get();
        Duration cpu = ForkEnd.cpu();
        long begin = System.nanoTime();
        runFor(controller, Duration.ofSeconds(seconds));
        manager.settle(LIMIT);
        double took = System.nanoTime() - begin;
        long done = runs.get() - before;
        if (done < rate * seconds * 0.95) {
          System.err.println(
              "only " + done + " runs: requests were still waiting or the machine is busy");
        }
        return ForkEnd.cpu().minus(cpu).toNanos() * 100 / took;
      } finally {
        if (viewer != null) {
          viewer.destroyForcibly().waitFor();
        }
      }
    }
  }

  private void runFor(Controller controller, Duration time) {
    long begin = System.nanoTime();
    long sent = 0;
    while (System.nanoTime() - begin < time.toNanos()) {
      long due = (System.nanoTime() - begin) * rate / 1_000_000_000L;
      for (; sent < due; sent++) {
        controller.enqueue(Request.of("default", "map-" + sent % OBJECTS));
      }
      LockSupport.parkNanos(TICK.toNanos());
    }
  }
}
