package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.KubernetesObject;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/// Conditions to wait for with `ResourceClient.await`.
///
/// ```java
/// client.resources(Deployment.class).inNamespace("shop").await("web", Wanted.rolledOut(), limit);
/// client.resources(Pod.class).inNamespace("shop").await("web-0", Wanted.condition("Ready"), limit);
/// client.resources(kind).await("cone", Wanted.jsonPath("{.status.phase}", "Sold"), limit);
/// ```
///
/// A status that was written for an older generation of the object does not count, where it says
/// so. All of them work with typed and dynamic objects.
public final class Wanted {
  private Wanted() {}

  /// The condition of this type is `True`: `kubectl wait --for=condition=...`.
  public static <T extends KubernetesObject> Predicate<T> condition(String type) {
    return condition(type, "True");
  }

  /// The condition of this type has this status; case does not matter.
  public static <T extends KubernetesObject> Predicate<T> condition(String type, String status) {
    return object -> hasCondition(DynamicObject.of(object), type, status);
  }

  /// The value at this path is as text `value`: `kubectl wait --for=jsonpath='{...}'=value`. Paths
  /// are those of [JsonPath].
  public static <T extends KubernetesObject> Predicate<T> jsonPath(String path, String value) {
    JsonPath parsed = JsonPath.parse(path);
    return object -> parsed.find(object).stream().anyMatch(found -> found.equals(value));
  }

  /// There is a value at this path: `kubectl wait --for=jsonpath='{...}'`.
  public static <T extends KubernetesObject> Predicate<T> jsonPath(String path) {
    JsonPath parsed = JsonPath.parse(path);
    return object -> !parsed.find(object).isEmpty();
  }

  /// A Deployment, StatefulSet or DaemonSet runs its current template everywhere, and all of it is
  /// available: `kubectl rollout status`.
  ///
  /// @see Rollout#status
  public static <T extends KubernetesObject> Predicate<T> rolledOut() {
    return object -> RolloutStatus.of(object).done();
  }

  /// A StatefulSet has all its replicas ready.
  public static <T extends KubernetesObject> Predicate<T> allReplicasReady() {
    return object -> {
      DynamicObject dynamic = DynamicObject.of(object);
      long wanted = dynamic.integer("spec", "replicas").orElse(1L);
      long ready = dynamic.integer("status", "readyReplicas").orElse(0L);
      return isObserved(dynamic) && ready >= wanted;
    };
  }

  /// A Job has completed; one that failed never does, so wait for [#jobEnded] to see both.
  public static <T extends KubernetesObject> Predicate<T> jobComplete() {
    return condition("Complete");
  }

  /// A Job has completed or failed.
  public static <T extends KubernetesObject> Predicate<T> jobEnded() {
    Predicate<T> complete = condition("Complete");
    return complete.or(condition("Failed"));
  }

  /// A CustomResourceDefinition is served.
  public static <T extends KubernetesObject> Predicate<T> established() {
    return condition("Established");
  }

  private static boolean hasCondition(DynamicObject object, String type, String status) {
    return conditionOf(object, type)
        .filter(condition -> status.equalsIgnoreCase(String.valueOf(condition.get("status"))))
        .filter(condition -> isCurrent(object, condition))
        .isPresent();
  }

  static Optional<Map<?, ?>> conditionOf(DynamicObject object, String type) {
    for (Object item : object.list("status", "conditions")) {
      if (item instanceof Map<?, ?> condition
          && type.equalsIgnoreCase(Objects.toString(condition.get("type"), ""))) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  /// Whether a condition is about the present generation; one that does not say is as old as the
  /// whole status.
  private static boolean isCurrent(DynamicObject object, Map<?, ?> condition) {
    return condition.get("observedGeneration") instanceof Number observed
        ? observed.longValue() >= object.metadata().generation()
        : isObserved(object);
  }

  /// Whether the status is about the present generation, or does not say.
  static boolean isObserved(DynamicObject object) {
    return object.get("status", "observedGeneration").orElse(null) instanceof Number observed
        ? observed.longValue() >= object.metadata().generation()
        : true;
  }
}
