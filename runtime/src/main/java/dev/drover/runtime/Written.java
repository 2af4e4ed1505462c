package dev.drover.runtime;

import dev.drover.api.KubernetesObject;

/// What became of an object that was to be there.
///
/// In Go: {@index controllerutil.OperationResult}.
///
/// @param object as the server has it
/// @param <T> the type of the object
public record Written<T extends KubernetesObject>(Outcome outcome, T object) {
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
