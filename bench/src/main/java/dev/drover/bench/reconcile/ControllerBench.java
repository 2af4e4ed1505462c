package dev.drover.bench.reconcile;

import dev.drover.bench.harness.Access;
import dev.drover.bench.harness.AotCache;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.Median;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.harness.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Measures controllers: `reconcile`, how long they take for 2,000 objects and what they ask the
/// server for; `start`, how long it takes from the start of the process to the first reconcile;
/// `small`, how much memory is resident a while after it. In turns against one real API server, so
/// that what disturbs the machine for a minute disturbs all.
final class ControllerBench {
  static final int WORKERS = 10;
  private static final int OBJECTS = 2_000;
  private static final int ROUNDS = 3;
  private static final int STARTS = 7;
  private static final int LINGER_MILLIS = 1_000;
  private static final int SMALL_LINGER_MILLIS = 10_000;

  private final String bench;
  private final int objects;
  private final JobServer server;
  private final Target target;
  private final Path folder;
  private final Optional<GoPeers> go;
  private final List<String> jvm; // more options of the JVM that the launcher starts
  private final Map<ControllerContender, List<ResultLine>> results =
      new EnumMap<>(ControllerContender.class);
  private int runs;

  private ControllerBench(
      String bench,
      int objects,
      JobServer server,
      Path folder,
      Optional<GoPeers> go,
      List<String> jvm)
      throws IOException {
    this.bench = bench;
    this.objects = objects;
    this.server = server;
    this.target = Target.of(Access.write(folder, server.controlPlane()));
    this.folder = folder;
    this.go = go;
    this.jvm = jvm;
  }

  static void run(String bench, Arguments arguments) throws IOException, InterruptedException {
    boolean start = !bench.equals("reconcile");
    int objects = arguments.number("objects", start ? 1 : OBJECTS);
    int rounds = arguments.number("rounds", start ? STARTS : ROUNDS);
    List<String> jvm =
        arguments.find("jvm").map(options -> List.of(options.split(" "))).orElse(List.of());
    List<ControllerContender> only =
        arguments
            .find("only")
            .map(name -> List.of(ControllerContender.of(name)))
            .orElse(
                arguments.has("consoles")
                    ? ControllerContender.CONSOLES
                    : ControllerContender.PEERS);
    Optional<GoPeers> go = GoPeers.build();
    if (go.isEmpty()) {
      System.err.println("Go is not installed: controller-runtime is left out");
    }
    try (Folder folder = Folder.temporary();
        JobServer server = JobServer.start()) {
      ControllerBench all = new ControllerBench(bench, objects, server, folder.path(), go, jvm);
      all.run(rounds, only);
      all.print();
    }
  }

  private void run(int rounds, List<ControllerContender> only)
      throws IOException, InterruptedException {
    Map<ControllerContender, AotCache> ahead = new EnumMap<>(ControllerContender.class);
    for (ControllerContender contender : only) {
      if (!contender.launcherOptions().isEmpty()) {
        ahead.put(contender, train(contender));
      }
    }
    for (int round = 1; round <= rounds; round++) {
      System.err.println("Round " + round + " of " + rounds);
      for (ControllerContender contender : only) {
        if (!contender.isGo() || go.isPresent()) {
          ResultLine result = measure(contender, java(contender, ahead.get(contender)));
          System.err.println("  " + result);
          results.computeIfAbsent(contender, _ -> new ArrayList<>()).add(result);
        }
      }
    }
  }

  /// What the JVM of a contender is started with.
  private List<String> java(ControllerContender contender, @Nullable AotCache ahead) {
    if (ahead != null) {
      return ahead.options(launched(contender));
    }
    return switch (contender) {
      case DROVER, DROVER_CONSOLE, DROVER_VIEWED -> Jvm.withDrover();
      default -> Jvm.withAll();
    };
  }

  /// The options of the launcher, and those that were asked for.
  private List<String> launched(ControllerContender contender) {
    return Stream.concat(contender.launcherOptions().stream(), jvm.stream()).toList();
  }

  private AotCache train(ControllerContender contender) throws IOException, InterruptedException {
    AotCache cache = AotCache.in(Files.createDirectories(folder.resolve(contender.variant)));
    System.err.println("Training the AOT cache of " + contender.variant);
    measure(contender, cache.training(launched(contender)));
    return cache;
  }

  private ResultLine measure(ControllerContender contender, List<String> java)
      throws IOException, InterruptedException {
    String namespace = "run-" + ++runs;
    server.fill(namespace, objects);
    List<String> command = new ArrayList<>();
    List<String> what =
        List.of("--namespace", namespace, "--objects", "" + objects, "--workers", "" + WORKERS);
    if (contender.isGo()) {
      command.addAll(
          go.orElseThrow().command(List.of("-bench=" + bench, "-contender=" + contender.variant)));
      command.addAll(List.of("--linger", linger() + "ms"));
    } else {
      command.addAll(java);
      command.addAll(List.of(Jvm.MAIN, bench, "--variant", contender.variant));
      command.addAll(List.of("--linger", "" + linger()));
    }
    command.addAll(what);
    command.addAll(target.arguments());
    long before = server.calls();
    ResultLine result = ResultLine.parse(TimedProcess.run(folder, command, target.token()));
    double calls = (server.calls() - before) / (double) objects;
    if (!bench.equals("reconcile")) {
      return result;
    }
    server.check(namespace, objects);
    return result.with("callsPerObject", ResultLine.rounded(calls));
  }

  private int linger() {
    return switch (bench) {
      case "start" -> 0;
      case "small" -> SMALL_LINGER_MILLIS;
      default -> LINGER_MILLIS;
    };
  }

  private void print() {
    results.forEach(
        (contender, lines) -> {
          ResultLine line =
              lines
                  .getFirst()
                  .with("runs", lines.size())
                  .with("least", lines.stream().mapToDouble(seconds()).min().orElse(0))
                  .with("most", lines.stream().mapToDouble(seconds()).max().orElse(0));
          for (String number : List.of("processMillis", "workMillis", "cpuSeconds")) {
            line = line.with(number, median(lines, number));
          }
          line = line.with("peakKilobytes", (long) median(lines, "peakKilobytes"));
          line = line.with("residentKilobytes", (long) median(lines, "residentKilobytes"));
          if (bench.equals("reconcile")) {
            line = line.with("callsPerObject", median(lines, "callsPerObject"));
          }
          System.out.println(line);
        });
  }

  private static ToDoubleFunction<ResultLine> seconds() {
    return line -> ResultLine.rounded(line.number("processMillis") / 1e3);
  }

  private static double median(List<ResultLine> lines, String number) {
    return ResultLine.rounded(Median.of(lines.stream().mapToDouble(l -> l.number(number))));
  }
}
