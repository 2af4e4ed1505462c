package dev.drover.server.flowcontrol;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.metrics.MetricSource;
import dev.drover.server.metrics.MetricsText;
import dev.drover.server.strategy.StoredObjects;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/// Priority and fairness: shares the requests that the server serves at once among priority levels,
/// and within a level among flows.
///
/// ```
/// request ─▶ flow schema ─▶ priority level ─┬─ exempt ─────────────────────────────▶ served
///                                           ├─ a seat is free ─────────────────────▶ served
///                                           ├─ Queue: waits in a queue of its flow ─▶ served, or 429
///                                           └─ Reject ─────────────────────────────▶ 429
/// ```
///
/// A level has the seats of its nominal limit; it neither lends nor borrows. A request takes one
/// seat, a watch only until it begins. Safe for any number of threads.
///
/// In Go: `k8s.io/apiserver/pkg/util/flowcontrol`.
public final class FlowControl implements MetricSource {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  private final FlowSchemas schemas;
  private final int seats;
  private final Map<String, PriorityLevel> levels = new ConcurrentSkipListMap<>();
  private final FlowMetrics metrics = new FlowMetrics();

  /// @param stored gives everything as it is at the moment; the same object as long as nothing
  ///   changes
  /// @param seats of all levels together
  public FlowControl(Supplier<StoredObjects> stored, int seats) {
    this.seats = seats;
    this.schemas = new FlowSchemas(stored, this::configure);
  }

  /// The flow of a request; empty when nothing matches, and for what takes as long as the client
  /// likes: logs, connections to pods.
  public Optional<Flow> find(UserInfo user, RequestInfo request) {
    return schemas.find(user, request);
  }

  /// Waits for the turn of a request.
  ///
  /// @return the seat, which the request gives back by closing it; empty if it is refused
  public Optional<Seat> await(Flow flow) throws InterruptedException {
    PriorityLevel level = levels.get(flow.level());
    return level == null ? Optional.of(Seat.EXEMPT) : level.await(flow, LONGEST_WAIT);
  }

  private synchronized void configure(List<TreeNode> configurations) {
    long shares = configurations.stream().mapToLong(LevelLimits::shares).sum();
    Set<String> gone = new HashSet<>(levels.keySet());
    for (TreeNode configuration : configurations) {
      String name = configuration.at("metadata").text("name");
      gone.remove(name);
      levels
          .computeIfAbsent(name, _ -> new PriorityLevel(name, metrics))
          .configure(LevelLimits.of(configuration, seats, shares));
    }
    levels.keySet().removeAll(gone); // what waits in them has its turn still
  }

  @Override
  public void write(MetricsText text) {
    metrics.write(text);
    FlowMetrics.seats(text, levels.values());
  }
}
