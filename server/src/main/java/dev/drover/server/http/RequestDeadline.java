package dev.drover.server.http;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.GoDurations;
import dev.drover.server.core.RequestInfo;
import java.util.List;
import java.util.Map;

/// Validates the `timeout` of a request; no handler takes that long.
///
/// In Go: `filters.WithRequestDeadline`.
final class RequestDeadline {
  private RequestDeadline() {}

  /// Refuses a `timeout` that is none.
  ///
  /// @throws ApiError 400
  static void check(RequestInfo info, Map<String, List<String>> query) {
    String timeout = query.getOrDefault("timeout", List.of("")).getFirst();
    if (!timeout.isEmpty() && !info.isLongRunning()) {
      GoDurations.complaint(timeout)
          .ifPresent(
              complaint -> {
                throw ApiError.badRequest(
                    "invalid timeout specified in the request URL - time: " + complaint);
              });
    }
  }
}
