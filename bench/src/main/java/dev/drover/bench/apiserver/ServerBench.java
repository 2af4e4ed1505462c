package dev.drover.bench.apiserver;

import dev.drover.api.Format;
import dev.drover.api.Patch;
import dev.drover.api.codec.Codec;
import dev.drover.bench.harness.AotCache;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.Median;
import dev.drover.bench.harness.Table;
import dev.drover.bench.pods.Pods;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Measures the API server in a jar and kube-apiserver with etcd under the same client: CPU time of
/// the processes of the server for each kind of work, and their memory.
///
/// ```
/// ./drover bench apiserver --pods 20000 --rounds 3 --heap 1g
/// ```
///
/// Wall time counts the client, which shares the processors; CPU time of the server does not.
public final class ServerBench {
  private static final String NAMESPACE = "bench-apiserver";
  private static final int LISTS = 3;
  private static final int WRITES = 1000;
  private static final int WRITERS = 16;
  private static final int WATCHES = 1000;
  private static final int EVENTS = 100;
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String METADATA =
      PROTOBUF + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private static final int TRAINING = 1000; // pods

  private final Pods pods;
  private final List<String> java; // starts the JVM of the API server in a jar

  private ServerBench(Pods pods, List<String> java) {
    this.pods = pods;
    this.java = java;
  }

  public static void main(String[] args) throws Exception {
    Arguments arguments =
        Arguments.parse(args, Set.of("pods", "rounds", "only", "heap", "jvm"), Set.of());
    Pods pods = pods(arguments.number("pods", Pods.STANDARD.count()));
    Optional<String> only = arguments.find("only");
    Map<String, Map<String, List<Double>>> results = new LinkedHashMap<>();
    try (Folder folder = Folder.temporary()) {
      List<String> java =
          only.equals(Optional.of("kubernetes")) ? List.of() : java(arguments, folder.path());
      ServerBench bench = new ServerBench(pods, java);
      for (int round = 0; round < arguments.number("rounds", 1); round++) {
        for (String name : List.of("drover", "kubernetes")) {
          if (only.isEmpty() || only.get().equals(name)) {
            add(name, bench.run(name), results);
          }
        }
      }
    }
    print(results);
  }

  private static Pods pods(int count) {
    return new Pods(count, Math.max(1, count / 100), false);
  }

  private static void add(
      String name, Map<String, Double> values, Map<String, Map<String, List<Double>>> results) {
    values.forEach(
        (row, value) -> {
          System.err.printf("%s: %s: %.2f%n", name, row, value);
          results
              .computeIfAbsent(row, _ -> new LinkedHashMap<>())
              .computeIfAbsent(name, _ -> new ArrayList<>())
              .add(value);
        });
  }

  /// As the launcher starts it: with the options for API servers and an AOT cache, which learns
  /// from a run with few pods.
  private static List<String> java(Arguments arguments, Path folder) throws Exception {
    List<String> options = new ArrayList<>(List.of(Jvm.SERVER));
    options.add("-Xmx" + arguments.find("heap").orElse("1g"));
    arguments.find("jvm").ifPresent(more -> options.addAll(List.of(more.split(" "))));
    AotCache cache = AotCache.in(folder, Jvm.serverClassPath());
    System.err.println("Training the AOT cache");
    new ServerBench(pods(TRAINING), cache.training(options)).run("drover");
    return cache.options(options);
  }

  private static void print(Map<String, Map<String, List<Double>>> results) {
    Table table = new Table(System.out, 44, 14);
    table.head("", "Drover", "kube-apiserver", "ratio");
    results.forEach(
        (row, values) -> {
          double drover = median(values.get("drover"));
          double kubernetes = median(values.get("kubernetes"));
          table.row(
              row,
              Table.number(2, drover),
              Table.number(2, kubernetes),
              Table.times(drover / kubernetes));
        });
  }

  private static double median(List<Double> values) {
    return values == null
        ? Double.NaN
        : Median.of(values.stream().mapToDouble(Double::doubleValue));
  }

  private Map<String, Double> run(String name) throws Exception {
    Map<String, Double> results = new LinkedHashMap<>();
    try (Folder folder = Folder.temporary();
        ServerUnderLoad server =
            name.equals("drover")
                ? ServerUnderLoad.drover(java, folder.path())
                : ServerUnderLoad.kubernetes();
        Client client = connect(server)) {
      client.create(Namespace.named(NAMESPACE));
      Meter meter = new Meter(server, results);
      meter.measure("create by one writer, CPU s per 1,000", () -> create(client, "a"));
      meter.measure("create when warm, CPU s per 1,000", () -> create(client, "b"));
      meter.measure("merge patch, CPU s per 1,000", () -> patch(client));
      meter.measure("apply, CPU s per 1,000", () -> apply(client));
      meter.measure(
          "%,d events to %,d watches, CPU s".formatted(EVENTS, WATCHES), () -> fanOut(client));
      meter.measure(
          "fill with %,d pods and statuses, CPU s".formatted(pods.count()),
          () -> fill(client, pods));
      results.put("memory with pods, resident MB", server.resident());
      for (String pass : List.of("first", "later")) {
        meter.measure(
            "protobuf list, %s, CPU s".formatted(pass), () -> list(client, PROTOBUF, pass));
        meter.measure(
            "metadata list, %s, CPU s".formatted(pass), () -> list(client, METADATA, pass));
        meter.measure(
            "JSON list, %s, CPU s".formatted(pass), () -> list(client, "application/json", pass));
      }
      results.put("memory after lists, resident MB", server.resident());
      results.put("memory, peak MB", server.peak());
    }
    return results;
  }

