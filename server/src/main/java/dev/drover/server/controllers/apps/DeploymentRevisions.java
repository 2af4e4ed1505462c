package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Hashes;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The replica sets of a deployment: the one with its present template, which is created when it is
/// missing, and those of earlier templates. Their annotations number them.
final class DeploymentRevisions {
  static final String REVISION = "deployment.kubernetes.io/revision";
  static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
  static final String MAX = "deployment.kubernetes.io/max-replicas";
  private static final String HISTORY = "deployment.kubernetes.io/revision-history";
  private static final int LONGEST_HISTORY = 2000; // characters
  private static final String HASH = "pod-template-hash";
  private static final Set<String> NOT_COPIED =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          REVISION,
          HISTORY,
          DESIRED,
          MAX,
          "deprecated.deployment.rollback.to");

  private final ClusterPass cluster;
  private final Item deployment;
  private final List<ReplicaSetSize> old = new ArrayList<>(); // oldest first
  private @Nullable ReplicaSetSize current;

  DeploymentRevisions(ClusterPass cluster, Item deployment) {
    this.cluster = cluster;
    this.deployment = deployment;
    Ownership.claim(cluster, deployment, ReplicaSetController.STORAGE).stream()
        .map(ReplicaSetSize::new)
        .sorted(ReplicaSetSize.OLDEST_FIRST)
        .forEach(
            set -> {
              if (current == null && hasTemplateOf(deployment, set.item())) {
                current = set;
              } else {
                old.add(set);
              }
            });
  }

  private static boolean hasTemplateOf(Item deployment, Item set) {
    TreeNode template = TreeNode.copyOf(set.spec().at("template").map());
    TreeNode labels = template.orCreate("metadata").orCreate("labels");
    TreeNode wanted = TreeNode.copyOf(deployment.spec().at("template").map());
    TreeNode wantedLabels = wanted.orCreate("metadata").orCreate("labels");
    labels.remove(HASH);
    wantedLabels.remove(HASH);
    return template.map().equals(wanted.map());
  }

  /// The replica set with the present template.
  Optional<ReplicaSetSize> current() {
    return Optional.ofNullable(current);
  }

  /// Those of earlier templates, oldest first.
  List<ReplicaSetSize> old() {
    return old;
  }

  List<ReplicaSetSize> all() {
    List<ReplicaSetSize> all = new ArrayList<>(old);
    current().ifPresent(all::add);
    return all;
  }

  List<ReplicaSetSize> active() {
    return all().stream().filter(ReplicaSetSize::isActive).toList();
  }

  private long nextRevision() {
    return old.stream().mapToLong(ReplicaSetSize::revision).max().orElse(0) + 1;
  }

  /// The number of the present template, which may be about to be written.
  long revision() {
    return current == null ? 0 : Math.max(current.revision(), nextRevision());
  }

  /// Copies annotations of the deployment, and the number of its template, to the replica set that
  /// has it.
  void annotateCurrent() {
    if (current == null) {
      return;
    }
    Item set = current.item();
    Map<String, String> before = set.metadata().textMap("annotations");
    Map<String, String> after = annotations(before);
    long minReady = deployment.spec().number("minReadySeconds", 0);
    if (!before.equals(after) || set.spec().number("minReadySeconds", 0) != minReady) {
      cluster.update(
          set,
          object -> {
            object.orCreate("metadata").set("annotations", after);
            object.orCreate("spec").set("minReadySeconds", minReady);
            return object;
          });
    }
  }

  private Map<String, String> annotations(Map<String, String> before) {
    Map<String, String> after = new TreeMap<>(before);
    deployment
        .metadata()
        .textMap("annotations")
        .forEach(
            (name, value) -> {
              if (!NOT_COPIED.contains(name)) {
                after.put(name, value);
              }
            });
    String revision = before.getOrDefault(REVISION, "");
    long next = nextRevision();
    if (revision.isEmpty() || Long.parseLong(revision) < next) {
      after.put(REVISION, Long.toString(next));
      if (!revision.isEmpty()) { // rolled back: the numbers that it had are kept
        String history = before.getOrDefault(HISTORY, "");
        String longer = history.isEmpty() ? revision : history + "," + revision;
        if (longer.length() <= LONGEST_HISTORY) {
          after.put(HISTORY, longer);
        }
      }
    }
    return after;
  }

  /// What creating the replica set of the present template came to.
  ///
  /// @param failure why it could not be created; empty if it was
  /// @param isCollision whether its name is taken by another
  record Created(Optional<Item> set, String failure, boolean isCollision) {}

  /// Creates the replica set of the present template.
  Created createCurrent(RolloutSize size) {
    long total = all().stream().mapToLong(ReplicaSetSize::replicas).sum();
    long replicas =
        size.isRolling() ? Math.clamp(size.most() - total, 0, size.replicas()) : size.replicas();
    TreeNode set = newSet(replicas, size);
    String name = set.at("metadata").text("name");
    ClusterPass.Creation creation =
        cluster.tryCreate(ReplicaSetController.STORAGE, deployment.namespace(), set.map());
    if (creation.refusal() != null) {
      boolean isTaken = creation.isTaken();
      String failure =
          "Failed to create new replica set \"%s\": %s".formatted(name, creation.failure());
      if (!isTaken) {
        cluster.event(deployment, "Warning", "ReplicaSetCreateError", failure);
      }
      return new Created(Optional.empty(), failure, isTaken);
    }
    Item created = Objects.requireNonNull(creation.item());
    current = new ReplicaSetSize(created);
    if (replicas > 0) {
      cluster.event(
          deployment,
          "Normal",
          "ScalingReplicaSet",
          "Scaled up replica set %s from 0 to %d".formatted(name, replicas));
    }
    return new Created(Optional.of(created), "", false);
  }

  private TreeNode newSet(long replicas, RolloutSize size) {
    TreeNode template = TreeNode.copyOf(deployment.spec().at("template").map());
    String hash =
        Hashes.ofTemplate(template.map(), deployment.status().number("collisionCount", 0));
    template.orCreate("metadata").orCreate("labels").set(HASH, hash);
    TreeNode set = TreeNode.empty().set("apiVersion", "apps/v1").set("kind", "ReplicaSet");
    TreeNode metadata = set.orCreate("metadata");
    metadata
        .set("name", deployment.name() + "-" + hash)
        .set("namespace", deployment.namespace())
        .set("labels", template.at("metadata").get("labels"))
        .set("annotations", annotations(Map.of()));
    metadata
        .at("annotations")
        .set(DESIRED, Long.toString(size.replicas()))
        .set(MAX, Long.toString(size.most()));
    Ownership.setController(metadata, deployment);
    TreeNode spec = set.orCreate("spec");
    spec.set("replicas", replicas)
        .set("minReadySeconds", deployment.spec().number("minReadySeconds", 0))
        .set("selector", deployment.spec().at("selector"))
        .set("template", template);
    spec.at("selector").orCreate("matchLabels").set(HASH, hash);
    return set;
  }

  /// Deletes the oldest replica sets without pods, as many as are beyond the limit.
  void cleanUp() {
    long limit = deployment.spec().number("revisionHistoryLimit", Integer.MAX_VALUE);
    List<ReplicaSetSize> alive =
        old.stream()
            .filter(set -> !set.item().isBeingDeleted())
            .sorted(Comparator.comparingLong(ReplicaSetSize::revision))
            .toList();
    alive.stream()
        .limit(Math.max(0, alive.size() - limit))
        .filter(set -> set.actual() == 0 && set.replicas() == 0)
        .filter(
            set -> set.item().generation() <= set.item().status().number("observedGeneration", 0))
        .forEach(set -> cluster.delete(set.item()));
  }
}
