package dev.drover.server.storage;

import java.io.IOException;
import java.util.List;

/// Makes the writes of a store durable before they become visible.
///
/// One thread of the store calls all methods.
public interface Journal {
  /// Appends writes in the order of their revisions, and returns when they are as durable as the
  /// journal promises.
  void append(List<Change> writes) throws IOException;

  /// Called after writes became visible, with the revision that the store has now.
  ///
  /// @param objects everything that is stored at this revision; it never changes, so that another
  ///   thread may read it later
  void published(long revision, Iterable<StoredObject> objects) throws IOException;

  /// Forces to the disk what [#append] left to be forced later.
  void force() throws IOException;

  /// Whether there is something left to [#force].
  boolean isUnforced();
}
