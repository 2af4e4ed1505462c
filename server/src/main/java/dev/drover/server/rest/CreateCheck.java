package dev.drover.server.rest;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;

/// Checks whether a client that updates an object may create it if there is none.
@FunctionalInterface
public interface CreateCheck {
  /// Refuses a client without the permission.
  ///
  /// @throws ApiError 403 if not
  void require(Call call);
}
