package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Sizes of the replica sets of a deployment: one step of a rollout, or of scaling.
final class DeploymentScaling {
  private final ClusterPass cluster;
  private final Item deployment;
  private final DeploymentRevisions sets;
  private final RolloutSize size;

  DeploymentScaling(
      ClusterPass cluster, Item deployment, DeploymentRevisions sets, RolloutSize size) {
    this.cluster = cluster;
    this.deployment = deployment;
    this.sets = sets;
    this.size = size;
  }

  /// Whether the deployment was scaled since its replica sets were.
  boolean isScalingEvent() {
    return sets.active().stream()
        .anyMatch(
            set -> set.number(DeploymentRevisions.DESIRED, size.replicas()) != size.replicas());
  }

  /// Scales without rolling out: a single replica set gets all, several get their shares.
  void scale() {
    List<ReplicaSetSize> active = new ArrayList<>(sets.active());
    if (active.size() <= 1) {
      onlyOrNewest(active).ifPresent(set -> resize(set, size.replicas(), false));
    } else if (sets.current().filter(this::isSaturated).isPresent()) {
      sets.old().stream().filter(ReplicaSetSize::isActive).forEach(set -> resize(set, 0, false));
    } else if (size.isRolling()) {
      scaleInProportion(active);
    }
  }

  private Optional<ReplicaSetSize> onlyOrNewest(List<ReplicaSetSize> active) {
    if (!active.isEmpty()) {
      return Optional.of(active.getFirst());
    }
    return sets.current().or(() -> sets.old().reversed().stream().findFirst());
  }

  private boolean isSaturated(ReplicaSetSize set) {
    return set.replicas() == size.replicas()
        && set.number(DeploymentRevisions.DESIRED, -1) == size.replicas()
        && set.available() == size.replicas();
  }

  private void scaleInProportion(List<ReplicaSetSize> active) {
    long allowed = size.replicas() > 0 ? size.most() : 0;
    long toAdd = allowed - total(active);
    // Of sets of the same size the newer grows first, and the older shrinks first.
    active.sort(
        Comparator.comparingLong(ReplicaSetSize::replicas)
            .reversed()
            .thenComparing(
                toAdd > 0 ? ReplicaSetSize.OLDEST_FIRST.reversed() : ReplicaSetSize.OLDEST_FIRST));
    List<Long> sizes = new ArrayList<>();
    long added = 0;
    for (ReplicaSetSize set : active) {
      long share = share(set, toAdd, added);
      sizes.add(set.replicas() + share);
      added += share;
    }
    sizes.set(0, Math.max(0, sizes.getFirst() + toAdd - added));
    for (int i = 0; i < active.size(); i++) {
      resize(active.get(i), sizes.get(i), true);
    }
  }

  private long share(ReplicaSetSize set, long toAdd, long added) {
    if (toAdd == added) {
      return 0;
    }
    long fraction = fraction(set);
    return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added);
  }

  private long fraction(ReplicaSetSize set) {
    if (size.replicas() == 0) {
      return -set.replicas();
    }
    long before = set.number(DeploymentRevisions.MAX, deployment.status().number("replicas", 0));
    return before == 0
        ? 0
        : Math.round((double) (set.replicas() * size.most()) / before) - set.replicas();
  }

  /// One step of a rolling update.
  ///
  /// @return whether something was scaled
  boolean rollOut() {
    return sets.current().filter(this::growCurrent).isPresent() || shrinkOld();
  }

  private boolean growCurrent(ReplicaSetSize current) {
    if (current.replicas() > size.replicas()) {
      return resize(current, size.replicas(), false);
    }
    long room = size.most() - total(sets.all());
    long more = Math.clamp(room, 0, size.replicas() - current.replicas());
    return resize(current, current.replicas() + more, false);
  }

  private boolean shrinkOld() {
    List<ReplicaSetSize> old = sets.old().stream().filter(ReplicaSetSize::isActive).toList();
    long newUnavailable =
        sets.current().map(current -> current.replicas() - current.available()).orElse(0L);
    long most = total(sets.all()) - size.fewestAvailable() - newUnavailable;
    if (old.isEmpty() || most <= 0) {
      return false;
    }
    boolean isScaled = false;
    long unhealthy = most; // pods that are not available go first: they serve no requests
    for (ReplicaSetSize set : old) {
      long down = Math.min(unhealthy, set.replicas() - set.available());
      if (down > 0) {
        isScaled |= resize(set, set.replicas() - down, false);
        unhealthy -= down;
      }
    }
    long spare =
        sets.all().stream().mapToLong(ReplicaSetSize::available).sum() - size.fewestAvailable();
    for (ReplicaSetSize set : old) {
      long down = Math.min(spare, set.replicas());
      if (down > 0) {
        isScaled |= resize(set, set.replicas() - down, false);
        spare -= down;
      }
    }
    return isScaled;
  }

  /// Scales all old replica sets down at once.
  boolean stopOld() {
    boolean isScaled = false;
    for (ReplicaSetSize set : sets.old()) {
      isScaled |= resize(set, 0, false);
    }
    return isScaled;
  }

  /// Whether pods of earlier templates have not ended yet.
  boolean hasOldPods() {
    return sets.old().stream()
        .anyMatch(
            set ->
                set.actual() > 0
                    || cluster.controlledBy(set.item(), Pods.STORAGE).stream()
                        .anyMatch(pod -> !Pods.isFinished(pod)));
  }

  boolean startCurrent() {
    return sets.current().filter(set -> resize(set, size.replicas(), false)).isPresent();
  }

  private static long total(List<ReplicaSetSize> sets) {
    return sets.stream().mapToLong(ReplicaSetSize::replicas).sum();
  }

  /// @param notesSize whether to write the size of the deployment even if the replica set stays as
  ///   it is
  private boolean resize(ReplicaSetSize set, long replicas, boolean notesSize) {
    boolean isNoted =
        set.number(DeploymentRevisions.DESIRED, -1) == size.replicas()
            && set.number(DeploymentRevisions.MAX, -1) == size.most();
    long before = set.replicas();
    if (before == replicas && (isNoted || !notesSize)) {
      return false;
    }
    boolean isWritten = cluster.update(set.item(), object -> resized(object, replicas));
    if (isWritten && before != replicas) {
      cluster.event(
          deployment,
          "Normal",
          "ScalingReplicaSet",
          "Scaled %s replica set %s from %d to %d"
              .formatted(before < replicas ? "up" : "down", set.item().name(), before, replicas));
    }
    set.resize(replicas);
    return isWritten && before != replicas;
  }

  private TreeNode resized(TreeNode object, long replicas) {
    object.orCreate("spec").set("replicas", replicas);
    object
        .orCreate("metadata")
        .orCreate("annotations")
        .set(DeploymentRevisions.DESIRED, Long.toString(size.replicas()))
        .set(DeploymentRevisions.MAX, Long.toString(size.most()));
    return object;
  }
}
