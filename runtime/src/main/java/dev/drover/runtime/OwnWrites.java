package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What this program wrote and its cache has not seen yet, of one kind.
///
/// The server counts one version over all objects, so a cache that is at the version of a write, or
/// behind it, has seen that write and everything before it; the write is forgotten then, and the
/// cache has the word again. Until then reads get what was written. So nobody waits, and nobody
/// reads anything older than what they wrote.
///
/// Any number of threads.
///
/// @param <T> the type of the objects
final class OwnWrites<T extends KubernetesObject> {
  private final ConcurrentHashMap<ObjectKey, Write<T>> writes = new ConcurrentHashMap<>();

  /// Something that was written.
  ///
  /// @param version the object's version after it; empty for a deletion that left nothing behind,
  ///   as the server does not tell its version
  /// @param object as the server answered; null when it is gone
  /// @param uid which of several objects of one name it was
  private record Write<T>(String version, @Nullable T object, String uid) {}

  /// The object is so now.
  void wrote(T object) {
    writes.merge(
        object.key(),
        new Write<>(object.metadata().resourceVersion(), object, object.metadata().uid()),
        (old, now) -> old.object() != null && isNewer(old.version(), now.version()) ? old : now);
  }

  /// The object is gone.
  void deleted(ObjectKey key, String uid) {
    writes.put(key, new Write<>("", null, uid));
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /// What a read of this key shall give.
  ///
  /// @param cached what the cache has
  /// @param cacheVersion the version that the cache is at, taken before `cached`
  Optional<T> seen(ObjectKey key, Optional<T> cached, String cacheVersion) {
    Write<T> write = unseen(key, cached, cacheVersion);
    return write == null ? cached : Optional.ofNullable(write.object());
  }

  /// Puts what was written in place of what the cache has, or beside it.
  ///
  /// @param found the result of a query of the cache, by key; is changed
  /// @param cache everything that the cache has
  void overlay(
      Map<ObjectKey, T> found, Function<ObjectKey, Optional<T>> cache, String cacheVersion) {
    for (ObjectKey key : writes.keySet()) {
      Write<T> write = unseen(key, cache.apply(key), cacheVersion);
      if (write != null) {
        if (write.object() == null) {
          found.remove(key);
        } else {
          found.put(key, write.object());
        }
      }
    }
  }

  /// What was written, as long as the cache has not seen it; null afterwards.
  private @Nullable Write<T> unseen(ObjectKey key, Optional<T> cached, String cacheVersion) {
    Write<T> write = writes.get(key);
    if (write != null && isSeen(write, cached, cacheVersion)) {
      writes.remove(key, write);
      return null;
    }
    return write;
  }

  private static <T extends KubernetesObject> boolean isSeen(
      Write<T> write, Optional<T> cached, String cacheVersion) {
    if (write.object() == null) {
      return cached.isEmpty() || !cached.get().metadata().uid().equals(write.uid());
    }
    return !isNewer(write.version(), cacheVersion)
        || cached.filter(c -> !isNewer(write.version(), versionOf(c))).isPresent();
  }

  /// A version that is not known, as before the first list, is older than all.
  private static boolean isNewer(String one, String other) {
    return !ResourceVersion.isWellFormed(other) || ResourceVersion.compare(one, other) > 0;
  }

  private static String versionOf(KubernetesObject object) {
    return object.metadata().resourceVersion();
  }
}
