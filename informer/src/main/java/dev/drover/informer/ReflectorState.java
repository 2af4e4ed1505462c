package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.client.WatchStream;
import java.time.Duration;

/// The next step of a [Reflector].
///
/// ```
///            ┌──────────────── relist, after a pause ────────────────┐
///            ▼                                                       │
///   Streaming or Listing ──▶ Opening ──▶ Watching ── failed ──▶ Pausing ──▶ Opening
///        │       ▲              ▲            │
///        │       └ no stream    └── ended ───┘
///        └─ its stream is the watch ──▶ Watching
///
///   anything but Ended ── the server does not have the collection ──▶ Missing ── it has ──▶ Streaming or Listing
/// ```
///
/// Interruption leads from anywhere to Ended.
sealed interface ReflectorState<T extends KubernetesObject> {
  /// Read a list.
  record Listing<T extends KubernetesObject>() implements ReflectorState<T> {}

  /// Read a list as the first events of a watch.
  ///
  /// @param attempt how often that was tried in this round
  record Streaming<T extends KubernetesObject>(int attempt) implements ReflectorState<T> {}

  /// Watch from the last version on.
  ///
  /// @param again whether there was a watch before this one since the list
  record Opening<T extends KubernetesObject>(boolean again) implements ReflectorState<T> {}

  /// Follow a watch.
  ///
  /// @param opened when it was asked for, in nanoseconds
  /// @param ordered whether its first events are in the order of their versions
  record Watching<T extends KubernetesObject>(WatchStream<T> stream, long opened, boolean ordered)
      implements ReflectorState<T> {}

  /// Wait for the back-off, and no shorter than the server asked for.
  ///
  /// @param outage whether the server is down
  record Pausing<T extends KubernetesObject>(
      Duration atLeast, Outage outage, ReflectorState<T> next) implements ReflectorState<T> {}

  /// The server does not have the collection: no requests until it has.
  ///
  /// @param version as of which there is nothing
  record Missing<T extends KubernetesObject>(String version) implements ReflectorState<T> {}

  /// Nothing more.
  record Ended<T extends KubernetesObject>() implements ReflectorState<T> {}
}
