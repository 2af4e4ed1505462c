package dev.drover.runtime.cached;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The writes of this program that its cache has not seen yet, for one kind.
///
/// The server counts one version over all objects of a kind, so a cache at or past the version of a
/// write has seen it and everything before it; the write is then forgotten, and reads get the state
/// of the cache again. Until then reads get what was written: no read waits, and none returns
/// anything older than this program wrote.
///
/// | the write                | is hidden or shown                | is seen when                       |
/// |--------------------------|-----------------------------------|------------------------------------|
/// | stored an object         | the object is shown               | the cache is at its version        |
/// | took an object out of    | nothing of an earlier version is  | the cache is at its version        |
/// | what the cache selects   | shown                             |                                    |
/// | deleted an object        | nothing of its uid or an earlier  | the cache has no object of its     |
/// |                          | version is shown                  | name, or a later one, and is at a  |
/// |                          |                                   | version that it had                |
///
/// A deletion itself has no version that the server tells. The cache may still be waiting for the
/// object's creation when the deletion is answered, so an absent object proves nothing as long as
/// the cache is older than a version that the object had, and neither does another object of the
/// name: it may be an earlier one. The uid tells an object from a later one of the same name, and
/// the version tells it from an earlier one.
///
/// Seen writes are forgotten when they are read, and all of them whenever as many have come as were
/// left the last time: a program that writes and never reads does not fill the memory.
///
/// Any number of threads.
///
/// @param <T> the type of the objects
final class OwnWrites<T extends KubernetesObject> {
  private static final int FEW = 256; // not worth a clean-up

  /// How long a deletion is remembered that no version tells the end of, or that is assumed.
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final View<T> cache;
  private final TimeSource time;
  private final ConcurrentHashMap<ObjectKey, Write<T>> writes = new ConcurrentHashMap<>();
  private volatile int enough = FEW; // a race costs one more clean-up

  /// What the cache has.
  interface View<T> {
    Optional<T> find(ObjectKey key);

    /// The version that the cache is at, as far as objects with this key are concerned; empty
    /// before the first list.
    String version(ObjectKey key);
  }

  OwnWrites(View<T> cache, TimeSource time) {
    this.cache = cache;
    this.time = time;
  }

  /// Something that was written.
  sealed interface Write<T extends KubernetesObject> {
    /// The uid of the object.
    String uid();

    /// The last version of the object that this program knows; empty if none.
    String version();

    /// What a read gets; null if nothing.
    @Nullable T shown();

    /// Whether a state of the cache is older than this write.
    boolean hides(T cached);

    /// Whether the cache has seen this write.
    ///
    /// @param reached the version of the cache, taken before `cached`
    boolean isSeen(Optional<T> cached, String reached);
  }

  /// The server stored this object.
  record Stored<T extends KubernetesObject>(String version, T object) implements Write<T> {
    @Override
    public String uid() {
      return object.metadata().uid();
    }

    @Override
    public T shown() {
      return object;
    }

    @Override
    public boolean hides(T cached) {
      return isNewer(version, versionOf(cached));
    }

    @Override
    public boolean isSeen(Optional<T> cached, String reached) {
      return !isNewer(version, reached) || cached.filter(c -> !hides(c)).isPresent();
    }
  }

  /// The server stored an object that the cache does not select any more.
  record Deselected<T extends KubernetesObject>(String version, String uid) implements Write<T> {
    @Override
    public @Nullable T shown() {
      return null;
    }

    @Override
    public boolean hides(T cached) {
      return isNewer(version, versionOf(cached));
    }

    @Override
    public boolean isSeen(Optional<T> cached, String reached) {
      return !isNewer(version, reached) || cached.filter(c -> !hides(c)).isPresent();
    }
  }

