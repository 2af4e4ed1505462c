package dev.drover.api;

import java.util.Objects;

/// One event of a watch: what happened to an object of the collection, or to the watch itself.
///
/// ```java
/// switch (event) {
///   case WatchEvent.Added(var pod) -> store.put(pod);
///   case WatchEvent.Modified(var pod) -> store.put(pod);
///   case WatchEvent.Deleted(var pod) -> store.remove(pod);
///   case WatchEvent.Bookmark(var version, _) -> resumeFrom = version;
///   case WatchEvent.Failed(var status) -> throw new WatchFailed(status);
/// }
/// ```
///
/// Will not grow: a `switch` needs no `default` branch.
///
/// In Go: {@index watch.Event}.
///
/// @param <T> the type of the objects
public sealed interface WatchEvent<T> {

  /// The event's name on the wire: `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.
  ///
  /// In Go: {@index watch.EventType}.
  String type();

  /// The object came into the collection, or was there when the watch began.
  ///
  /// In Go: {@index watch.Added}.
  ///
  /// @param <T> the type of the object
  /// @param object the object as it is now
  record Added<T>(T object) implements WatchEvent<T> {
    /// There is an object.
    public Added {
      Objects.requireNonNull(object, "object");
    }

    @Override
    public String type() {
      return "ADDED";
    }
  }

  /// The object changed.
  ///
  /// In Go: {@index watch.Modified}.
  ///
  /// @param <T> the type of the object
  /// @param object the object as it is now
  record Modified<T>(T object) implements WatchEvent<T> {
    /// There is an object.
    public Modified {
      Objects.requireNonNull(object, "object");
    }

    @Override
    public String type() {
      return "MODIFIED";
    }
  }

  /// The object left the collection: it was deleted, or no longer matches the selector of the
  /// watch.
  ///
  /// In Go: {@index watch.Deleted}.
  ///
  /// @param <T> the type of the object
  /// @param lastState the object as it was last, with the resource version of its deletion
  record Deleted<T>(T lastState) implements WatchEvent<T> {
    /// There was an object.
    public Deleted {
      Objects.requireNonNull(lastState, "lastState");
    }

    @Override
    public String type() {
      return "DELETED";
    }
  }

  /// Nothing happened up to this version: a watch that breaks may resume from here.
  ///
  /// In Go: {@index watch.Bookmark}.
  ///
  /// @param <T> the type of the objects
  /// @param resourceVersion the version up to which all events have been sent
  /// @param initialEventsEnd whether this ends the initial state of a watch that began with it; on
  ///   the wire, the annotation [#INITIAL_EVENTS_END]
  record Bookmark<T>(String resourceVersion, boolean initialEventsEnd) implements WatchEvent<T> {
    /// The annotation that tells this bookmark from others: `"true"` once the initial state is
    /// complete.
    ///
    /// In Go: {@index metav1.InitialEventsAnnotationKey}.
    public static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    /// A bookmark without a version would be worth nothing.
    public Bookmark {
      Objects.requireNonNull(resourceVersion, "resourceVersion");
    }

    @Override
    public String type() {
      return "BOOKMARK";
    }
  }

  /// The server ended the watch; after `410 Gone` the client has to list again.
  ///
  /// In Go: {@index watch.Error}.
  ///
  /// @param <T> the type of the objects
  /// @param status what the server says went wrong
  record Failed<T>(Status status) implements WatchEvent<T> {
    /// There is a reason.
    public Failed {
      Objects.requireNonNull(status, "status");
    }

    @Override
    public String type() {
      return "ERROR";
    }
  }
}
