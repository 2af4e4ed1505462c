package dev.drover.server.core;

/// Serves the calls to one path or family of paths.
@FunctionalInterface
public interface Endpoint {
  /// Answers a call.
  ///
  /// @throws ApiError for every answer that is a failure `Status`
  Answer serve(Call call);
}
