package dev.drover.cli;

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.indexed;

import dev.drover.api.DeleteOptions;
import dev.drover.api.KubernetesObject;
import dev.drover.api.OwnerReference;
import dev.drover.client.ApiException;
import dev.drover.informer.Index;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.apps.v1.DeploymentStatus;
import dev.drover.model.apps.v1.ReplicaSet;
import dev.drover.model.apps.v1.ReplicaSetStatus;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Simulates the controllers and the kubelet of a cluster: a Deployment gets a ReplicaSet, a
/// ReplicaSet gets pods, and pods report that their containers run. No container is started.
///
/// For a real API server, which runs no controllers: the embedded server has its own simulation.
final class SimulatedWorkloads {
  private static final List<String> NODES = List.of("node-1", "node-2", "node-3");
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Index<Pod> PODS_BY_OWNER = byOwner();
  private static final Index<ReplicaSet> SETS_BY_OWNER = byOwner();

  private SimulatedWorkloads() {}

  private static <T extends KubernetesObject> Index<T> byOwner() {
    return Index.of(
        "owner", object -> object.metadata().controller().map(OwnerReference::uid).orElse(null));
  }

  static void addTo(Manager manager) {
    manager.cache().index(Pod.KIND, PODS_BY_OWNER);
    manager.cache().index(ReplicaSet.KIND, SETS_BY_OWNER);
    manager
        .controllerFor(Deployment.class)
        .owns(ReplicaSet.class)
        .onError(SimulatedWorkloads::goneOrGoing)
        .complete(SimulatedWorkloads::deploy);
    manager
        .controllerFor(ReplicaSet.class)
        .owns(Pod.class)
        .onError(SimulatedWorkloads::goneOrGoing)
        .complete(SimulatedWorkloads::replicate);
    manager
        .controllerFor(Pod.class)
        .onError(SimulatedWorkloads::goneOrGoing)
        .complete(SimulatedWorkloads::run);
  }

  /// An object that has been deleted meanwhile needs nothing; a name that is still taken by an
  /// object in deletion is tried again until it is free.
  private static Result goneOrGoing(KubernetesObject object, Exception error, Context<?> ctx) {
    return switch (error) {
      case ApiException.NotFound _ -> Result.done();
      case ApiException.AlreadyExists _ -> Result.after(PAUSE);
      default -> Result.retry();
    };
  }

  private static Result deploy(Deployment deployment, Context<Deployment> ctx) {
    if (deployment.metadata().isDeleting()) {
      return Result.done();
    }
    String name = deployment.name() + "-1";
    Optional<ReplicaSet> found = ctx.client().find(ReplicaSet.class, deployment.namespace(), name);
    int wanted = Objects.requireNonNullElse(deployment.spec().replicas(), 1);
    ReplicaSet set =
        found.isPresent()
            ? ctx.client().edit(found.get(), s -> s.with(b -> b.spec(p -> p.replicas(wanted))))
            : ctx.client().create(replicaSet(deployment, name, wanted));
    int ready = set.status().readyReplicas();
    ctx.client()
        .updateStatus(
            deployment,
            DeploymentStatus.builder()
                .observedGeneration(deployment.metadata().generation())
                .replicas(set.status().replicas())
                .updatedReplicas(set.status().replicas())
                .readyReplicas(ready)
                .availableReplicas(ready)
                .build());
    return Result.done();
  }

  private static ReplicaSet replicaSet(Deployment deployment, String name, int wanted) {
    return ReplicaSet.named(deployment.namespace(), name)
        .with(
            s ->
                s.ownedBy(deployment)
                    .spec(
                        p ->
                            p.replicas(wanted)
                                .selector(deployment.spec().selector())
                                .template(deployment.spec().template())));
  }

  private static Result replicate(ReplicaSet set, Context<ReplicaSet> ctx) {
    if (set.metadata().isDeleting()) {
      return Result.done();
    }
    List<Pod> pods =
        ctx
            .client()
            .list(
                Pod.class, in(set.namespace()), indexed(PODS_BY_OWNER.name(), set.metadata().uid()))
            .stream()
            .filter(pod -> !pod.metadata().isDeleting())
            .toList();
    int wanted = Objects.requireNonNullElse(set.spec().replicas(), 1);
    Set<String> names =
        IntStream.range(0, wanted).mapToObj(i -> set.name() + "-" + i).collect(Collectors.toSet());
    Set<String> present = pods.stream().map(Pod::name).collect(Collectors.toSet());
    names.stream()
        .filter(name -> !present.contains(name))
        .forEach(name -> ctx.client().create(pod(set, name)));
    pods.stream().filter(pod -> !names.contains(pod.name())).forEach(ctx.client()::delete);
    int ready =
        (int)
            pods.stream()
                .filter(pod -> names.contains(pod.name()) && SimulatedKubelet.isReady(pod))
                .count();
    ctx.client()
        .updateStatus(
            set,
            ReplicaSetStatus.builder()
                .observedGeneration(set.metadata().generation())
                .replicas(wanted)
                .readyReplicas(ready)
                .availableReplicas(ready)
                .build());
    return Result.done();
  }

  private static Pod pod(ReplicaSet set, String name) {
    var template = set.spec().template();
    String node = NODES.get(Math.floorMod(name.hashCode(), NODES.size()));
    return Pod.named(set.namespace(), name)
        .with(
            p ->
                p.metadata(m -> m.labels(template.metadata().labels()))
                    .ownedBy(set)
                    .spec(template.spec().with(s -> s.nodeName(node))));
  }

  /// The kubelet's part: a pod with a node runs, and a pod in deletion ends at once.
  private static Result run(Pod pod, Context<Pod> ctx) {
    if (pod.metadata().isDeleting()) {
      ctx.client()
          .live()
          .resources(Pod.class)
          .inNamespace(pod.namespace())
          .delete(pod.name(), DeleteOptions.builder().gracePeriodSeconds(0L).build());
    } else if (pod.spec().nodeName() != null && !SimulatedKubelet.isReady(pod)) {
      ctx.client().updateStatus(pod, SimulatedKubelet.running(pod));
    }
    return Result.done();
  }
}
