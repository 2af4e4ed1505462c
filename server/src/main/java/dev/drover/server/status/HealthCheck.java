package dev.drover.server.status;

import java.util.Optional;
import java.util.function.Supplier;

/// One named check.
///
/// @param problem what is wrong now; empty if nothing is
public record HealthCheck(String name, Supplier<Optional<String>> problem) {
  /// A check that a server which answers at all passes.
  static HealthCheck passed(String name) {
    return new HealthCheck(name, Optional::empty);
  }
}
