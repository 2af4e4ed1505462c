package dev.drover.console;

import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The graph of kinds and controllers: which kinds trigger a controller, and which it writes, from
/// the runs of the last minute.
final class GraphView {
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final Manager manager;
  private final RunLog runs;
  private final OverviewView overview;

  GraphView(Manager manager, RunLog runs, OverviewView overview) {
    this.manager = manager;
    this.runs = runs;
    this.overview = overview;
  }

  /// @param own whether the controller's own writes are the trigger
  private record Trigger(String kind, String controller, boolean own) {}

  private record Write(String controller, String resource, String method) {}

  Map<String, @Nullable Object> tree() {
    Instant since = runs.now().minus(WINDOW);
    List<RecordedRun> recent =
        runs.latest(Integer.MAX_VALUE, run -> run.began().isAfter(since), Long.MAX_VALUE);
    Map<Trigger, Integer> triggers = new HashMap<>();
    Map<Write, Integer> writes = new HashMap<>();
    for (RecordedRun run : recent) {
      triggers.merge(trigger(run), 1, Integer::sum);
      for (ApiCall call : run.calls()) {
        if (call.isWrite()) {
          writes.merge(
              new Write(run.run().controller(), kindOf(call.resource()), call.method()),
              1,
              Integer::sum);
        }
      }
    }
    double seconds = seconds(recent);
    return Trees.of(
        "seconds", seconds,
        "controllers", manager.controllers().stream().map(Controller::name).toList(),
        "triggers",
            triggers.entrySet().stream()
                .map(
                    e ->
                        Trees.of(
                            "kind", e.getKey().kind,
                            "controller", e.getKey().controller,
                            "own", e.getKey().own,
                            "count", e.getValue(),
                            "rate", e.getValue() / seconds))
                .toList(),
        "writes",
            writes.entrySet().stream()
                .map(
                    e ->
                        Trees.of(
                            "controller", e.getKey().controller,
                            "kind", e.getKey().resource,
                            "method", e.getKey().method,
                            "count", e.getValue(),
                            "rate", e.getValue() / seconds))
                .toList(),
        "hotLoops", overview.hotLoops());
  }

  /// How long the runs span: less than the window if more of them ended than are remembered.
  private double seconds(List<RecordedRun> recent) {
    boolean isCut = recent.size() == runs.size();
    double span =
        isCut
            ? Duration.between(recent.getLast().began(), runs.now()).toMillis() / 1000.0
            : WINDOW.toSeconds();
    return Math.max(0.001, span);
  }

  private static Trigger trigger(RecordedRun run) {
    String controller = run.run().controller();
    return switch (run.run().reason()) {
      case Reason.Event(var kind, _, _) -> new Trigger(kind.kind(), controller, false);
      case Reason.OwnWrite(var event) -> new Trigger(event.kind().kind(), controller, true);
      case Reason.Timer _ -> new Trigger("(timer)", controller, false);
      case Reason.Retry _ -> new Trigger("(retry)", controller, false);
      case Reason.Enqueued _ -> new Trigger("(enqueued)", controller, false);
    };
  }

  /// `Deployment/status` of `deployments/status`; the resource where its kind is not cached.
  private String kindOf(String resource) {
    String[] parts = resource.split("/", 2);
    Optional<String> kind =
        manager.cache().informers().stream()
            .filter(informer -> informer.kind().plural().equals(parts[0]))
            .map(informer -> informer.kind().gvk().kind())
            .findFirst();
    return kind.orElse(parts[0]) + (parts.length > 1 ? "/" + parts[1] : "");
  }
}
