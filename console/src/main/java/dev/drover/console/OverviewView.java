package dev.drover.console;

import dev.drover.api.ObjectKey;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Request;
import dev.drover.runtime.queue.QueueSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The manager and its controllers at a glance.
final class OverviewView {
  private static final int RECENT = 500;

  private final Manager manager;
  private final RunLog runs;
  private final Sampler sampler;
  private final HealthProbe health;
  private final List<String> namespaces;
  private final boolean allowsActions;

  /// @param namespaces that the manager works for; none = all
  OverviewView(
      Manager manager,
      RunLog runs,
      Sampler sampler,
      HealthProbe health,
      List<String> namespaces,
      boolean allowsActions) {
    this.manager = manager;
    this.runs = runs;
    this.sampler = sampler;
    this.health = health;
    this.namespaces = namespaces;
    this.allowsActions = allowsActions;
  }

  Map<String, @Nullable Object> tree() {
    List<SharedIndexInformer<?>> caches = manager.cache().informers();
    return Trees.of(
        "manager", manager.name(),
        "now", runs.now().toString(),
        "running", manager.isRunning(),
        "leader", manager.isLeader(),
        "namespaces", namespaces,
        "actions", allowsActions,
        "failure", manager.failure().map(e -> Masking.text(e.toString())).orElse(null),
        "runs", runs.total(),
        "caches", caches.size(),
        "synced", caches.stream().filter(SharedIndexInformer::hasSynced).count(),
        "controllers", manager.controllers().stream().map(this::controller).toList(),
        "health", health.tree(),
        "hotLoops", hotLoops());
  }

  private Map<String, @Nullable Object> controller(Controller controller) {
    String name = controller.name();
    QueueSnapshot<Request> queue = controller.snapshot();
    RunCounts counts = runs.counts().getOrDefault(name, new RunCounts());
    long[] took =
        runs.latest(RECENT, run -> run.run().controller().equals(name), Long.MAX_VALUE).stream()
            .mapToLong(run -> run.took() / 1000)
            .sorted()
            .toArray();
    Map<String, @Nullable Object> tree =
        Trees.of(
            "name", name,
            "kind", counts.kind(),
            "workers", controller.workers(),
            "running", queue.running(),
            "ready", queue.ready(),
            "delayed", queue.delayed(),
            "runs", counts.runs(),
            "failures", counts.failures(),
            "medianMicros", quantile(took, 0.5),
            "p95Micros", quantile(took, 0.95));
    tree.put("series", sampler.tree(name));
    return tree;
  }

  private static long quantile(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
  }

  /// Controllers that ran in circles during the last five minutes.
  List<Map<String, @Nullable Object>> hotLoops() {
    Instant since = runs.now().minus(Duration.ofMinutes(5));
    return runs.hotLoops().stream()
        .filter(seen -> seen.at().isAfter(since))
        .map(
            seen ->
                Trees.of(
                    "controller", seen.loop().controller(),
                    "namespace", seen.loop().request().namespace(),
                    "name", seen.loop().request().name(),
                    "runs", seen.runs(),
                    "written", seen.loop().written(),
                    "answered", seen.loop().answered(),
                    "at", seen.at().toString()))
        .toList();
  }

  /// The objects whose runs took longest, of those that are remembered.
  List<Map<String, @Nullable Object>> slowest(int most) {
    record Slow(String controller, ObjectKey key, long micros) {}
    RecordedRun[] all =
        runs.latest(Integer.MAX_VALUE, _ -> true, Long.MAX_VALUE).toArray(RecordedRun[]::new);
    return Arrays.stream(all)
        .map(run -> new Slow(run.run().controller(), run.run().request().key(), run.took() / 1000))
        .collect(
            Collectors.toMap(
                slow -> List.of(slow.controller(), slow.key()),
                slow -> slow,
                (a, b) -> a.micros() >= b.micros() ? a : b))
        .values()
        .stream()
        .sorted(Comparator.comparingLong(Slow::micros).reversed())
        .limit(most)
        .map(
            slow ->
                Trees.of(
                    "controller", slow.controller(),
                    "namespace", slow.key().namespace(),
                    "name", slow.key().name(),
                    "micros", slow.micros()))
        .toList();
  }
}
