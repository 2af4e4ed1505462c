package dev.drover.server.http;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.GoDurations;
import dev.drover.server.core.RequestInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the `timeout` of a request; no handler takes that long.
///
/// In Go: `filters.WithRequestDeadline`.
final class RequestDeadline {
  private static final Set<String> LONG_RUNNING =
      Set.of("attach", "exec", "proxy", "log", "portforward");

  private RequestDeadline() {}

  /// Refuses a `timeout` that is none.
  ///
  /// @throws ApiError 400
  static void check(RequestInfo info, Map<String, List<String>> query) {
    String timeout = query.getOrDefault("timeout", List.of("")).getFirst();
    boolean mayTakeLong =
        info.isResource()
            && (info.verb().equals("watch")
                || info.verb().equals("proxy")
                || LONG_RUNNING.contains(info.subresource()));
    if (!timeout.isEmpty() && !mayTakeLong) {
      GoDurations.complaint(timeout)
          .ifPresent(
              complaint -> {
                throw ApiError.badRequest(
                    "invalid timeout specified in the request URL - time: " + complaint);
              });
    }
  }
}
