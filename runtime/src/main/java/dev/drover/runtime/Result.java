package dev.drover.runtime;

import java.time.Duration;
import java.util.OptionalInt;

/// What happens to the request after a reconcile. An exception is a [Retry] too.
///
/// ```java
/// return isReady(database) ? Result.done() : Result.after(Duration.ofSeconds(10));
/// ```
///
/// May grow: a `switch` outside this library needs a `default` branch.
///
/// In Go: {@index reconcile.Result}, {@index ctrl.Result}.
public sealed interface Result {
  /// All is well: wait for the next change.
  static Result done() {
    return new Done();
  }

  /// All is well; look again when so much time has passed, or at the next change. At once if the
  /// delay is zero or negative, as for a point in time that has passed.
  ///
  /// In Go: {@index reconcile.Result.RequeueAfter}.
  static Result after(Duration delay) {
    return new After(delay, OptionalInt.empty());
  }

  /// Not there yet: look again soon, and later with every attempt.
  ///
  /// In Go: {@index reconcile.Result.Requeue}.
  static Result retry() {
    return new Retry(OptionalInt.empty());
  }

  /// It cannot be done, and trying again would not help: wait for the next change.
  ///
  /// In Go: {@index reconcile.TerminalError}.
  ///
  /// @param reason goes to the log and the metrics
  static Result terminal(String reason) {
    return new Terminal(reason);
  }

  /// Nothing more to do.
  record Done() implements Result {}

  /// Look again later. Counts as success: failures before it are forgotten.
  ///
  /// @param delay zero or negative = at once
  /// @param priority the one to wait with; empty = the one the request had
  record After(Duration delay, OptionalInt priority) implements Result {
    /// Waits with this priority.
    public After withPriority(int changed) {
      return new After(delay, OptionalInt.of(changed));
    }
  }

  /// Look again after as long as the controller's rate limiter says.
  ///
  /// @param priority the one to wait with; empty = the one the request had
  record Retry(OptionalInt priority) implements Result {
    /// Waits with this priority.
    public Retry withPriority(int changed) {
      return new Retry(OptionalInt.of(changed));
    }
  }

  /// Give up until something changes.
  record Terminal(String reason) implements Result {}
}
