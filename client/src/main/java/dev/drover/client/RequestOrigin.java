package dev.drover.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The controller and the run that the current thread works for.
///
/// Controllers set it for every run of a reconciler or handler. All that is called from there finds
/// it without having it handed on: requests name the controller in their `User-Agent`, lines of the
/// log name both.
///
/// ```java
/// log.info("charged, run {}", RequestOrigin.current().map(RequestOrigin::reconcileId).orElse(""));
/// ```
///
/// Threads that are started from there do not have it, unless [#call] sets it again.
///
/// @param controller its name
/// @param reconcileId tells the run from all others
public record RequestOrigin(String controller, String reconcileId) {
  private static final ScopedValue<RequestOrigin> CURRENT = ScopedValue.newInstance();

  /// The origin of the current thread; empty outside of all runs.
  public static Optional<RequestOrigin> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /// The key-value pairs for a log line of the current thread: none outside of all runs.
  public static Map<String, String> facts() {
    return current().map(RequestOrigin::asFacts).orElse(Map.of());
  }

  /// controller-runtime's keys, so that existing searches in logs find them.
  private Map<String, String> asFacts() {
    SequencedMap<String, String> facts = new LinkedHashMap<>();
    facts.put("controller", controller);
    facts.put("reconcileID", reconcileId);
    return facts;
  }

  /// Does some work in this one's name.
  public <V extends @Nullable Object, X extends Throwable> V call(
      ScopedValue.CallableOp<? extends V, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }
}
