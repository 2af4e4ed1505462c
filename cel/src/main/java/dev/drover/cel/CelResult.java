package dev.drover.cel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of an evaluation: a value or an error, and the cost.
///
/// @param value a Boolean, Long, Double, String, List or [CelObject] where the expression gives one
///   of these; null for other types and after an error
/// @param error the message, if it failed
/// @param cost of the evaluation
public record CelResult(@Nullable Object value, Optional<String> error, long cost) {
  private static final String TOO_COSTLY = "operation cancelled: actual cost limit exceeded";

  /// Whether the expression gave `true`.
  public boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  /// Whether the evaluation was stopped because it cost too much.
  public boolean isTooCostly() {
    return error.filter(message -> message.startsWith(TOO_COSTLY)).isPresent();
  }
}