  private static Client connect(ServerUnderLoad server) {
    byte[] kubeconfig = server.kubeconfig().getBytes(StandardCharsets.UTF_8);
    return Client.connect(ClientConfig.fromKubeconfig(kubeconfig).with(c -> c.compression(false)));
  }

  private interface Work {
    void run() throws Exception;
  }

  /// Adds the CPU time of a piece of work to the results.
  private record Meter(ServerUnderLoad server, Map<String, Double> results) {
    void measure(String name, Work work) throws Exception {
      Duration before = server.cpu();
      work.run();
      results.put(name, server.cpu().minus(before).toMillis() / 1e3);
    }
  }

  private static ConfigMap map(String prefix, int number) {
    return ConfigMap.named(NAMESPACE, prefix + "-" + number)
        .with(m -> m.label("app", "bench").data("key", "value").data("more", "x".repeat(200)));
  }

  private static void create(Client client, String prefix) {
    for (int i = 0; i < WRITES; i++) {
      client.create(map(prefix, i));
    }
  }

  private static void patch(Client client) {
    for (int i = 0; i < WRITES; i++) {
      client.patch(map("a", i), Patch.merge("{\"data\":{\"key\":\"patched\"}}"));
    }
  }

  private static void apply(Client client) {
    Client applying = client.writing(WriteOptions.defaults().with(o -> o.fieldManager("bench")));
    for (int i = 0; i < WRITES; i++) {
      applying.apply(map("c", i));
    }
  }

  /// Creates the pods and writes their statuses, as a controller and a kubelet do.
  private static void fill(Client client, Pods pods) throws Exception {
    List<Pod> all = Codec.of(Pod.KIND).decodeList(pods.json(), Format.JSON).items();
    all.stream()
        .map(Pod::namespace)
        .distinct()
        .filter(namespace -> !namespace.equals("kube-system"))
        .forEach(namespace -> client.create(Namespace.named(namespace)));
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<?>> writes = new ArrayList<>();
      for (Pod pod : all) {
        writes.add(
            writers.submit(() -> client.updateStatus(client.create(fresh(pod)), pod.status())));
      }
      for (Future<?> write : writes) {
        write.get();
      }
    }
  }

  /// The priority is the server's to compute.
  private static Pod fresh(Pod pod) {
    return pod.with(
        p ->
            p.metadata(pod.metadata().with(m -> m.resourceVersion("").uid("")))
                .spec(pod.spec().with(s -> s.priority(null)))
                .status(PodStatus.builder().build()));
  }

  private static void list(Client client, String accept, String pass) throws IOException {
    for (int i = 0; i < (pass.equals("first") ? 1 : LISTS); i++) {
      var request =
          client
              .rest()
              .get()
              .absPath("api", "v1", "pods")
              .param("resourceVersion", "0")
              .setHeader("Accept", accept);
      try (InputStream in = request.stream()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  /// Opens the watches, then changes an object, and waits until each watch has seen each change.
  private static void fanOut(Client client) throws Exception {
    client.create(ConfigMap.named(NAMESPACE, "fan-out"));
    CountDownLatch open = new CountDownLatch(WATCHES);
    CountDownLatch seen = new CountDownLatch(WATCHES);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WATCHES; i++) {
        threads.submit(
            () -> {
              follow(client, open, seen);
              return null;
            });
      }
      await(open);
      for (int i = 0; i < EVENTS; i++) {
        client.patch(
            ConfigMap.named(NAMESPACE, "fan-out"),
            Patch.merge("{\"data\":{\"key\":\"" + i + "\"}}"));
      }
      await(seen);
    }
  }

  private static void await(CountDownLatch latch) throws Exception {
    if (!latch.await(5, TimeUnit.MINUTES)) {
      throw new IOException(latch.getCount() + " watches have not got their events");
    }
  }

  /// Counts lines: an event each, the first one for the object as it is.
  private static void follow(Client client, CountDownLatch open, CountDownLatch seen)
      throws IOException {
    var request =
        client
            .rest()
            .get()
            .absPath("api", "v1", "namespaces", NAMESPACE, "configmaps")
            .param("watch", "1")
            .param("fieldSelector", "metadata.name=fan-out")
            .setHeader("Accept", "application/json");
    byte[] buffer = new byte[8 << 10];
    int events = -1;
    try (InputStream in = request.stream()) {
      while (events < EVENTS) {
        int length = in.read(buffer);
        if (length < 0) {
          throw new IOException("a watch has ended");
        }
        for (int i = 0; i < length; i++) {
          if (buffer[i] == '\n' && ++events == 0) {
            open.countDown();
          }
        }
      }
      seen.countDown();
    }
  }
}