  /// The server deleted the object with this uid.
  ///
  /// @param version the last one that it is known to have had; empty if none is known
  /// @param uid of the object that was deleted last
  /// @param earlier the uids of others of the name that this program deleted before
  /// @param floor an own write of another object of the name, to which nothing older may come back;
  ///   empty if there was none
  /// @param at nanoseconds, when that was
  /// @param isAssumed whether the server said only that there is no object of the name: another
  ///   thread may have created one since
  record Deleted<T extends KubernetesObject>(
      String version, String uid, Set<String> earlier, String floor, long at, boolean isAssumed)
      implements Write<T> {
    @Override
    public @Nullable T shown() {
      return null;
    }

    @Override
    public boolean hides(T cached) {
      return cached.metadata().uid().equals(uid)
          || earlier.contains(cached.metadata().uid())
          || (!version.isEmpty() && !isNewer(versionOf(cached), version))
          || (!floor.isEmpty() && isNewer(floor, versionOf(cached)));
    }

    boolean isOf(String other) {
      return uid.equals(other) || earlier.contains(other);
    }

    /// The same when the object is known to have had this version, too.
    Deleted<T> until(String other) {
      return new Deleted<>(later(version, other), uid, earlier, floor, at, isAssumed);
    }

    /// This deletion, with what has to be kept of the write before it.
    Deleted<T> after(Write<T> before) {
      Set<String> all = new HashSet<>();
      String low = "";
      if (before instanceof Deleted<T> gone) {
        all.addAll(gone.earlier);
        all.add(gone.uid);
        low = gone.floor;
      }
      if (!before.uid().equals(uid)) {
        low = later(before.version(), low);
      }
      all.remove(uid);
      return new Deleted<>(version, uid, Set.copyOf(all), low, at, isAssumed);
    }

    /// Without a version that the object had there is no telling: another object of the name may
    /// have come before it as well as after it.
    @Override
    public boolean isSeen(Optional<T> cached, String reached) {
      return !version.isEmpty()
          && (cached.isPresent() ? !hides(cached.get()) : !isNewer(version, reached));
    }
  }

  /// The server stored this object. Ignores one without a version, as some aggregated servers have
  /// them: there is no telling when the cache has seen it.
  void stored(T object) {
    if (ResourceVersion.isWellFormed(versionOf(object))) {
      remember(object.key(), object.metadata().uid(), new Stored<>(versionOf(object), object));
    }
  }

  /// The server stored an object, and the cache does not select it any more.
  void deselected(KubernetesObject object) {
    if (ResourceVersion.isWellFormed(versionOf(object))) {
      remember(
          object.key(),
          object.metadata().uid(),
          new Deselected<>(versionOf(object), object.metadata().uid()));
    }
  }

  /// Answers may arrive in another order than the server gave them.
  private void remember(ObjectKey key, String uid, Write<T> write) {
    forgetIfMany();
    writes.merge(
        key,
        write,
        (old, now) ->
            old instanceof Deleted<T> gone && gone.isOf(uid)
                ? (gone.uid.equals(uid) ? gone.until(now.version()) : gone)
                : isNewer(now.version(), old.version()) ? now : old);
  }

  /// The server has no object of this name any more.
  ///
  /// @param uid of the one that is gone; empty = the one that is known
  /// @param version that it had at some time, the later the better; empty if none is known
  void deleted(ObjectKey key, String uid, String version) {
    forgetIfMany();
    Optional<T> cached = cache.find(key);
    writes.compute(
        key,
        (_, old) -> {
          Known known = Known.of(old, cached);
          String gone = uid.isEmpty() ? known.uid : uid;
          if (gone.isEmpty() || isSuperseded(old, gone, version)) {
            return old; // otherwise nothing is known that could be shown
          }
          String last = gone.equals(known.uid) ? later(version, known.version) : version;
          Deleted<T> first =
              new Deleted<>(last, gone, Set.of(), "", time.nanoTime(), uid.isEmpty());
          return old == null ? first : first.after(old);
        });
  }

