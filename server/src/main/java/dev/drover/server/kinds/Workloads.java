package dev.drover.server.kinds;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Subresources;
import dev.drover.server.kinds.apps.ControllerRevisionStrategy;
import dev.drover.server.kinds.apps.DaemonSetStrategy;
import dev.drover.server.kinds.apps.DeploymentStrategy;
import dev.drover.server.kinds.apps.ReplicaSetStrategy;
import dev.drover.server.kinds.apps.StatefulSetStrategy;
import dev.drover.server.kinds.batch.CronJobStrategy;
import dev.drover.server.kinds.batch.JobStrategy;
import dev.drover.server.kinds.core.PodTemplateStrategy;
import dev.drover.server.kinds.core.ReplicationControllerStrategy;
import dev.drover.server.kinds.core.pod.BindingSubresource;
import dev.drover.server.kinds.core.pod.EphemeralContainersSubresource;
import dev.drover.server.kinds.core.pod.EvictionSubresource;
import dev.drover.server.kinds.core.pod.PodStrategy;
import dev.drover.server.kinds.core.pod.ResizeSubresource;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.Strategy;
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
      ApiObjects objects,
      Catalog catalog,
      Supplier<StoredObjects> stored,
      InstantSource clock) {
    BindingSubresource binding = new BindingSubresource(objects, clock);
    subresources
        .serve("/pods", "binding", binding)
        .serve("/bindings", "", binding.byName(() -> catalog.find("", "v1", "pods").orElseThrow()))
        .serve("/pods", "eviction", new EvictionSubresource(objects, catalog, stored, clock))
        .serve("/pods", "ephemeralcontainers", EphemeralContainersSubresource.STRATEGY)
        .serve("/pods", "resize", ResizeSubresource.STRATEGY);
  }
}
