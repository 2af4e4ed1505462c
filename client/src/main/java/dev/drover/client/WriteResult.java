package dev.drover.client;

import dev.drover.api.KubernetesObject;

/// The outcome of [ReadWriter#createOrPatch] or [ReadWriter#createOrUpdate], with the object.
///
/// In Go: {@index controllerutil.OperationResult}.
///
/// @param object as the server has it
/// @param <T> the type of the object
public record WriteResult<T extends KubernetesObject>(Outcome outcome, T object) {
  /// What was done.
  public enum Outcome {
    /// It was not there.
    CREATED,
    /// It was there, and differs now.
    UPDATED,
    /// It was so already: nothing was sent, or the server found nothing to change.
    UNCHANGED
  }
}
