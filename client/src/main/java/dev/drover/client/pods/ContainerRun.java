package dev.drover.client.pods;

import dev.drover.api.DynamicObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The run of a container that the status of its pod tells of.
///
/// @param number how often the container was restarted before
/// @param over whether this run has ended
/// @param last whether no other run follows
record ContainerRun(long number, boolean over, boolean last) {
  /// The present run, if the container has been started at all.
  static Optional<ContainerRun> of(DynamicObject pod, String container) {
    boolean isFinished =
        List.of("Succeeded", "Failed").contains(pod.text("status", "phase").orElse(""));
    for (Object item : pod.list("status", "containerStatuses")) {
      if (item instanceof Map<?, ?> status && container.equals(status.get("name"))) {
        boolean isOver = has(status, "state", "terminated");
        boolean isStarted = isOver || has(status, "state", "running");
        long restarts = status.get("restartCount") instanceof Number count ? count.longValue() : 0;
        if (isStarted) {
          return Optional.of(new ContainerRun(restarts, isOver, isFinished));
        }
        // Waits to be started again: the run before is over.
        return has(status, "lastState", "terminated")
            ? Optional.of(new ContainerRun(restarts, true, isFinished))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean has(Map<?, ?> status, String field, String state) {
    @Nullable Object value = status.get(field);
    return value instanceof Map<?, ?> states && states.get(state) != null;
  }
}
