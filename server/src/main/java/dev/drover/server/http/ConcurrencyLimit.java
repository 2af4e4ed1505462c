package dev.drover.server.http;

import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Limits the requests in flight, reads and writes apart. Watches and other long-running requests
/// are not counted, and members of `system:masters` are exempt.
///
/// In Go: `filters.WithMaxInFlightLimit`.
final class ConcurrencyLimit {
  private static final Set<String> READS = Set.of("get", "list", "watch");

  private final Semaphore reads;
  private final Semaphore writes;

  ConcurrencyLimit(int reads, int writes) {
    this.reads = new Semaphore(reads);
    this.writes = new Semaphore(writes);
  }

  /// A request that may run. Closing it lets the next one in.
  @FunctionalInterface
  interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  /// Admits a request.
  ///
  /// @return null if too many are in flight
  @Nullable Permit tryAcquire(RequestInfo request, UserInfo user) {
    if (request.isLongRunning() || user.groups().contains("system:masters")) {
      return () -> {};
    }
    Semaphore permits = READS.contains(request.verb()) ? reads : writes;
    return permits.tryAcquire() ? permits::release : null;
  }
}
