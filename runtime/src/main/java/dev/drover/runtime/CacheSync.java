package dev.drover.runtime;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.client.ApiException;
import dev.drover.client.MappingException;
import dev.drover.informer.InformerState;
import dev.drover.informer.SyncTimeoutException;
import dev.drover.runtime.cached.CachedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sync state of a manager's caches, with the reasons for those that are not in step.
///
/// @param kinds the declared kinds
record CacheSync(Collection<CachedKind<?>> kinds) {
  /// Watches are opened again within seconds, after a failure within a minute.
  private static final Duration STALE = Duration.ofMinutes(5);

  /// Waits until every declared kind is in step with the server.
  ///
  /// In Go: {@index cache.Cache.WaitForCacheSync}.
  ///
  /// @throws StartException when some are not, in time; it says which, why, and what to do
  void awaitSynced(Duration limit) throws InterruptedException {
    long begin = System.nanoTime();
    List<SyncTimeoutException> late = new ArrayList<>();
    List<String> reports = new ArrayList<>();
    for (CachedKind<?> kind : kinds) {
      Duration left = limit.minusNanos(System.nanoTime() - begin);
      try {
        kind.informer().awaitSynced(left.isPositive() ? left : Duration.ofMillis(1));
      } catch (SyncTimeoutException e) {
        late.add(e);
        reports.add(kind.watchers() + e.getMessage() + advice(kind.kind(), e.getCause()));
      }
    }
    if (!late.isEmpty()) {
      StartException failure =
          new StartException(String.join("\n  and ", reports), late.getFirst());
      late.stream().skip(1).forEach(failure::addSuppressed);
      throw failure;
    }
  }

  private static String advice(Kind<?> kind, @Nullable Throwable cause) {
    if (!(cause instanceof MappingException.NoMatch || cause instanceof ApiException.NotFound)) {
      return "";
    }
    String install =
        kind.type() == DynamicObject.class
            ? ""
            : " with manager.install(" + kind.type().getSimpleName() + ".class) or";
    return ("\n  Install the CustomResourceDefinition %s.%s%s with kubectl apply; or call"
            + " .whenInstalled() on the controller that can do without it")
        .formatted(kind.plural(), kind.gvk().group(), install);
  }

  /// Whether every declared kind is in step with the server.
  ///
  /// @throws IllegalStateException when one is not; it says which, and why
  void checkFresh() {
    for (CachedKind<?> kind : kinds) {
      InformerState state = kind.informer().state();
      if (!state.synced() || state.lag().compareTo(STALE) > 0) {
        throw new IllegalStateException(
            state.name()
                + (state.synced()
                    ? " lags by " + state.lag().toSeconds() + " s"
                    : " has not synced")
                + state.lastError().map(e -> ": " + e.getMessage()).orElse(""));
      }
    }
  }
}
