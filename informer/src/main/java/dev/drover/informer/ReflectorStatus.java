package dev.drover.informer;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// How a [Reflector] is doing, as of one moment.
///
/// @param name of the reflector
/// @param phase what it is doing
/// @param lists how many whole lists have reached the store, streamed ones included
/// @param watches how many watches were opened
/// @param watchRestarts how many of these went on where the one before had ended
/// @param events how many changes and bookmarks came, the objects of a streamed list included
/// @param broken how many objects could not be read, transformed or stored
/// @param errors how many failures there were, broken objects included
/// @param items how many objects the current or last list has brought so far
/// @param remaining about how many more will come, where the server said so
/// @param lastSyncResourceVersion the last version seen; empty before the first list
/// @param lastEvent when the last change or bookmark came
/// @param lastError the last failure
public record ReflectorStatus(
    String name,
    Phase phase,
    long lists,
    long watches,
    long watchRestarts,
    long events,
    long broken,
    long errors,
    long items,
    OptionalLong remaining,
    String lastSyncResourceVersion,
    Optional<Instant> lastEvent,
    Optional<Failure> lastError) {

  /// What a reflector is doing.
  public enum Phase {
    /// Not started.
    NEW,
    /// Reads a list.
    LISTING,
    /// Reads a list as events of a watch.
    STREAMING,
    /// Opens a watch.
    OPENING,
    /// Follows a watch.
    WATCHING,
    /// Waits before it tries again.
    PAUSING,
    /// Waits until the server has the collection.
    MISSING,
    /// Has ended.
    ENDED
  }

  /// Something that went wrong.
  ///
  /// @param error what
  /// @param at when
  public record Failure(RuntimeException error, Instant at) {}

  /// How many lists came after the first.
  public long relists() {
    return Math.max(0, lists - 1);
  }
}
