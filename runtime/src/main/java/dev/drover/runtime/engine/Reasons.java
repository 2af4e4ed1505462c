package dev.drover.runtime.engine;

import dev.drover.runtime.Reason;
import dev.drover.runtime.Request;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Remembers why requests wait. Of several reasons the first counts, except that an event replaces
/// the reason of a request that waits for its time.
final class Reasons {
  private final ConcurrentMap<Request, Waiting> waiting = new ConcurrentHashMap<>();

  /// @param isLater whether the request waits for its time
  private record Waiting(Reason reason, boolean isLater) {}

  void add(Request request, Reason reason) {
    waiting.merge(
        request, new Waiting(reason, false), (before, now) -> before.isLater ? now : before);
  }

  /// As [#add], for a request whose time is yet to come.
  void addLater(Request request, Reason reason) {
    waiting.putIfAbsent(request, new Waiting(reason, true));
  }

  /// Why the request that is about to run has waited.
  @Nullable Reason take(Request request) {
    Waiting taken = waiting.remove(request);
    return taken == null ? null : taken.reason;
  }

  void clear() {
    waiting.clear();
  }
}
