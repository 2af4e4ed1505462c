package dev.drover.server.workloads;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.Strategy;
import java.util.Optional;

/// The kinds of this package.
public final class Workloads {
  private Workloads() {}

  /// The rules of a kind, if it is one of this package.
  public static Optional<Strategy> strategy(GroupVersionKind kind) {
    return Optional.ofNullable(
        switch (kind.group() + "/" + kind.kind()) {
          case "/Pod" -> new PodStrategy();
          case "/PodTemplate" -> new PodTemplateStrategy();
          case "/ReplicationController" -> new ReplicationControllerStrategy();
          case "apps/ControllerRevision" -> new ControllerRevisionStrategy();
          case "apps/DaemonSet" -> new DaemonSetStrategy();
          case "apps/Deployment" -> new DeploymentStrategy();
          case "apps/ReplicaSet" -> new ReplicaSetStrategy();
          case "apps/StatefulSet" -> new StatefulSetStrategy();
          case "batch/CronJob" -> new CronJobStrategy();
          case "batch/Job" -> new JobStrategy();
          default -> null;
        });
  }
}
