package dev.drover.informer;

import dev.drover.api.DecodeException;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.WatchEvent;
import dev.drover.client.ApiException;
import dev.drover.client.TimeSource;
import dev.drover.client.WatchStream;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a list that comes as the first events of a watch. They may come in any order; an annotated
/// bookmark ends them. Both the time between two events and the time of the whole list are bounded.
/// One thread.
final class InitialEvents<T extends KubernetesObject> {
  private final ObjectPreparer<T> intake;
  private final ReflectorCounters tally;
  private final TimeSource time;
  private final Duration bookmarkWait;
  private final Duration limit;
  private final boolean replaces;
  private final Map<ObjectKey, T> objects = new LinkedHashMap<>();
  private int events;

  /// @param replaces whether there was a list before this one
  InitialEvents(
      ObjectPreparer<T> intake,
      ReflectorCounters tally,
      ReflectorOptions<T> options,
      boolean replaces) {
    this.intake = intake;
    this.tally = tally;
    this.time = options.time();
    this.bookmarkWait = options.bookmarkWait();
    this.limit = options.streamLimit();
    this.replaces = replaces;
  }

  /// Reads the list.
  ///
  /// @return its version
  /// @throws ReflectorException when it has no end
  String readFrom(WatchStream<T> stream) {
    long begun = time.nanoTime();
    TimeSource.Alarm late = time.after(limit, stream::close);
    try (var quiet = new IdleWatchdog(time, bookmarkWait, stream::close)) {
      while (hasNext(stream)) {
        quiet.heard();
        events++;
        tally.event();
        WatchEvent<T> event = stream.next();
        if (event instanceof WatchEvent.Bookmark<T>(var version, boolean end)) {
          if (end) {
            return version;
          }
        } else {
          take(event);
        }
      }
      throw ended(stream, quiet, begun);
    } finally {
      late.cancel();
    }
  }

  private ReflectorException ended(WatchStream<T> stream, IdleWatchdog quiet, long begun) {
    if (quiet.rang()) {
      return ReflectorException.UnfinishedStream.stalled(events, bookmarkWait);
    }
    if (time.nanoTime() - begun >= limit.toNanos()) {
      return ReflectorException.UnfinishedStream.late(events, limit);
    }
    @Nullable RuntimeException cause = stream.failure().orElse(null);
    return events == 0 && time.nanoTime() - begun < Duration.ofSeconds(1).toNanos()
        ? new ReflectorException.VeryShortWatch(cause)
        : ReflectorException.UnfinishedStream.cut(events, cause);
  }

  private boolean hasNext(WatchStream<T> stream) {
    while (true) {
      try {
        return stream.hasNext();
      } catch (DecodeException e) {
        if (replaces) {
          // Which known state to keep is not known. A plain list has the names.
          throw e;
        }
        intake.unreadable(e);
      }
    }
  }

  private void take(WatchEvent<T> event) {
    switch (event) {
      case WatchEvent.Added<T>(var object) -> put(object);
      case WatchEvent.Modified<T>(var object) -> put(object);
      case WatchEvent.Deleted<T>(var object) ->
          intake.readyToGo(object).ifPresent(gone -> objects.remove(gone.key()));
      case WatchEvent.Bookmark<T> _ -> throw new IllegalArgumentException("not a change: " + event);
      case WatchEvent.Failed<T>(var status) -> throw ApiException.of("stream a list", status);
    }
  }

  private void put(T object) {
    intake
        .ready(object)
        .or(() -> kept(intake.present(object)))
        .ifPresent(
            ready -> {
              if (objects.put(ready.key(), ready) == null) {
                tally.item();
              }
            });
  }

  private Optional<T> kept(Optional<T> old) {
    old.ifPresent(object -> tally.keptInList(object.key()));
    return old;
  }

  /// What the list has.
  Collection<T> objects() {
    return objects.values();
  }
}
