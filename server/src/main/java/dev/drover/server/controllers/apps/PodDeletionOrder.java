package dev.drover.server.controllers.apps;

import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The order in which a replica set deletes surplus pods: unassigned, pending and not ready ones
/// first.
///
/// In Go: `ActivePodsWithRanks`.
final class PodDeletionOrder {
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private PodDeletionOrder() {}

  /// @param related pods of all replica sets of the same deployment: of two pods the one with more
  ///   of them on its node goes first
  static Comparator<Item> of(Collection<Item> related) {
    Map<String, Integer> onNode = new HashMap<>();
    related.stream()
        .filter(Pods::isActive)
        .forEach(pod -> onNode.merge(Pods.nodeName(pod), 1, Integer::sum));
    return Comparator.comparing((Item pod) -> !Pods.nodeName(pod).isEmpty())
        .thenComparing(pod -> PHASES.indexOf(Pods.phase(pod)))
        .thenComparing(Pods::isReady)
        .thenComparing(PodDeletionOrder::cost)
        .thenComparing(pod -> onNode.getOrDefault(Pods.nodeName(pod), 0), Comparator.reverseOrder())
        .thenComparing(pod -> Pods.readySince(pod).orElse(Instant.EPOCH), Comparator.reverseOrder())
        .thenComparing(Pods::restarts, Comparator.reverseOrder())
        .thenComparing(Item::creationTime, Comparator.reverseOrder())
        .thenComparing(Item::uid);
  }

  private static long cost(Item pod) {
    try {
      return Integer.parseInt(pod.annotation(DELETION_COST));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
