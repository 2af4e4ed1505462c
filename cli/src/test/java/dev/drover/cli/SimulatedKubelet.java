package dev.drover.cli;

import dev.drover.model.core.v1.Container;
import dev.drover.model.core.v1.ContainerState;
import dev.drover.model.core.v1.ContainerStatus;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodCondition;
import dev.drover.model.core.v1.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The status that a kubelet reports for a pod whose containers run and are ready.
final class SimulatedKubelet {
  private static final List<String> CONDITIONS =
      List.of(
          "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");

  private SimulatedKubelet() {}

  static boolean isReady(Pod pod) {
    return pod.status().conditions().stream()
        .anyMatch(
            condition -> condition.type().equals("Ready") && condition.status().equals("True"));
  }

  static PodStatus running(Pod pod) {
    @Nullable Instant since =
        pod.metadata().creationTimestamp(); // nothing takes time in a simulation
    return pod.status()
        .with(
            status ->
                status
                    .phase("Running")
                    .startTime(since)
                    .conditions(CONDITIONS.stream().map(type -> condition(type, since)).toList())
                    .initContainerStatuses(
                        pod.spec().initContainers().stream()
                            .map(container -> initStatus(container, since))
                            .toList())
                    .containerStatuses(
                        pod.spec().containers().stream()
                            .map(container -> status(container, running(since)))
                            .toList()));
  }

  private static PodCondition condition(String type, @Nullable Instant since) {
    return PodCondition.builder().type(type).status("True").lastTransitionTime(since).build();
  }

  /// An init container has completed, unless it is a sidecar.
  private static ContainerStatus initStatus(Container container, @Nullable Instant since) {
    boolean isSidecar = "Always".equals(container.restartPolicy());
    return status(container, isSidecar ? running(since) : completed(since));
  }

  private static ContainerState running(@Nullable Instant since) {
    return ContainerState.builder().running(r -> r.startedAt(since)).build();
  }

  private static ContainerState completed(@Nullable Instant at) {
    return ContainerState.builder()
        .terminated(t -> t.exitCode(0).reason("Completed").startedAt(at).finishedAt(at))
        .build();
  }

  private static ContainerStatus status(Container container, ContainerState state) {
    String image = Objects.requireNonNullElse(container.image(), "");
    return ContainerStatus.builder()
        .name(container.name())
        .image(image)
        .imageID("simulated://" + image)
        .containerID("simulated://" + container.name())
        .state(state)
        .ready(true)
        .started(state.running() != null)
        .build();
  }
}
