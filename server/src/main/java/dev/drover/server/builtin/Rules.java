package dev.drover.server.builtin;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.Strategy;

/// Which rules belong to which kind.
final class Rules {
  private Rules() {}

  static Strategy of(GroupVersionKind kind) {
    return Strategy.PLAIN;
  }
}
