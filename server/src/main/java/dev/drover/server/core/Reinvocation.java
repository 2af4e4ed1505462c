package dev.drover.server.core;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Records for one write which plug-ins changed the object, so that earlier ones run again after a
/// later change.
///
/// For one write, and the one thread that serves it.
///
/// In Go: `admission.ReinvocationContext`.
public final class Reinvocation {
  private final Map<Class<?>, Object> memories = new HashMap<>();
  private boolean isSecondRound;
  private boolean isNeeded;

  /// Whether the plug-ins run for the second time.
  public boolean isSecondRound() {
    return isSecondRound;
  }

  /// Asks for a second round.
  public void request() {
    isNeeded = true;
  }

  /// Whether a second round is needed; begins it if so.
  public boolean beginSecondRound() {
    isSecondRound = isNeeded;
    return isNeeded;
  }

  /// What a plug-in keeps from the first round to the second.
  public <T> T memory(Class<T> type, Supplier<T> initial) {
    return type.cast(memories.computeIfAbsent(type, _ -> initial.get()));
  }
}
