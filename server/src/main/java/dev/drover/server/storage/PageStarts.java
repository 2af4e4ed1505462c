package dev.drover.server.storage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentSkipListMap;

/// Remembers when the first page of a list was taken from a revision, so that its continue tokens
/// expire: the least time after which kube-apiserver has compacted the revision. Safe for any
/// number of threads.
///
/// What a token says is fixed by kube-apiserver, and the time is not in it. A revision that is
/// unknown here does not expire by time.
final class PageStarts {
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final int MOST = 10_000; // revisions

  private final InstantSource clock;
  private final ConcurrentSkipListMap<Long, Instant> starts = new ConcurrentSkipListMap<>();

  PageStarts(InstantSource clock) {
    this.clock = clock;
  }

  /// A first page that is followed by others was taken.
  void started(long revision) {
    starts.put(revision, clock.instant());
    while (starts.size() > MOST) {
      starts.pollFirstEntry();
    }
  }

  /// Whether the tokens of a revision are too old.
  boolean isExpired(long revision) {
    Instant start = starts.get(revision);
    return start != null && start.plus(LIFE).isBefore(clock.instant());
  }
}
