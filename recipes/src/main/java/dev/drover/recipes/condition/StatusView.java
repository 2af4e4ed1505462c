package dev.drover.recipes.condition;

import dev.drover.api.Condition;
import dev.drover.api.DynamicObject;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The status of an object as a tree. What is malformed counts as absent: a summary never fails.
///
/// @param clock tells how long something has lasted
record StatusView(DynamicObject object, InstantSource clock) {
  long generation() {
    return object.metadata().generation();
  }

  Optional<Long> number(String... path) {
    return object.get(path).filter(Long.class::isInstance).map(Long.class::cast);
  }

  long numberOr(long absent, String... path) {
    return number(path).orElse(absent);
  }

  String textOr(String absent, String... path) {
    return object.get(path).map(String::valueOf).orElse(absent);
  }

  List<?> list(String... path) {
    return object.get(path).orElse(List.of()) instanceof List<?> list ? list : List.of();
  }

  Optional<Map<?, ?>> condition(String type) {
    for (Object item : list("status", "conditions")) {
      if (item instanceof Map<?, ?> condition && type.equals(condition.get("type"))) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  /// The types of the conditions, in their order.
  List<String> types() {
    return list("status", "conditions").stream()
        .filter(Map.class::isInstance)
        .map(item -> ((Map<?, ?>) item).get("type"))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .distinct()
        .toList();
  }

  /// The first of these conditions, in the order of the object, that is true.
  Optional<String> firstTrue(String... some) {
    List<String> wanted = List.of(some);
    return types().stream().filter(type -> wanted.contains(type) && isTrue(type)).findFirst();
  }

  boolean is(String type, String status) {
    return condition(type).filter(c -> status.equals(c.get("status"))).isPresent();
  }

  boolean isTrue(String type) {
    return is(type, Condition.TRUE);
  }

  boolean hasReason(String type, String reason) {
    return condition(type).filter(c -> reason.equals(c.get("reason"))).isPresent();
  }

  /// Whether a condition is about the latest generation; one that does not say is.
  boolean isCurrent(Map<?, ?> condition) {
    return !(condition.get("observedGeneration") instanceof Long observed)
        || observed == 0
        || observed >= generation();
  }

  String message(String type) {
    return condition(type)
        .map(c -> c.get("message") instanceof String message ? message : "")
        .orElse("");
  }

  /// The message of a condition; without one, its reason; without that, its type and status.
  String text(String type) {
    String message = message(type);
    if (!message.isEmpty()) {
      return message;
    }
    Map<?, ?> condition = condition(type).orElse(Map.of());
    return condition.get("reason") instanceof String reason && !reason.isEmpty()
        ? type + ": " + reason
        : type + " is " + condition.get("status");
  }
}
