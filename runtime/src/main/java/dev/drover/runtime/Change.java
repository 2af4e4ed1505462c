package dev.drover.runtime;

import dev.drover.informer.Deletion;
import java.util.List;

/// An event of an object, before a controller maps it to requests.
///
/// ```java
/// EventFilter<Pod> finished = change -> switch (change) {
///   case Change.Updated<Pod>(var before, var now) -> isFinished(now) && !isFinished(before);
///   case Change.Added<Pod> _, Change.Deleted<Pod> _, Change.Signalled<Pod> _ -> true;
/// };
/// ```
///
/// Will not grow: a `switch` needs no `default` branch.
///
/// In Go: {@index event.CreateEvent}, {@index event.UpdateEvent}, {@index event.DeleteEvent},
/// {@index event.GenericEvent}.
///
/// @param <T> the type of the object
public sealed interface Change<T> {
  /// The states of the object that the change knows: before and after, or the only one.
  List<T> states();

  /// It is there.
  ///
  /// @param isInInitialList whether it was there before this program looked
  record Added<T>(T object, boolean isInInitialList) implements Change<T> {
    @Override
    public List<T> states() {
      return List.of(object);
    }
  }

  /// It is not as it was, or it is looked at again: then both are the same.
  record Updated<T>(T before, T now) implements Change<T> {
    @Override
    public List<T> states() {
      return before.equals(now) ? List.of(now) : List.of(before, now);
    }
  }

  /// It is gone.
  record Deleted<T>(Deletion<T> deletion) implements Change<T> {
    @Override
    public List<T> states() {
      return deletion.lastKnown().stream().toList();
    }
  }

  /// User code asked for a reconcile of the object.
  record Signalled<T>(T object) implements Change<T> {
    @Override
    public List<T> states() {
      return List.of(object);
    }
  }
}
