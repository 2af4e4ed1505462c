package dev.drover.runtime.lasso;

import dev.drover.runtime.TerminalException;
import dev.drover.runtime.internal.Causes;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// Handlers of a shared controller failed; the message names each of them.
public final class HandlerException extends Exception {
  private static final long serialVersionUID = 1L;

  /// @param failures at least one; the cause is the first that is not terminal, if there is one, so
  ///   that a retry happens if it may help any of the handlers
  static HandlerException of(List<Failure> failures) {
    return new HandlerException(
        failures.stream()
            .sorted(Comparator.comparing(f -> Causes.any(f.error(), TerminalException.class)))
            .toList());
  }

  private HandlerException(List<Failure> failures) {
    super(
        failures.stream()
            .map(f -> "handler " + f.handler() + ": " + reason(f.error()))
            .collect(Collectors.joining(", ")),
        failures.getFirst().error());
    failures.stream().skip(1).forEach(f -> addSuppressed(f.error()));
  }

  /// Many exceptions have no message; then their class says something at least.
  private static String reason(Exception error) {
    return Objects.requireNonNullElseGet(error.getMessage(), error::toString);
  }

  /// A handler that failed.
  record Failure(String handler, Exception error) {}
}
