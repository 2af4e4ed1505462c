package dev.drover.server.conformance;

import java.util.Map;
import java.util.Optional;

/// The cases in which the embedded server is not to answer like the real one, each with its reason.
///
/// A case that differs and is not here fails, and so does one that is here and no longer differs.
final class KnownDifferences {
  private static final Map<String, String> REASONS = Map.of();

  private KnownDifferences() {}

  static Optional<String> reason(String caseId) {
    return Optional.ofNullable(REASONS.get(caseId));
  }
}
