package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rollouts of one Deployment, StatefulSet or DaemonSet, as `kubectl rollout` has them.
///
/// ```java
/// var rollout = Rollout.of(client, Deployment.class, "shop", "web");
/// rollout.restart();
/// rollout.await(Duration.ofMinutes(5));
/// rollout.undo();
/// ```
///
/// Reads and writes the server itself. Any number of threads.
public final class Rollout {
  private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";
  private static final String REVISION = "deployment.kubernetes.io/revision";
  private static final String POD_HASH = "pod-template-hash";

  /// Annotations that a Deployment keeps when it goes back: they are not those of a revision.
  private static final Set<String> KEPT =
      Set.of(
          REVISION,
          "deployment.kubernetes.io/revision-history",
          "deployment.kubernetes.io/desired-replicas",
          "deployment.kubernetes.io/max-replicas",
          "deprecated.deployment.rollback.to",
          "kubectl.kubernetes.io/last-applied-configuration");

  private static final Kind<DynamicObject> REPLICA_SET = apps("ReplicaSet", "replicasets");
  private static final Kind<DynamicObject> CONTROLLER_REVISION =
      apps("ControllerRevision", "controllerrevisions");

  private final Client client;
  private final ResourceClient<?> workloads;
  private final ObjectKey key;
  private final String kind;

  private static Kind<DynamicObject> apps(String kind, String plural) {
    return Kind.dynamic(new GroupVersionKind("apps", "v1", kind), plural, Scope.NAMESPACED);
  }

  private Rollout(Client client, Kind<?> kind, ObjectKey key) {
    this.client = client;
    this.key = key;
    this.kind = kind.gvk().kind();
    this.workloads = client.resources(kind).inNamespace(key.namespace());
  }

  /// The rollouts of an object.
  ///
  /// @throws IllegalArgumentException when its kind has none
  public static Rollout of(Client client, Kind<?> kind, ObjectKey key) {
    if (!List.of("Deployment", "StatefulSet", "DaemonSet").contains(kind.gvk().kind())
        || !kind.gvk().group().equals("apps")) {
      throw new IllegalArgumentException(
          kind.gvk() + " has no rollouts; Deployment, StatefulSet and DaemonSet have");
    }
    return new Rollout(client, kind, key);
  }

  /// The rollouts of the object of this name.
  public static Rollout of(
      Client client, Class<? extends KubernetesObject> type, String namespace, String name) {
    return of(client, Kind.of(type), ObjectKey.of(namespace, name));
  }

  /// How far it has come.
  public RolloutStatus status() {
    return RolloutStatus.of(workloads.get(key.name()));
  }

  /// Waits until everything runs the current template and is available.
  ///
  /// @throws RequestFailedException when that is not so within `limit`, or when the server has
  ///   given the rollout up; the message says what it waits for
  public void await(Duration limit) {
    await(workloads, limit);
  }

  private <T extends KubernetesObject> void await(ResourceClient<T> of, Duration limit) {
    T last =
        of.await(
            key.name(),
            object -> {
              RolloutStatus status = RolloutStatus.of(object);
              return status.done() || status.failed();
            },
            limit);
    RolloutStatus status = RolloutStatus.of(last);
    if (status.failed()) {
      throw new RequestFailedException(kind + " " + key + ": " + status.message(), null);
    }
  }

  /// Replaces all pods, one after the other as its strategy says.
  ///
  /// @throws IllegalStateException when the Deployment is paused
  public void restart() {
    requireNotPaused("restarted");
    // Not in whole seconds, as kubectl writes it: a second restart would then change nothing.
    Map<String, Object> annotations = Map.of(RESTARTED, Instant.now().toString());
    patch(
        Map.of("spec", Map.of("template", Map.of("metadata", Map.of("annotations", annotations)))));
  }

  /// Stops a Deployment from rolling changes out.
  public void pause() {
    paused(true);
  }

  /// Lets a Deployment roll changes out again.
  public void resume() {
    paused(false);
  }

