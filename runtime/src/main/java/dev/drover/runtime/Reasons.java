package dev.drover.runtime;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Remembers why requests wait. Of several reasons the first counts.
final class Reasons {
  private final ConcurrentMap<Request, Reason> waiting = new ConcurrentHashMap<>();

  void add(Request request, Reason reason) {
    waiting.putIfAbsent(request, reason);
  }

  /// Why the request that is about to run has waited.
  @Nullable Reason take(Request request) {
    return waiting.remove(request);
  }

  void clear() {
    waiting.clear();
  }
}
