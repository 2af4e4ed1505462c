package dev.drover.server.http;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;

/// Cuts connections or fails requests after their authorization, for tests.
@FunctionalInterface
public interface Interceptor {
  /// Lets every request pass.
  Interceptor NONE = _ -> Decision.PROCEED;

  /// Decides how a request continues; may block.
  ///
  /// @throws ApiError to answer it with a failure
  Decision intercept(Call call) throws InterruptedException;

  /// What becomes of a request.
  enum Decision {
    /// It is served.
    PROCEED,
    /// The connection is cut, and nothing is done.
    CUT_BEFORE,
    /// It is done, and the connection is cut instead of an answer.
    CUT_AFTER
  }
}