  private void paused(boolean paused) {
    if (!kind.equals("Deployment")) {
      throw new IllegalArgumentException("only a Deployment can be paused, not a " + kind);
    }
    patch(Map.of("spec", Map.of("paused", paused)));
  }

  /// Goes back to the revision before the present one.
  ///
  /// @throws IllegalStateException when there is none, or the Deployment is paused
  public void undo() {
    undo(0);
  }

  /// Goes back to a revision; 0 = the one before the present one.
  ///
  /// A Deployment also gets back the annotations that it had then, such as the cause of the change,
  /// and loses those that it has got since. Does nothing if it has the template of the revision.
  ///
  /// @throws IllegalStateException when there is none, or the Deployment is paused
  public void undo(long revision) {
    DynamicObject present = requireNotPaused("undone");
    DynamicObject chosen = chosen(revisions(), revision).of();
    if (kind.equals("Deployment")) {
      undo(present, chosen);
    } else {
      workloads.patch(key.name(), Patch.strategicMerge(chosen.map("data")));
    }
  }

  private void undo(DynamicObject deployment, DynamicObject replicaSet) {
    // A Deployment's template has no hash of its own; what it has beside the old one is removed.
    Map<String, @Nullable Object> template =
        replicaSet
            .without("spec", "template", "metadata", "labels", POD_HASH)
            .map("spec", "template");
    if (template.equals(deployment.map("spec", "template"))) {
      return;
    }
    Map<String, String> annotations = new TreeMap<>(replicaSet.metadata().annotations());
    annotations.keySet().removeAll(KEPT);
    Map<String, String> kept = new TreeMap<>(deployment.metadata().annotations());
    kept.keySet().retainAll(KEPT);
    annotations.putAll(kept);
    workloads.patch(
        key.name(),
        Patch.json()
            .replace("/spec/template", template)
            .add("/metadata/annotations", annotations)
            .build());
  }

  /// The numbers of the revisions that [#undo(long)] can go back to, the present one last.
  public List<Long> history() {
    return revisions().stream().map(Revision::number).toList();
  }

  private record Revision(long number, DynamicObject of) {}

  private Revision chosen(List<Revision> known, long revision) {
    if (revision == 0) {
      if (known.size() < 2) {
        throw new IllegalStateException(
            "%s %s has no revision before the present one".formatted(kind, key));
      }
      return known.get(known.size() - 2);
    }
    return known.stream()
        .filter(r -> r.number == revision)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s %s has no revision %d; it has %s"
                        .formatted(
                            kind, key, revision, known.stream().map(Revision::number).toList())));
  }

  /// In the order of their numbers.
  private List<Revision> revisions() {
    boolean isDeployment = kind.equals("Deployment");
    Kind<DynamicObject> of = isDeployment ? REPLICA_SET : CONTROLLER_REVISION;
    KubernetesObject owner = workloads.get(key.name());
    return client.resources(of).inNamespace(key.namespace()).list().items().stream()
        .filter(object -> object.metadata().isControlledBy(owner))
        .map(object -> new Revision(isDeployment ? annotated(object) : numbered(object), object))
        .filter(revision -> revision.number > 0)
        .sorted(Comparator.comparingLong(Revision::number))
        .toList();
  }

  private static long annotated(DynamicObject replicaSet) {
    String number = replicaSet.metadata().annotation(REVISION).orElse("0");
    return number.chars().allMatch(Character::isDigit) && number.length() < 18
        ? Long.parseLong(number)
        : 0;
  }

  private static long numbered(DynamicObject revision) {
    return revision.integer("revision").orElse(0L);
  }

  private DynamicObject requireNotPaused(String verb) {
    DynamicObject object = DynamicObject.of(workloads.get(key.name()));
    if (object.bool("spec", "paused").orElse(false)) {
      throw new IllegalStateException(
          "%s %s is paused and cannot be %s; resume it first".formatted(kind, key, verb));
    }
    return object;
  }

  private void patch(Map<String, Object> change) {
    workloads.patch(key.name(), Patch.strategicMerge(new LinkedHashMap<>(change)));
  }

  @Override
  public String toString() {
    return "Rollout[" + Objects.toString(kind) + " " + key + "]";
  }
}
