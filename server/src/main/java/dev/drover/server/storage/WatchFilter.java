package dev.drover.server.storage;

import java.util.Optional;
import java.util.function.Predicate;

/// Turns changes into the events of a watch with a selector: an object that begins to match is
/// added, one that no longer matches is deleted.
///
/// | before | after | event |
/// |---|---|---|
/// | no match, or nothing | match | `ADDED` |
/// | match | match | `MODIFIED` |
/// | match | no match, or nothing | `DELETED`: the state before, with the new revision |
/// | no match, or nothing | no match, or nothing | none |
///
/// @param matches says whether a version of an object is seen
public record WatchFilter(Predicate<StoredObject> matches) {
  /// Lets everything through.
  public static final WatchFilter ALL = new WatchFilter(object -> true);

  /// What the client sees.
  ///
  /// @param object the state that goes with it
  public record Event(Type type, StoredObject object) {}

  /// The words of the wire.
  public enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }

  /// What a change means to the client, if anything.
  public Optional<Event> apply(Change change) {
    StoredObject old = change.before();
    boolean before = old != null && matches.test(old);
    boolean after = change.type() != Change.Type.DELETED && matches.test(change.object());
    if (after) {
      return Optional.of(new Event(before ? Type.MODIFIED : Type.ADDED, change.object()));
    }
    if (!before || old == null) {
      return Optional.empty();
    }
    StoredObject last =
        change.type() == Change.Type.DELETED ? change.object() : old.at(change.revision());
    return Optional.of(new Event(Type.DELETED, last));
  }
}
