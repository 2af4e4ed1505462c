package dev.drover.recipes.set;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The outcome of an execution of a [DesiredSet], per object.
///
/// ```java
/// SetResult result = set.execute(children);
/// result.failures().forEach((object, failure) -> LOG.warn("cannot apply {}", object, failure));
/// List<ObjectRef> deleted = result.objects(SetResult.Outcome.DELETED);
/// ```
public final class SetResult {
  private final Plan plan;
  private final SequencedMap<ObjectRef, Outcome> outcomes;
  private final SequencedMap<ObjectRef, RuntimeException> failures;

  SetResult(
      Plan plan, Map<ObjectRef, Outcome> outcomes, Map<ObjectRef, RuntimeException> failures) {
    this.plan = plan;
    this.outcomes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outcomes));
    this.failures = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(failures));
  }

  /// What became of an object.
  public enum Outcome {
    /// It was created.
    CREATED,
    /// It was changed, or taken over.
    CHANGED,
    /// It was deleted and created again, because a field is immutable.
    REPLACED,
    /// Nothing was sent.
    UNCHANGED,
    /// It is gone.
    DELETED,
    /// It left the set, and stays as it is.
    FORGOTTEN,
    /// It is being deleted and is not gone yet.
    WAITING,
    /// It failed; see [SetResult#failures].
    FAILED
  }

  /// What was to be done.
  public Plan plan() {
    return plan;
  }

  /// What became of each object, in the order of the steps.
  public SequencedMap<ObjectRef, Outcome> outcomes() {
    return outcomes;
  }

  /// The objects with an outcome.
  public List<ObjectRef> objects(Outcome outcome) {
    return outcomes.entrySet().stream()
        .filter(e -> e.getValue() == outcome)
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Why objects failed; empty if none did.
  public SequencedMap<ObjectRef, RuntimeException> failures() {
    return failures;
  }

  /// Whether everything is as described, and nothing is left of what is not.
  public boolean isComplete() {
    return failures.isEmpty() && !outcomes.containsValue(Outcome.WAITING);
  }

  @Override
  public String toString() {
    return plan.set() + " " + outcomes;
  }
}
