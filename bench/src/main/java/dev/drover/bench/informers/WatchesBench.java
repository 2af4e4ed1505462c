package dev.drover.bench.informers;

import dev.drover.bench.harness.Access;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.ForkEnd;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.Heap;
import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.harness.TimedProcess;
import dev.drover.bench.reconcile.JobServer;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/// Measures informers by their number: 1 to 1,000 of them in one process, each for a namespace of
/// its own with one ConfigMap, against one real API server.
public final class WatchesBench {
  static final String PREFIX = "watched-";
  private static final List<String> VARIANTS = List.of("drover", "http1", "client-go", "fabric8");
  private static final int LINGER_MILLIS = 2_000;
  private static final long LIMIT_NANOS = 300_000_000_000L;

  private WatchesBench() {}

  public static void main(String[] args) throws Exception {
    Set<String> options = new HashSet<>(Target.OPTIONS);
    options.addAll(Set.of("variant", "informers", "rounds"));
    Arguments arguments = Arguments.parse(args, options, Set.of(Target.INSECURE));
    Optional<Target> target = Target.of(arguments);
    if (target.isEmpty()) {
      compare(arguments);
      return;
    }
    int informers = arguments.number("informers", 1);
    String variant = arguments.find("variant").orElse("drover");
    System.out.println(one(variant, started(variant, target.get(), informers)));
    System.out.flush();
    Runtime.getRuntime().halt(0); // some do not end their threads
  }

  /// All of them in turns.
  private static void compare(Arguments arguments) throws IOException, InterruptedException {
    List<Integer> numbers =
        Stream.of(arguments.find("informers").orElse("1,10,100,1000").split(","))
            .map(Integer::valueOf)
            .toList();
    int most = numbers.stream().mapToInt(Integer::intValue).max().orElse(1);
    List<String> variants = arguments.find("variant").map(List::of).orElse(VARIANTS);
    Optional<GoPeers> go = GoPeers.build();
    try (Folder folder = Folder.temporary();
        JobServer server = JobServer.start()) {
      Target target = Target.of(Access.write(folder.path(), server.controlPlane()));
      System.err.println("Creating " + most + " namespaces");
      for (int i = 0; i < most; i++) {
        server.fill(PREFIX + i, 1);
      }
      for (int round = 1; round <= arguments.number("rounds", 3); round++) {
        for (int number : numbers) {
          for (String variant : variants) {
            if (!variant.equals("client-go") || go.isPresent()) {
              List<String> command = command(variant, number, go);
              command.addAll(target.arguments());
              System.out.println(
                  ResultLine.parse(TimedProcess.run(folder.path(), command, target.token())));
            }
          }
        }
      }
    }
  }

  private static List<String> command(String variant, int informers, Optional<GoPeers> go) {
    List<String> command = new ArrayList<>();
    if (variant.equals("client-go")) {
      command.addAll(go.orElseThrow().command(List.of("-bench=watches", "-contender=client-go")));
      command.addAll(List.of("--linger", LINGER_MILLIS + "ms", "--namespace", PREFIX));
    } else {
      command.addAll(variant.equals("fabric8") ? Jvm.withAll() : Jvm.withDrover());
      command.addAll(List.of(Jvm.MAIN, "watches", "--variant", variant));
    }
    command.addAll(List.of("--informers", Integer.toString(informers)));
    return command;
  }

  /// Informers that run.
  record Running(int informers, BooleanSupplier isSynced, IntSupplier objects) {}

  private static Running started(String variant, Target target, int informers) {
    return switch (variant) {
      case "drover" -> ofDrover(Client.connect(target.config(true)), informers);
      case "http1" -> ofDrover(overHttp1(target.config(true)), informers);
      case "fabric8" -> Fabric8Informers.start(target, informers);
      default ->
          throw new IllegalArgumentException("no variant '" + variant + "', only " + VARIANTS);
    };
  }

  private static Client overHttp1(ClientConfig config) {
    return Client.over(RestClient.over(config, Transport.http1(config)));
  }

  private static Running ofDrover(Client client, int informers) {
    List<SharedIndexInformer<ConfigMap>> all = new ArrayList<>();
    for (int i = 0; i < informers; i++) {
      var maps = client.resources(ConfigMap.KIND).inNamespace(PREFIX + i);
      var informer = SharedIndexInformer.of(maps, CacheOptions.defaults());
      informer.start();
      all.add(informer);
    }
    return new Running(
        informers,
        () -> all.stream().allMatch(SharedIndexInformer::hasSynced),
        () -> all.stream().mapToInt(informer -> informer.store().listKeys().size()).sum());
  }

  private static ResultLine one(String variant, Running running)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (!running.isSynced.getAsBoolean()) {
      if (System.nanoTime() - begun > LIMIT_NANOS) {
        throw new IllegalStateException(variant + " never synced");
      }
      Thread.sleep(1);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("bench", "watches");
    result.put("contender", variant);
    result.put("informers", running.informers);
    result.put("objects", running.objects.getAsInt());
    result.put("syncMillis", ResultLine.rounded((System.nanoTime() - begun) / 1e6));
    ForkEnd end = ForkEnd.now(running.informers, 0);
    result.put("cpuSeconds", end.cpuMillis() / 1e3);
    result.put("peakKilobytes", end.peakKilobytes());
    Thread.sleep(LINGER_MILLIS);
    result.put("sockets", sockets());
    result.put("liveHeapBytes", Heap.settled());
    result.put("residentKilobytes", ForkEnd.resident());
    return new ResultLine(result);
  }

  /// The sockets of this process; 0 where the system does not tell.
  private static long sockets() throws IOException {
    Path folder = Path.of("/proc/self/fd");
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(WatchesBench::isSocket).count();
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }
}
