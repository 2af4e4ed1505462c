package dev.drover.runtime;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Collection;

/// Runs controllers, and lets a test wait until they are idle: a [Manager] or a
/// [dev.drover.runtime.lasso.SharedControllerFactory].
///
/// Idle means: every cache has what the server has, and its handlers were called; no request waits
/// for a worker, none is with a worker, and no retry after a failure, be it of a reconcile or of a
/// mapper, is due within [#RETRY_HORIZON]; no event waits to be written for the first time.
/// Requests delayed by [Result#after] or a timer, and retries due later, do not count. Where the
/// time of the controllers is moved by hand, no delayed request counts.
///
/// An object that another program created and deleted again, before a watch brought it, is in no
/// list: its events may reach the cache after the wait. Those of the manager's own client, and of
/// the client of a `TestCluster`, are waited for.
///
/// ```java
/// Settleable.settleAll(List.of(shop, warehouse), Duration.ofSeconds(30));
/// ```
///
/// A part of a program that is no manager may implement it, to be settled together with managers.
public interface Settleable {
  /// A retry that is due within this time is waited for. With the usual back-off, that is the first
  /// eight retries of a request.
  Duration RETRY_HORIZON = Duration.ofSeconds(1);

  /// Waits until there is nothing to do. Meant for tests. A process that writes all the time keeps
  /// it waiting.
  ///
  /// @throws IllegalStateException when this does not happen within the limit; the message names
  ///   the caches that lag and the requests that wait or run
  void settle(Duration limit) throws InterruptedException;

  /// A number that grows with every request that is added and with every run that ends. A part that
  /// has the same number before and after [#settle] was idle all the time.
  long activity();

  /// Waits until there is nothing to do for any of these, which may react to each other: goes on
  /// until a whole round over all of them saw no activity.
  ///
  /// @throws IllegalStateException when this does not happen within the limit
  static void settleAll(Collection<? extends Settleable> parts, Duration limit)
      throws InterruptedException {
    TimeSource time = TimeSource.system();
    long end = time.nanoTime() + limit.toNanos();
    long before;
    do {
      before = activity(parts);
      for (Settleable part : parts) {
        settle(part, Duration.ofNanos(Math.max(1, end - time.nanoTime())), limit);
      }
    } while (parts.size() > 1 && activity(parts) != before);
  }

  private static void settle(Settleable part, Duration left, Duration limit)
      throws InterruptedException {
    try {
      part.settle(left);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "did not come to rest within %d ms: %s".formatted(limit.toMillis(), e.getMessage()), e);
    }
  }

  private static long activity(Collection<? extends Settleable> parts) {
    return parts.stream().mapToLong(Settleable::activity).sum();
  }
}
