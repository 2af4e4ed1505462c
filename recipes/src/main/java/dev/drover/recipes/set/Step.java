package dev.drover.recipes.set;

import dev.drover.api.KubernetesObject;
import java.util.List;

/// What a [Plan] does with one object.
///
/// ```java
/// for (Step step : plan.steps()) {
///   switch (step) {
///     case Step.Delete(var object) -> LOG.info("deletes {}", object);
///     default -> {}
///   }
/// }
/// ```
///
/// May grow: a `switch` outside this library needs a `default` branch.
public sealed interface Step {
  /// The object.
  ObjectRef object();

  /// One line for people: a sign, the object, and why.
  String line();

  /// Whether the step writes to the server.
  default boolean isWrite() {
    return this instanceof Create || this instanceof Change || this instanceof Delete;
  }

  /// There is no such object: it is created.
  ///
  /// @param described what is applied
  record Create(ObjectRef object, KubernetesObject described) implements Step {
    @Override
    public String line() {
      return "+ " + object;
    }
  }

  /// The object is not as described, or is taken over: it is applied.
  ///
  /// @param described what is applied
  /// @param fields the paths of the fields that differ, without their values
  record Change(ObjectRef object, KubernetesObject described, List<String> fields) implements Step {
    /// The fields are copied.
    public Change {
      fields = List.copyOf(fields);
    }

    @Override
    public String line() {
      return "~ " + object + (fields.isEmpty() ? "" : " (" + String.join(", ", fields) + ")");
    }
  }

  /// The object is as described: nothing is sent.
  record Keep(ObjectRef object) implements Step {
    @Override
    public String line() {
      return "= " + object;
    }
  }

  /// The object is no longer described: it is deleted.
  record Delete(ObjectRef object) implements Step {
    @Override
    public String line() {
      return "- " + object;
    }
  }

  /// The object leaves the set, and stays as it is.
  record Forget(ObjectRef object, String reason) implements Step {
    @Override
    public String line() {
      return "# " + object + ": " + reason;
    }
  }

  /// Nothing can be done before the object is gone.
  record Wait(ObjectRef object, String reason) implements Step {
    @Override
    public String line() {
      return "? " + object + ": " + reason;
    }
  }

  /// The object is refused: an error of this object, while the rest goes on.
  record Refuse(ObjectRef object, String reason) implements Step {
    @Override
    public String line() {
      return "! " + object + ": " + reason;
    }
  }
}
