package dev.drover.runtime.events;

import dev.drover.api.KubernetesObject;
import dev.drover.api.Patch;

/// A pending write of an event.
sealed interface EventWrite {
  /// The event itself.
  KubernetesObject event();

  /// It is new.
  record Create(KubernetesObject event) implements EventWrite {}

  /// It happened again.
  ///
  /// @param event the whole of it, in case that the server has forgotten it
  record Update(KubernetesObject event, Patch patch) implements EventWrite {}
}
