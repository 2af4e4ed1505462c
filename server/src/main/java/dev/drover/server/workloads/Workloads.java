package dev.drover.server.workloads;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Objects;
import dev.drover.server.core.StoredObjects;
import dev.drover.server.core.Strategy;
import dev.drover.server.core.Subresources;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

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

  /// Serves what is special below pods.
  public static void register(
      Subresources subresources,
      Objects objects,
      Catalog catalog,
      Supplier<StoredObjects> stored,
      InstantSource clock) {
    PodBinding binding = new PodBinding(objects, clock);
    subresources
        .serve("/pods", "binding", binding)
        .serve("/bindings", "", binding.byName(() -> catalog.find("", "v1", "pods").orElseThrow()))
        .serve("/pods", "eviction", new PodEviction(objects, catalog, stored, clock))
        .serve("/pods", "ephemeralcontainers", new EphemeralContainerUpdates())
        .serve("/pods", "resize", new PodResize());
  }
}
