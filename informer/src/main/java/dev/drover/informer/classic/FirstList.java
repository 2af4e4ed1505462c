package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Tracks whether the first list of a queue has been processed. For one thread at a time.
final class FirstList {
  private final Set<ObjectKey> left = new HashSet<>();
  private boolean begun;

  /// A list came; only the first counts, and only when nothing came before it.
  void listed(Collection<ObjectKey> keys) {
    if (!begun) {
      left.addAll(keys);
    }
    begun = true;
  }

  /// Something else than a list came.
  void changed() {
    begun = true;
  }

  boolean contains(ObjectKey key) {
    return left.contains(key);
  }

  void done(ObjectKey key) {
    left.remove(key);
  }

  /// The others are never going to be done.
  void retain(Predicate<ObjectKey> possible) {
    left.removeIf(possible.negate());
  }

  boolean isDone() {
    return begun && left.isEmpty();
  }
}
