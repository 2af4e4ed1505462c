package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.text.Troubleshooting;

/// A kind was read from the cache before the manager started: nothing is known about it yet.
///
/// In Go: {@index cache.ErrCacheNotStarted}.
public final class CacheNotStartedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /// @param kind that was read
  public CacheNotStartedException(Kind<?> kind) {
    super(
        Troubleshooting.READ.in(
            ("the cache of %1$s was not started. Call manager.start() or manager.run() before the"
                    + " first read, or read within a reconciler. To read from the server instead:"
                    + " client().live().resources(%2$s.class)")
                .formatted(kind.plural(), kind.type().getSimpleName())));
  }
}
