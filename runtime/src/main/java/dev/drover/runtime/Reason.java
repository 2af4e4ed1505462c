package dev.drover.runtime;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.text.PrintableText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Why a reconcile runs. For readers of logs and traces: what a reconciler does must depend on the
/// state of the world alone, as several reasons may become one run.
///
/// ```java
/// ctx.log().debug("runs because of {}", ctx.reason());
/// ```
///
/// May grow: a `switch` outside this library needs a `default` branch.
public sealed interface Reason {
  /// In one line, as logs have it.
  @Override
  String toString();

  /// An object changed.
  ///
  /// @param kind of the object
  /// @param key of the object
  /// @param change what happened to it
  record Event(GroupVersionKind kind, ObjectKey key, Change<? extends KubernetesObject> change)
      implements Reason {
    /// Which fields changed, such as `spec.replicas`; empty where there is nothing to compare.
    public List<String> fields() {
      return change instanceof Change.Updated<? extends KubernetesObject>(var before, var now)
          ? ChangedFields.between(before, now)
          : List.of();
    }

    @Override
    public String toString() {
      List<String> fields = fields();
      return kind.kind()
          + " "
          + key
          + " "
          + what()
          + (fields.isEmpty() ? "" : PrintableText.of(" (" + String.join(", ", fields) + ")"));
    }

    private String what() {
      return switch (change) {
        case Change.Added<?>(_, var initial) -> initial ? "there at the start" : "added";
        case Change.Updated<?>(var before, var now) ->
            before.equals(now) ? "looked at again" : "updated";
        case Change.Deleted<?> _ -> "deleted";
        case Change.Signalled<?> _ -> "signalled";
      };
    }
  }

  /// This program itself changed the object.
  ///
  /// @param event what that looks like from outside
  record OwnWrite(Event event) implements Reason {
    @Override
    public String toString() {
      return "own write: " + event;
    }
  }

  /// The last run asked for it.
  record Timer(Duration delay) implements Reason {
    @Override
    public String toString() {
      return "timer of " + delay;
    }
  }

  /// The last run did not work.
  ///
  /// @param attempt the number of this run since it last worked, from 2
  /// @param error why the last one did not work, where it said so
  record Retry(int attempt, Optional<Throwable> error) implements Reason {
    @Override
    public String toString() {
      return "attempt " + attempt + error.map(e -> " after " + e).orElse("");
    }
  }

  /// Code asked for it, with `enqueue`.
  record Enqueued() implements Reason {
    @Override
    public String toString() {
      return "enqueued";
    }
  }
}
