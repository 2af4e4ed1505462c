package dev.drover.client;

import java.util.LinkedHashMap;
import java.util.Map;

/// The paths whose watches brought much, to be given a connection of their own when they are opened
/// again. Thread safe.
final class BusyPaths {
  /// What a stream brings until it counts as busy; some 100 KB a second of a usual watch.
  static final long MUCH = 32L << 20;

  private static final int MOST = 64;

  private final Map<String, Boolean> paths =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  /// A stream has ended that brought so many bytes.
  synchronized void ended(Transport.Request request, long bytes) {
    if (bytes >= MUCH) {
      paths.put(path(request), true);
    } else {
      paths.remove(path(request));
    }
  }

  synchronized boolean contains(Transport.Request request) {
    return paths.containsKey(path(request));
  }

  /// Without the query, which has the version that a watch goes on from.
  private static String path(Transport.Request request) {
    int end = request.target().indexOf('?');
    return end < 0 ? request.target() : request.target().substring(0, end);
  }
}
