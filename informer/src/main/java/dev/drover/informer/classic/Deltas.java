package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import java.util.Iterator;
import java.util.List;

/// The changes of an object since it was last handed out, oldest first; at least one.
///
/// In Go: {@index cache.Deltas}.
///
/// @param key which object
/// @param all the changes
/// @param <T> the type of the object
public record Deltas<T>(ObjectKey key, List<Delta.OfObject<T>> all)
    implements Iterable<Delta.OfObject<T>> {
  /// Copies the list.
  public Deltas {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("nothing happened to " + key);
    }
  }

  /// The first change.
  public Delta.OfObject<T> oldest() {
    return all.getFirst();
  }

  /// The last change.
  public Delta.OfObject<T> newest() {
    return all.getLast();
  }

  @Override
  public Iterator<Delta.OfObject<T>> iterator() {
    return all.iterator();
  }
}