  /// Whether a deletion is answered only after a later object of the name was stored, by another
  /// thread.
  private boolean isSuperseded(@Nullable Write<T> write, String gone, String version) {
    return write != null
        && !(write instanceof Deleted<T>)
        && !version.isEmpty()
        && !write.uid().equals(gone)
        && isNewer(write.version(), version);
  }

  /// The newest state of an object that this program knows.
  private record Known(String uid, String version) {
    static <T extends KubernetesObject> Known of(@Nullable Write<T> write, Optional<T> cached) {
      if (write != null && cached.filter(object -> !write.hides(object)).isEmpty()) {
        return new Known(write.uid(), write.version());
      }
      return cached
          .map(object -> new Known(object.metadata().uid(), wellFormed(versionOf(object))))
          .orElse(new Known("", ""));
    }
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

  /// What a read of this key gets.
  Optional<T> find(ObjectKey key) {
    String reached = cache.version(key); // before the read: the object may be newer, not older
    Optional<T> cached = cache.find(key);
    Write<T> write = unseen(key, cached, reached);
    if (write == null || (cached.isPresent() && !write.hides(cached.get()))) {
      return cached;
    }
    return Optional.ofNullable(write.shown());
  }

  /// What the cache has not seen yet. To be called before the list of the cache: what counts as
  /// seen here is then in the answer.
  List<Unseen<T>> unseen() {
    List<Unseen<T>> pending = new ArrayList<>();
    for (ObjectKey key : writes.keySet()) {
      String reached = cache.version(key);
      Write<T> write = unseen(key, cache.find(key), reached);
      if (write != null) {
        pending.add(new Unseen<>(key, write));
      }
    }
    return pending;
  }

  /// A write that the cache had not seen.
  record Unseen<T extends KubernetesObject>(ObjectKey key, Write<T> write) {}

  /// The answer of the cache, with what was written in place of what is older.
  ///
  /// @param unseen taken before the answer
  static <T extends KubernetesObject> List<T> overlaid(List<T> cached, List<Unseen<T>> unseen) {
    if (unseen.isEmpty()) {
      return cached;
    }
    Map<ObjectKey, Write<T>> pending = new LinkedHashMap<>();
    unseen.forEach(one -> pending.put(one.key, one.write));
    List<T> found = new ArrayList<>(cached.size() + unseen.size());
    for (T object : cached) {
      Write<T> write = pending.get(object.key());
      if (write == null || !write.hides(object)) {
        pending.remove(object.key());
        found.add(object);
      }
    }
    for (Write<T> write : pending.values()) {
      T shown = write.shown();
      if (shown != null) {
        found.add(shown);
      }
    }
    return found;
  }

  /// The write, as long as the cache has not seen it; null afterwards.
  private @Nullable Write<T> unseen(ObjectKey key, Optional<T> cached, String reached) {
    Write<T> write = writes.get(key);
    if (write != null && (write.isSeen(cached, reached) || isOver(write, cached))) {
      writes.remove(key, write);
      return null;
    }
    return write;
  }

  /// Whether to give up on a deletion: one without a version when the object is gone, or never
  /// came; one that is assumed when the object is still there.
  private boolean isOver(Write<T> write, Optional<T> cached) {
    return write instanceof Deleted<T> deleted
        && (deleted.isAssumed || (cached.isEmpty() && deleted.version.isEmpty()))
        && time.nanoTime() - deleted.at > LONGEST.toNanos();
  }

  /// A version that is not known, as before the first list, is older than all.
  private static boolean isNewer(String one, String other) {
    return !ResourceVersion.isWellFormed(other)
        || (ResourceVersion.isWellFormed(one) && ResourceVersion.compare(one, other) > 0);
  }

  private static String later(String one, String other) {
    return isNewer(one, other) ? one : other;
  }

  private static String wellFormed(String version) {
    return ResourceVersion.isWellFormed(version) ? version : "";
  }

  private static String versionOf(KubernetesObject object) {
    return object.metadata().resourceVersion();
  }
}
