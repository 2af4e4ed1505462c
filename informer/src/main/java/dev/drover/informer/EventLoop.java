package dev.drover.informer;

import dev.drover.api.DecodeException;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.WatchEvent;
import dev.drover.client.ApiException;
import dev.drover.client.WatchStream;
import dev.drover.informer.store.SnapshotEdit;
import dev.drover.informer.store.Versions;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Brings the events of one watch into the sink. One thread.
final class EventLoop<T extends KubernetesObject> {
  private final ObjectSink<T> sink;
  private final ObjectPreparer<T> intake;
  private final ReflectorCounters tally;
  private final Runnable onDoubt;
  private final boolean hasVersions; // else the list had none, and those of events mean nothing
  private boolean ordered;
  private boolean news;
  private boolean inDoubt;

  /// @param ordered whether the first events are in the order of their versions; else all are up to
  ///   the first that adds nothing
  /// @param onDoubt called for each event that does not reach the store
  EventLoop(
      ObjectSink<T> sink,
      ObjectPreparer<T> intake,
      ReflectorCounters tally,
      boolean ordered,
      Runnable onDoubt) {
    this.sink = sink;
    this.intake = intake;
    this.tally = tally;
    this.ordered = ordered;
    this.onDoubt = onDoubt;
    this.hasVersions = !tally.version().isEmpty();
  }

  /// Follows the watch to its end.
  ///
  /// @throws ApiException when the server reports a failure
  /// @throws ReflectorException when an event is older than the one before it
  void follow(WatchStream<T> stream) {
    try {
      for (List<WatchEvent<T>> batch = next(stream); !batch.isEmpty(); batch = next(stream)) {
        batch.forEach(this::take);
        sink.flush();
      }
    } finally {
      sink.flush();
    }
  }

  /// The next events; empty at the end of the watch.
  private List<WatchEvent<T>> next(WatchStream<T> stream) {
    while (true) {
      try {
        return stream.nextBatch();
      } catch (DecodeException e) {
        intake.unreadable(e);
        doubt();
      }
    }
  }

  private void take(WatchEvent<T> event) {
    switch (event) {
      case WatchEvent.Added<T>(var object) -> change(object, ObjectSink::add);
      case WatchEvent.Modified<T>(var object) -> {
        ordered = hasVersions;
        change(object, ObjectSink::update);
      }
      case WatchEvent.Deleted<T>(var object) -> {
        ordered = hasVersions;
        delete(object);
      }
      case WatchEvent.Bookmark<T>(var version, _) -> {
        ordered = hasVersions;
        news |= !version.isEmpty() && !version.equals(tally.version());
        seen("a bookmark", version);
        bookmark(version);
      }
      case WatchEvent.Failed<T>(var status) -> throw ApiException.of("watch", status);
    }
  }

  private void bookmark(String version) {
    if (!version.isEmpty()) {
      sink.bookmark(version);
    }
  }

  /// Some servers send the last version that the object had, and not that of its deletion. Events
  /// of other objects may have come since, so an old version says nothing: the object is gone.
  private void delete(T object) {
    String version = object.metadata().resourceVersion();
    boolean isOld = ordered && Versions.isOlder(version, tally.version());
    if (isOld) {
      tally.event();
      news = true;
    } else {
      seen(object);
    }
    write(object, intake.readyToGo(object), ObjectSink::delete);
    if (isOld) {
      bookmark(tally.version()); // the store must not be left at the version of the deleted object
    }
  }

  private void change(T object, BiConsumer<ObjectSink<T>, T> how) {
    seen(object);
    write(object, intake.ready(object), how);
  }

  private void seen(T object) {
    ObjectMeta metadata = object.metadata();
    seen("an object", metadata.resourceVersion());
    news = true;
  }

  /// Takes note of a version, which is older than none before it. A version that is missing is
  /// nothing to go on from.
  private void seen(String what, String version) {
    tally.event();
    if (!ordered || version.isEmpty()) {
      return;
    }
    String last = tally.version();
    if (Versions.isOlder(version, last)) {
      throw new ReflectorException.WentBack(what, last, version);
    }
    tally.version(version);
  }

  private void write(T object, Optional<T> ready, BiConsumer<ObjectSink<T>, T> how) {
    if (ready.isEmpty()) {
      notStored(object);
      return;
    }
    try {
      tally.stored(ready.get().key());
      how.accept(sink, ready.get());
      if (ordered && SnapshotEdit.versionOf(ready.get()) == null) { // the transform has dropped it
        bookmark(object.metadata().resourceVersion());
      }
    } catch (Throwable e) { // whatever it is, the next object may fare better
      intake.refused(object, e);
      notStored(object);
    }
  }

  private void notStored(T object) {
    intake.present(object).ifPresent(old -> tally.kept(old.key()));
    doubt();
  }

  private void doubt() {
    inDoubt = true;
    onDoubt.run();
  }

  /// Whether anything came that was not known.
  boolean hasNews() {
    return news;
  }

  /// Whether something came that did not reach the store.
  boolean isInDoubt() {
    return inDoubt;
  }
}
