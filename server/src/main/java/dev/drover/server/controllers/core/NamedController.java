package dev.drover.server.controllers.core;

import java.util.Set;

/// A controller by its name.
///
/// @param identity its user and component
/// @param watched the resources whose writes it is called for, such as `/pods`; none for all
public record NamedController(
    String name, ControllerIdentity identity, Controller controller, Set<String> watched) {
  public NamedController {
    watched = Set.copyOf(watched);
  }

  /// Whether writes of these resources concern the controller.
  public boolean watchesAny(Set<String> resources) {
    return watched.isEmpty()
        ? !resources.isEmpty()
        : resources.stream().anyMatch(watched::contains);
  }
}
