package dev.drover.bench.apply;

import com.sun.management.ThreadMXBean;
import dev.drover.api.KubernetesObject;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.Table;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Transport;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// Desired sets on a real API server: created, executed again without a change, and with one
/// changed field in each; then the same with Wrangler's apply, where Go is installed. Counts the
/// requests, and measures time and what the process allocates.
public final class ApplyBench {
  private static final String NAMESPACE = "bench-apply";
  private static final String OTHER_NAMESPACE = "bench-apply-wrangler";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int UNCHANGED_ROUNDS = 5; // the last one counts; those before warm up

  private final Counter requests = new Counter();
  private final int sets;
  private final int objects;

  private ApplyBench(int sets, int objects) {
    this.sets = sets;
    this.objects = objects;
  }

  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.parse(args, Set.of("sets", "objects"), Set.of());
    new ApplyBench(arguments.number("sets", 1000), arguments.number("objects", 10)).run();
  }

  /// Counts requests, without watches.
  private static final class Counter implements Transport.Layer {
    private final AtomicLong count = new AtomicLong();

    @Override
    public Transport.Response send(Transport.Request request, Transport next) throws IOException {
      if (!request.longRunning()) {
        count.incrementAndGet();
      }
      return next.send(request);
    }
  }

  private void run() throws Exception {
    try (ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults());
        Manager manager = manager(plane)) {
      manager.client().live().create(Namespace.named(NAMESPACE));
      manager.cache().informer(ConfigMap.class);
      DesiredSet.cacheInventories(manager.cache());
      manager.start();
      System.out.printf("%,d sets of %,d objects%n", sets, objects);
      Table table = new Table(System.out, 33, 14);
      table.head("", "requests", "ms", "µs a set", "KB a set");
      measure(table, "created", () -> execute(manager, 0));
      manager.settle(LIMIT);
      for (int round = 1; round < UNCHANGED_ROUNDS; round++) {
        execute(manager, 0);
      }
      measure(table, "unchanged", () -> execute(manager, 0));
      measure(table, "one field each changed", () -> execute(manager, 1));
      manager.close();
      wrangler(table, plane);
    }
  }

  /// The program prints a line for each phase.
  private void wrangler(Table table, ControlPlane plane) throws Exception {
    Optional<GoPeers> program = GoPeers.wrangler();
    if (program.isEmpty()) {
      System.err.println("Go is not installed: Wrangler is left out");
      return;
    }
    try (Folder folder = Folder.temporary();
        Client client = Client.connect(config(plane))) {
      var _ = client.create(Namespace.named(OTHER_NAMESPACE));
      Path kubeconfig = folder.path().resolve("kubeconfig");
      Files.writeString(kubeconfig, plane.kubeconfig());
      List<String> flags =
          List.of(
              "-kubeconfig=" + kubeconfig,
              "-namespace=" + OTHER_NAMESPACE,
              "-sets=" + sets,
              "-objects=" + objects);
      Process process =
          new ProcessBuilder(program.get().command(flags))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      for (String line : process.inputReader().readAllLines()) {
        List<String> parts = List.of(line.split("\t"));
        row(
            table,
            "Wrangler: " + parts.get(0),
            Long.parseLong(parts.get(1)),
            Double.parseDouble(parts.get(2)) * 1e6,
            Double.parseDouble(parts.get(3)));
      }
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IOException("Wrangler's apply failed with exit code " + exit);
      }
    }
  }

  private Manager manager(ControlPlane plane) {
    return Manager.connect(
        "bench", config(plane), ManagerOptions.defaults().with(o -> o.layer(requests)));
  }

  private static ClientConfig config(ControlPlane plane) {
    return ClientConfig.fromKubeconfig(plane.kubeconfig().getBytes(StandardCharsets.UTF_8));
  }

  private void execute(Manager manager, int version) {
    for (int set = 0; set < sets; set++) {
      var _ =
          DesiredSet.of(manager.client(), "set-" + set)
              .with(o -> o.defaultNamespace(NAMESPACE))
              .execute(members(set, version));
    }
  }

  /// The first object of a set has the version in a field.
  private List<KubernetesObject> members(int set, int version) {
    List<KubernetesObject> members = new ArrayList<>();
    for (int i = 0; i < objects; i++) {
      String value = i == 0 ? "value-" + version : "value";
      members.add(
          ConfigMap.named(NAMESPACE, "set-" + set + "-" + i)
              .with(m -> m.label("app", "bench").data("a", value).data("b", "constant")));
    }
    return members;
  }

  private void measure(Table table, String name, Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long requestsBefore = requests.count.get();
    long allocated = threads.getTotalThreadAllocatedBytes();
    long begun = System.nanoTime();
    work.run();
    double nanos = System.nanoTime() - begun;
    double bytes = threads.getTotalThreadAllocatedBytes() - allocated;
    row(table, "Drover: " + name, requests.count.get() - requestsBefore, nanos, bytes);
  }

  private void row(Table table, String name, long calls, double nanos, double bytes) {
    table.row(
        name,
        Table.number(0, calls),
        Table.number(0, nanos / 1e6),
        Table.number(1, nanos / 1e3 / sets),
        Table.number(1, bytes / 1024 / sets));
  }
}
