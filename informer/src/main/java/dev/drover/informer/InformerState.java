package dev.drover.informer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How an informer is doing, as of about one moment.
///
/// @param name of the informer
/// @param phase whether it was started, and has stopped
/// @param synced whether a whole list has reached the store, of every source
/// @param objects how many the store has
/// @param approximateBytes how much they would take as JSON, from a sample of them
/// @param resourceVersion the version that the store is at; empty before the first list
/// @param lag how long the copy may have been behind the server; zero while it follows every source
/// @param lastEvent when the last change or bookmark came
/// @param lists how many whole lists reached the store
/// @param relists how many of them were not the first of their source
/// @param watchRestarts how many watches went on where the one before had ended
/// @param errors how many failures there were
/// @param lastError the last of them
/// @param sources the lists and watches it lives from: one for each namespace, or one for all
/// @param handlers those who are told of changes
public record InformerState(
    String name,
    Phase phase,
    boolean synced,
    int objects,
    long approximateBytes,
    String resourceVersion,
    Duration lag,
    Optional<Instant> lastEvent,
    long lists,
    long relists,
    long watchRestarts,
    long errors,
    Optional<Throwable> lastError,
    List<Source> sources,
    List<Handler> handlers) {

  /// Copies the lists.
  public InformerState {
    sources = List.copyOf(sources);
    handlers = List.copyOf(handlers);
  }

  /// Where an informer is in its life.
  public enum Phase {
    /// Not started: no list, no watch.
    NEW,
    /// Follows the server.
    STARTED,
    /// Has stopped for good.
    STOPPED
  }

  /// How far the lists are that are being read: how many objects they have brought.
  public long progress() {
    return sources.stream().mapToLong(source -> source.reflector().items()).sum();
  }

  /// About how many objects will follow, where the server said so for every source.
  public OptionalLong remaining() {
    return sources.stream().allMatch(source -> source.reflector().remaining().isPresent())
        ? OptionalLong.of(
            sources.stream().mapToLong(s -> s.reflector().remaining().orElse(0)).sum())
        : OptionalLong.empty();
  }

  /// A list and a watch.
  ///
  /// @param namespace of its objects; empty = all
  /// @param synced whether a whole list has reached the store
  /// @param resourceVersion up to which its changes have reached the store
  /// @param reflector what it has done
  public record Source(
      String namespace, boolean synced, String resourceVersion, ReflectorStatus reflector) {}

  /// Who is told of changes.
  ///
  /// @param name of the handler
  /// @param synced whether it was told of everything that was there when it began
  /// @param backlog how many changes wait for it
  /// @param coalesced how many it was never told of, because they were superseded while they waited
  /// @param failures how often it threw
  /// @param lastFailure what it threw last
  /// @param resyncPeriod how often it looks at everything again; zero = never
  public record Handler(
      String name,
      boolean synced,
      int backlog,
      long coalesced,
      long failures,
      Optional<Throwable> lastFailure,
      Duration resyncPeriod) {}
}
