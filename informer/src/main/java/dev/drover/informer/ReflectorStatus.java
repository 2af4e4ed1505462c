package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The state and the counters of a [Reflector], as of one moment.
///
/// ```java
/// ReflectorStatus status = reflector.status();
/// LOG.info("{}: {}, {} events", status.name(), status.phase(), status.events());
/// status.lastError().ifPresent(failure -> LOG.warn("{}", failure));
/// ```
public final class ReflectorStatus {
  private final String name;
  private final Phase phase;
  private final long lists;
  private final long watches;
  private final long watchRestarts;
  private final long events;
  private final long broken;
  private final List<ObjectKey> stale;
  private final long errors;
  private final long items;
  private final OptionalLong remaining;
  private final String lastSyncResourceVersion;
  private final Optional<Instant> lastEvent;
  private final Optional<Failure> lastError;
  private final Optional<Relist> lastRelist;

  ReflectorStatus(
      String name,
      Phase phase,
      long lists,
      long watches,
      long watchRestarts,
      long events,
      long broken,
      List<ObjectKey> stale,
      long errors,
      long items,
      OptionalLong remaining,
      String lastSyncResourceVersion,
      Optional<Instant> lastEvent,
      Optional<Failure> lastError,
      Optional<Relist> lastRelist) {
    this.name = name;
    this.phase = phase;
    this.lists = lists;
    this.watches = watches;
    this.watchRestarts = watchRestarts;
    this.events = events;
    this.broken = broken;
    this.stale = stale;
    this.errors = errors;
    this.items = items;
    this.remaining = remaining;
    this.lastSyncResourceVersion = lastSyncResourceVersion;
    this.lastEvent = lastEvent;
    this.lastError = lastError;
    this.lastRelist = lastRelist;
  }

  /// The name of the reflector.
  public String name() {
    return name;
  }

  /// What it is doing.
  public Phase phase() {
    return phase;
  }

  /// How many whole lists have reached the store, streamed ones included.
  public long lists() {
    return lists;
  }

  /// How many watches were opened.
  public long watches() {
    return watches;
  }

  /// How many of these went on where the one before had ended.
  public long watchRestarts() {
    return watchRestarts;
  }

  /// How many changes and bookmarks came, the objects of a streamed list included.
  public long events() {
    return events;
  }

  /// How many objects could not be read, transformed or stored.
  public long broken() {
    return broken;
  }

  /// The objects whose stored state is known to be older than the server's: a newer one could not
  /// be read, transformed or stored, so the older one stays until a good one comes.
  public List<ObjectKey> stale() {
    return stale;
  }

  /// How many failures there were, broken objects included.
  public long errors() {
    return errors;
  }

  /// How many objects the current or last list has brought so far.
  public long items() {
    return items;
  }

  /// About how many more will come, where the server said so.
  public OptionalLong remaining() {
    return remaining;
  }

  /// The last version seen; empty before the first list.
  public String lastSyncResourceVersion() {
    return lastSyncResourceVersion;
  }

  /// When the last change or bookmark came.
  public Optional<Instant> lastEvent() {
    return lastEvent;
  }

  /// The last failure.
  public Optional<Failure> lastError() {
    return lastError;
  }

  /// Why the list was read again the last time, or is about to be; empty as long as the watches of
  /// the first list go on.
  public Optional<Relist> lastRelist() {
    return lastRelist;
  }

  @Override
  public String toString() {
    return "ReflectorStatus[name=%s, phase=%s, lists=%s, watches=%s, watchRestarts=%s, events=%s, broken=%s, stale=%s, errors=%s, items=%s, remaining=%s, lastSyncResourceVersion=%s, lastEvent=%s, lastError=%s, lastRelist=%s]"
        .formatted(
            name,
            phase,
            lists,
            watches,
            watchRestarts,
            events,
            broken,
            stale,
            errors,
            items,
            remaining,
            lastSyncResourceVersion,
            lastEvent,
            lastError,
            lastRelist);
  }

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

  /// A reason to read a list again.
  ///
  /// @param reason for people
  /// @param at when the new round began
  public record Relist(String reason, Instant at) {}

  /// How many lists came after the first.
  public long relists() {
    return Math.max(0, lists - 1);
  }
}
