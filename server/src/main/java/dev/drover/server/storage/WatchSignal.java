package dev.drover.server.storage;

import dev.drover.api.Status;

/// An item of a watch: a change, or the progress of the revision.
public sealed interface WatchSignal {
  /// Something happened to an object that the watch follows; or, at the beginning, the object is
  /// there already. A [WatchFilter] says what it means to a client with selectors.
  record Changed(Change change) implements WatchSignal {}

  /// Everything up to a revision was delivered.
  ///
  /// @param endsInitialEvents whether this closes the initial events that were asked for: the
  ///   client sees it by the annotation `k8s.io/initial-events-end`
  record Bookmark(long revision, boolean endsInitialEvents) implements WatchSignal {}

  /// The watch cannot be; nothing follows.
  record Failed(Status status) implements WatchSignal {}
}
