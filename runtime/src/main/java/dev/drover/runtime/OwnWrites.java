package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What this program wrote and its cache has not seen yet, of one kind.
///
/// The server counts one version over all objects, so a cache that is at the version of a write, or
/// behind it, has seen that write and everything before it; the write is forgotten then, and the
/// cache has the word again. Until then reads get what was written. So nobody waits, and nobody
/// reads anything older than what they wrote.
///
/// What was seen is forgotten when it is read, and all of it whenever as much has come again as was
/// left the last time: who writes and never reads does not fill the memory.
///
/// Any number of threads.
///
/// @param <T> the type of the objects
final class OwnWrites<T extends KubernetesObject> {
  private static final int FEW = 256; // not worth a look

  private final Function<ObjectKey, Optional<T>> cache;
  private final Supplier<String> cacheVersion;
  private final ConcurrentHashMap<ObjectKey, Write<T>> writes = new ConcurrentHashMap<>();
  private volatile int enough = FEW; // a race costs one more look

  /// @param cache what the cache has
  /// @param cacheVersion the version that the cache is at
  OwnWrites(Function<ObjectKey, Optional<T>> cache, Supplier<String> cacheVersion) {
    this.cache = cache;
    this.cacheVersion = cacheVersion;
  }

  /// Something that was written.
  ///
  /// @param version the object's version after it; empty for a deletion that left nothing behind,
  ///   as the server does not tell its version
  /// @param object as the server answered; null when it is gone
  /// @param uid which of several objects of one name it was
  record Write<T>(String version, @Nullable T object, String uid) {}

  /// The object is so now. Nothing is remembered of one without a version, as some aggregated
  /// servers have them: nobody could tell when the cache has seen it.
  void wrote(T object) {
    if (!ResourceVersion.isWellFormed(versionOf(object))) {
      return;
    }
    forgetIfMany();
    writes.merge(
        object.key(),
        new Write<>(object.metadata().resourceVersion(), object, object.metadata().uid()),
        (old, now) -> old.object() != null && isNewer(old.version(), now.version()) ? old : now);
  }

  /// The object is gone.
  void deleted(ObjectKey key, String uid) {
    forgetIfMany();
    writes.put(key, new Write<>("", null, uid));
  }

  private void forgetIfMany() {
    if (writes.size() >= enough) {
      enough = Math.max(FEW, 2 * unseen().size());
    }
  }

  /// How many are remembered.
  int size() {
    return writes.size();
  }

  /// What a read of this key shall give.
  Optional<T> find(ObjectKey key) {
    String version = cacheVersion.get(); // before the read: the object may be newer, not older
    Optional<T> cached = cache.apply(key);
    Write<T> write = unseen(key, cached, version);
    return write == null ? cached : Optional.ofNullable(write.object());
  }

  /// What the cache has not seen yet. To be taken before the cache is asked for a list: what counts
  /// as seen here is then in the answer.
  List<Unseen<T>> unseen() {
    List<Unseen<T>> pending = new ArrayList<>();
    for (ObjectKey key : writes.keySet()) {
      String version = cacheVersion.get();
      Write<T> write = unseen(key, cache.apply(key), version);
      if (write != null) {
        pending.add(new Unseen<>(key, write));
      }
    }
    return pending;
  }

  /// A write that the cache had not seen.
  record Unseen<T extends KubernetesObject>(ObjectKey key, Write<T> write) {
    /// Puts what was written in place of what the cache has, unless that is newer.
    ///
    /// @param found the answer of the cache, by key; is changed
    void overlay(Map<ObjectKey, T> found) {
      T written = write.object();
      T cached = found.get(key);
      if (written == null) {
        if (cached != null && cached.metadata().uid().equals(write.uid())) {
          found.remove(key);
        }
      } else if (cached == null || isNewer(write.version(), versionOf(cached))) {
        found.put(key, written);
      }
    }
  }

  /// What was written, as long as the cache has not seen it; null afterwards.
  private @Nullable Write<T> unseen(ObjectKey key, Optional<T> cached, String version) {
    Write<T> write = writes.get(key);
    if (write != null && isSeen(write, cached, version)) {
      writes.remove(key, write);
      return null;
    }
    return write;
  }

  private static <T extends KubernetesObject> boolean isSeen(
      Write<T> write, Optional<T> cached, String version) {
    if (write.object() == null) {
      return cached.isEmpty() || !cached.get().metadata().uid().equals(write.uid());
    }
    return !isNewer(write.version(), version)
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
