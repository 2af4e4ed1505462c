package dev.drover.recipes.condition;

import dev.drover.api.Condition;
import dev.drover.api.KubernetesObject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The conditions of one object: an immutable value, sorted by type, each type once.
///
/// ```java
/// var conditions = Conditions.of(status.conditions()).observed(icecream, ctx.clock())
///     .setTrue("Ready", "Scooped", "3 scoops are served")
///     .setFalse("Melting", "Cold", "");
/// ctx.client().updateStatus(icecream, new Status(conditions.list()));
/// ```
///
/// A change keeps `lastTransitionTime` unless the status of the condition changes, and sets
/// `observedGeneration` to that of the observed object. To set what is set already gives an equal
/// value, so an unchanged status causes no write.
///
/// In Go: {@index meta.SetStatusCondition}, {@index meta.FindStatusCondition}, {@index
/// meta.RemoveStatusCondition}, {@index meta.IsStatusConditionTrue}, {@index condition.Cond}.
public final class Conditions {
  private static final Conditions NONE = new Conditions(new TreeMap<>(), 0, InstantSource.system());

  /// What the API server accepts as a reason.
  private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");

  private static final int LONGEST_REASON = 1024;
  private static final int LONGEST_MESSAGE = 32768;

  private final SortedMap<String, Condition> byType; // never changed after the constructor
  private final long generation; // 0 = not said
  private final InstantSource clock;

  private Conditions(SortedMap<String, Condition> byType, long generation, InstantSource clock) {
    this.byType = byType;
    this.generation = generation;
    this.clock = clock;
  }

  /// No conditions.
  public static Conditions none() {
    return NONE;
  }

  /// The conditions of a status; of several with one type, the last.
  public static Conditions of(Collection<Condition> conditions) {
    SortedMap<String, Condition> byType = new TreeMap<>();
    conditions.forEach(condition -> byType.put(condition.type(), condition));
    return new Conditions(byType, 0, InstantSource.system());
  }

  /// The same conditions; those that are set from now on say that they observed this object, at
  /// this time.
  public Conditions observed(KubernetesObject object, InstantSource at) {
    return new Conditions(byType, object.metadata().generation(), at);
  }

  /// Sets a condition to true.
  ///
  /// @param reason one word in upper camel case, for programs
  /// @param message for people; may be empty
  /// @throws IllegalArgumentException if the API server would refuse the reason
  public Conditions setTrue(String type, String reason, String message) {
    return set(type, Condition.TRUE, reason, message);
  }

  /// Sets a condition to false; see [#setTrue].
  public Conditions setFalse(String type, String reason, String message) {
    return set(type, Condition.FALSE, reason, message);
  }

  /// Sets a condition to unknown; see [#setTrue].
  public Conditions setUnknown(String type, String reason, String message) {
    return set(type, Condition.UNKNOWN, reason, message);
  }

  private Conditions set(String type, String status, String reason, String message) {
    return set(
        Condition.builder()
            .type(type)
            .status(status)
            .reason(reason)
            .message(message)
            .observedGeneration(generation)
            .build());
  }

  /// Sets a condition. Its `lastTransitionTime` counts if it has one and the status changes; else
  /// the time is that of the last change of the status.
  ///
  /// @throws IllegalArgumentException if the API server would refuse it
  public Conditions set(Condition condition) {
    requireValid(condition);
    Condition before = byType.get(condition.type());
    Condition changed =
        condition.with(
            c -> {
              c.lastTransitionTime(transition(before, condition));
              c.message(shortened(condition.message()));
              if (condition.observedGeneration() == 0) {
                c.observedGeneration(generation);
              }
            });
    if (changed.equals(before)) {
      return this;
    }
    SortedMap<String, Condition> copy = new TreeMap<>(byType);
    copy.put(changed.type(), changed);
    return new Conditions(copy, generation, clock);
  }

  private Instant transition(@Nullable Condition before, Condition now) {
    Instant known = before == null ? null : before.lastTransitionTime();
    if (known != null && before != null && before.status().equals(now.status())) {
      return known;
    }
    Instant given = now.lastTransitionTime();
    // The API has whole seconds: a finer time would differ from what is read back.
    return (given == null ? clock.instant() : given).truncatedTo(ChronoUnit.SECONDS);
  }

  private static void requireValid(Condition condition) {
    if (condition.type().isEmpty()) {
      throw new IllegalArgumentException("a condition needs a type, such as Ready: " + condition);
    }
    if (!List.of(Condition.TRUE, Condition.FALSE, Condition.UNKNOWN).contains(condition.status())) {
      throw new IllegalArgumentException(
          "condition %s: the status is True, False or Unknown, got '%s'"
              .formatted(condition.type(), condition.status()));
    }
    if (condition.reason().length() > LONGEST_REASON
        || !REASON.matcher(condition.reason()).matches()) {
      throw new IllegalArgumentException(
          "condition %s: a reason is one word in upper camel case, such as Synced, got '%s'"
              .formatted(condition.type(), condition.reason()));
    }
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 3) + "...";
  }

  /// The same conditions without this type.
  public Conditions clear(String type) {
    if (!byType.containsKey(type)) {
      return this;
    }
    SortedMap<String, Condition> copy = new TreeMap<>(byType);
    copy.remove(type);
    return new Conditions(copy, generation, clock);
  }

  /// The condition of a type, if there is one.
  public Optional<Condition> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  /// Whether there is a condition of this type that is true.
  public boolean isTrue(String type) {
    return find(type).filter(Condition::isTrue).isPresent();
  }

  /// Whether there is a condition of this type that is false; one that is missing or unknown is
  /// not.
  public boolean isFalse(String type) {
    return find(type).filter(c -> c.status().equals(Condition.FALSE)).isPresent();
  }

  /// The conditions in order of their types, for a status.
  public List<Condition> list() {
    return List.copyOf(byType.values());
  }

  /// Equal when the conditions are, whatever they will observe next.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Conditions that && byType.equals(that.byType);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(byType);
  }

  @Override
  public String toString() {
    return "Conditions" + byType.values();
  }
}
