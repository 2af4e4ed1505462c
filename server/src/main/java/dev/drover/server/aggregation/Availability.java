package dev.drover.server.aggregation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The availability of a backend, as shown by the condition `Available`.
///
/// @param document the `APIResourceList` that it answered with; empty if it never did
record Availability(
    boolean isAvailable, String reason, String message, Map<String, @Nullable Object> document) {
  static Availability passed(Map<String, @Nullable Object> document) {
    return new Availability(true, "Passed", "all checks passed", document);
  }

  /// @param last the document that is known from before
  static Availability failed(String reason, String message, Map<String, @Nullable Object> last) {
    return new Availability(false, reason, message, last);
  }

  /// Whether the condition of another state is the same.
  boolean isSameCondition(Availability other) {
    return isAvailable == other.isAvailable
        && reason.equals(other.reason)
        && message.equals(other.message);
  }
}
