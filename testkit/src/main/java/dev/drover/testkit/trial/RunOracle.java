package dev.drover.testkit.trial;

import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.lasso.HandlerException;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Checks the calls of a single reconcile.
final class RunOracle {
  private static final Set<Class<? extends Exception>> BUGS =
      Set.of(
          NullPointerException.class,
          ClassCastException.class,
          IndexOutOfBoundsException.class,
          ArrayIndexOutOfBoundsException.class,
          StringIndexOutOfBoundsException.class,
          NoSuchElementException.class,
          ArithmeticException.class,
          NumberFormatException.class);

  private static final Set<Outcome> FAILED =
      Set.of(Outcome.ERROR, Outcome.CONFLICT, Outcome.RETRY, Outcome.TIMEOUT, Outcome.CRASH);

  private RunOracle() {}

  static Optional<Violation> judge(
      ReconcileRun run, TimelineEntry.Ended ended, @Nullable Throwable error) {
    if (ended.outcome() == Outcome.TIMEOUT) {
      return Optional.of(
          Violation.of("time-out", "a reconcile exceeds its time-out", ended.toString()));
    }
    Throwable bug = bug(error);
    if (bug != null) {
      return Optional.of(
          new Violation(
              "no crash",
              "a reconcile crashes with " + bug.getClass().getSimpleName(),
              List.of(bug.toString(), at(bug))));
    }
    if (FAILED.contains(ended.outcome()) && run.attempt() >= TrialRun.TRIES) {
      return Optional.of(
          Violation.of(
              "comes to rest",
              "the reconcile of %s fails again and again, %d times in a row"
                  .formatted(ended.request(), run.attempt()),
              ended.outcome() + (ended.error().isEmpty() ? "" : ": " + ended.error())));
    }
    return Optional.empty();
  }

  /// Also one of several handlers of a shared controller.
  private static @Nullable Throwable bug(@Nullable Throwable error) {
    if (error == null || BUGS.contains(error.getClass())) {
      return error;
    }
    if (!(error instanceof HandlerException)) {
      return null;
    }
    return Stream.concat(Stream.ofNullable(error.getCause()), Arrays.stream(error.getSuppressed()))
        .filter(of -> BUGS.contains(of.getClass()))
        .findFirst()
        .orElse(null);
  }

  private static String at(Throwable error) {
    StackTraceElement[] stack = error.getStackTrace();
    return stack.length == 0 ? "" : "at " + stack[0];
  }
}
