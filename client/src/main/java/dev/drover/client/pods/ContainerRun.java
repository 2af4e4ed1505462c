package dev.drover.client.pods;

import dev.drover.api.DynamicObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The run of a container that the status of its pod tells of.
///
/// @param number how often the container was restarted before
/// @param over whether this run has ended
/// @param last whether no other run follows
record ContainerRun(long number, boolean over, boolean last) {
  /// The lists of containers in the specification of a pod.
  static final List<String> CONTAINERS =
      List.of("containers", "initContainers", "ephemeralContainers");

  /// The present run, if the container has been started at all.
  static Optional<ContainerRun> of(DynamicObject pod, String container) {
    for (String list : CONTAINERS) {
      for (Object item : pod.list("status", list.substring(0, list.length() - 1) + "Statuses")) {
        if (item instanceof Map<?, ?> status && container.equals(status.get("name"))) {
          return of(pod, list, status);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<ContainerRun> of(DynamicObject pod, String list, Map<?, ?> status) {
    boolean isFinished =
        List.of("Succeeded", "Failed").contains(pod.text("status", "phase").orElse(""));
    boolean isOver = has(status, "state", "terminated");
    boolean isStarted = isOver || has(status, "state", "running");
    long restarts = status.get("restartCount") instanceof Number count ? count.longValue() : 0;
    if (isStarted) {
      boolean isLast = isFinished || isOver && !isRunAgain(pod, list, status);
      return Optional.of(new ContainerRun(restarts, isOver, isLast));
    }
    // Waits to be started again: the run before is over.
    return has(status, "lastState", "terminated")
        ? Optional.of(new ContainerRun(restarts, true, isFinished))
        : Optional.empty();
  }

  /// Whether a container that has ended may be started again while its pod goes on.
  private static boolean isRunAgain(DynamicObject pod, String list, Map<?, ?> status) {
    return switch (list) {
      case "ephemeralContainers" -> false;
      case "initContainers" -> !hasSucceeded(status) || isSidecar(pod, status.get("name"));
      default -> true;
    };
  }

  private static boolean hasSucceeded(Map<?, ?> status) {
    return status.get("state") instanceof Map<?, ?> state
        && state.get("terminated") instanceof Map<?, ?> terminated
        && terminated.get("exitCode") instanceof Number code
        && code.longValue() == 0;
  }

  /// An init container that runs beside the others, and is restarted as they are.
  private static boolean isSidecar(DynamicObject pod, @Nullable Object name) {
    return pod.list("spec", "initContainers").stream()
        .anyMatch(
            item ->
                item instanceof Map<?, ?> container
                    && Objects.equals(name, container.get("name"))
                    && "Always".equals(container.get("restartPolicy")));
  }

  private static boolean has(Map<?, ?> status, String field, String state) {
    @Nullable Object value = status.get(field);
    return value instanceof Map<?, ?> states && states.get(state) != null;
  }
}
