package dev.drover.runtime.leader;

import java.time.Instant;

/// The state of a leader election as one contender sees it.
///
/// ```java
/// LeaderOptions.of("shop", "icecreams", identity).with(o -> o.listener(now -> {
///   if (now instanceof Leadership.Leading) { begin(); } else { end(); }
/// }))
/// ```
///
/// Will not grow: a `switch` needs no `default` branch.
public sealed interface Leadership {
  /// No leader is known.
  record Vacant() implements Leadership {}

  /// Another contender leads.
  record Following(String leader) implements Leadership {}

  /// This contender leads.
  ///
  /// @param since when it began to
  record Leading(Instant since) implements Leadership {}

  /// This one does not take part any more.
  record Stopped() implements Leadership {}
}
