package dev.drover.runtime.leader;

import java.time.Instant;

/// Who leads, as one contender sees it.
public sealed interface Leadership {
  /// Nobody, or nobody knows.
  record Vacant() implements Leadership {}

  /// Somebody else leads.
  record Following(String leader) implements Leadership {}

  /// This one leads.
  ///
  /// @param since when it began to
  record Leading(Instant since) implements Leadership {}

  /// This one does not take part any more.
  record Stopped() implements Leadership {}
}
