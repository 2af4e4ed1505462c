package dev.drover.server.rest;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;

/// Says whether whoever asked to change an object may create it when there is none.
@FunctionalInterface
public interface CreateCheck {
  /// Refuses whoever may not.
  ///
  /// @throws ApiError 403 if not
  void require(Call call);
}
