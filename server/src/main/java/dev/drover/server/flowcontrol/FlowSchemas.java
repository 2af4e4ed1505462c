package dev.drover.server.flowcontrol;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.StoredTrees;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds the flow schema of a request: of all that match, the one of the lowest precedence.
///
/// Safe for any number of threads.
///
/// In Go: the filter `WithPriorityAndFairness` and the classification of `flowcontrol`.
final class FlowSchemas {
  private static final String GROUP = "flowcontrol.apiserver.k8s.io/";

  private final Supplier<StoredObjects> stored;
  private final Consumer<List<TreeNode>> levelsChanged;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  /// What was read last, and from what.
  private record Known(
      StoredObjects state, StoredTrees schemas, StoredTrees levels, List<FlowSchema> sorted) {}

  /// @param stored gives everything as it is at the moment; the same object as long as nothing
  ///   changes
  /// @param levelsChanged receives all priority levels when one of them has changed
  FlowSchemas(Supplier<StoredObjects> stored, Consumer<List<TreeNode>> levelsChanged) {
    this.stored = stored;
    this.levelsChanged = levelsChanged;
  }

  /// The flow of a request; empty when nothing matches, and for what takes as long as the client
  /// likes: logs, connections to pods.
  Optional<Flow> find(UserInfo user, RequestInfo request) {
    boolean isCounted = !request.isLongRunning() || request.verb().equals("watch");
    return isCounted
        ? sorted().stream()
            .filter(schema -> schema.matches(user, request))
            .findFirst()
            .map(schema -> schema.flow(user, request))
        : Optional.empty();
  }

  private List<FlowSchema> sorted() {
    StoredObjects now = stored.get();
    Known last = known.get();
    if (last != null && last.state.equals(now)) {
      return last.sorted;
    }
    StoredTrees schemas = StoredTrees.of(now, GROUP + "flowschemas");
    StoredTrees levels = StoredTrees.of(now, GROUP + "prioritylevelconfigurations");
    List<FlowSchema> sorted =
        last != null && schemas.isSame(last.schemas) && levels.isSame(last.levels)
            ? last.sorted
            : read(schemas, levels);
    if (last == null || !levels.isSame(last.levels)) {
      levelsChanged.accept(levels.nodes());
    }
    known.set(new Known(now, schemas, levels, sorted));
    return sorted;
  }

  /// Schemas whose level there is, in the order in which they are tried.
  private static List<FlowSchema> read(StoredTrees schemas, StoredTrees levels) {
    Map<String, String> uids = new HashMap<>();
    for (TreeNode level : levels.nodes()) {
      uids.put(level.at("metadata").text("name"), level.at("metadata").text("uid"));
    }
    return schemas.nodes().stream()
        .filter(schema -> uids.containsKey(FlowSchema.levelOf(schema)))
        .map(schema -> FlowSchema.of(schema, uids.getOrDefault(FlowSchema.levelOf(schema), "")))
        .sorted(Comparator.comparing(FlowSchema::precedence).thenComparing(FlowSchema::name))
        .toList();
  }
}
