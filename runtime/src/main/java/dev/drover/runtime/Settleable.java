package dev.drover.runtime;

import java.time.Duration;
import java.util.Collection;

/// Runs controllers, and lets a test wait until they are idle: a [Manager] or a
/// [SharedControllerFactory].
///
/// Idle means: every cache has what the server has, no request waits for a worker, none is with a
/// worker, and no retry after a failure is due within [#RETRY_HORIZON]. Requests delayed by
/// [Result#after] or a timer, and retries due later, do not count. Where the time of the
/// controllers is moved by hand, no delayed request counts.
///
/// ```java
/// Settleable.settleAll(List.of(shop, warehouse), Duration.ofSeconds(30));
/// ```
///
/// No other types will implement it than those permitted here, except in a new release.
public sealed interface Settleable permits Manager, SharedControllerFactory {
  /// A retry that is due within this time is waited for. With the usual back-off, that is the first
  /// eight retries of a request.
  Duration RETRY_HORIZON = Duration.ofSeconds(1);

  /// Waits until there is nothing to do. Meant for tests. A process that writes all the time keeps
  /// it waiting.
  ///
  /// @throws IllegalStateException when this does not happen within the limit; the message names
  ///   the caches that lag and the requests that wait or run
  void settle(Duration limit) throws InterruptedException;

  /// Waits until there is nothing to do for any of these, which may react to each other: goes on
  /// until a whole round over all of them saw no activity.
  ///
  /// @throws IllegalStateException when this does not happen within the limit
  static void settleAll(Collection<? extends Settleable> parts, Duration limit)
      throws InterruptedException {
    Settling.await(
        parts.stream()
            .map(
                part ->
                    switch (part) {
                      case Manager manager -> manager.settling();
                      case SharedControllerFactory factory -> factory.settling();
                    })
            .toList(),
        limit);
  }
}
