package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.client.TimeSource;
import dev.drover.informer.store.Keys;
import dev.drover.informer.store.SnapshotStore;
import dev.drover.informer.store.Trie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A store that forgets: an object that was not written again for longer than its time is gone.
///
/// There is no timer: expiry is checked when objects are read, by [#get], [#getByKey] and [#list],
/// and taken out then; [#listKeys] does not look. One that is written again at that moment stays.
///
/// ```java
/// Store<Pod> recent =
///     new ExpirationCache<>(
///         KeyFunction.namespaceAndName(), Duration.ofMinutes(5), TimeSource.system());
/// ```
///
/// In Go: {@index cache.ExpirationCache}, {@index cache.NewTTLStore}, {@index
/// cache.NewExpirationStore}, {@index cache.ExpirationPolicy}, {@index cache.TTLPolicy}.
///
/// @param <T> the type of the objects
public final class ExpirationCache<T> implements Store<T> {
  private final KeyFunction<? super T> keys;
  private final Function<? super T, Duration> timeToLive;
  private final TimeSource time;
  private final SnapshotStore<Stamped<T>> store = new SnapshotStore<>(List.of());

  /// @param at when it was written, by [TimeSource#nanoTime]
  private record Stamped<T>(T object, long at) {}

  /// An empty cache.
  ///
  /// @param timeToLive of every object; zero and less: for ever
  public ExpirationCache(KeyFunction<? super T> keys, Duration timeToLive, TimeSource time) {
    this(keys, _ -> timeToLive, time);
  }

  /// An empty cache.
  ///
  /// @param timeToLive of each object; zero and less: for ever
  public ExpirationCache(
      KeyFunction<? super T> keys, Function<? super T, Duration> timeToLive, TimeSource time) {
    this.keys = keys;
    this.timeToLive = timeToLive;
    this.time = time;
  }

  @Override
  public void add(T object) {
    ObjectKey key = keyOf(object);
    Stamped<T> stamped = new Stamped<>(object, time.nanoTime());
    store.edit(
        edit -> {
          edit.put(key, stamped);
          edit.version(object);
        });
  }

  @Override
  public void update(T object) {
    add(object);
  }

  @Override
  public void delete(T object) {
    ObjectKey key = keyOf(object);
    store.edit(
        edit -> {
          edit.remove(key);
          edit.version(object);
        });
  }

  @Override
  public List<T> list() {
    Trie<ObjectKey, Stamped<T>> items = store.snapshot().items();
    Map<ObjectKey, Stamped<T>> expired = new HashMap<>();
    List<T> alive = new ArrayList<>(items.size());
    for (ObjectKey key : items.keys()) {
      Stamped<T> stamped = items.get(key);
      if (stamped != null && isExpired(stamped)) {
        expired.put(key, stamped);
      } else if (stamped != null) {
        alive.add(stamped.object());
      }
    }
    forget(expired);
    return List.copyOf(alive);
  }

  @Override
  public List<ObjectKey> listKeys() {
    return store.listKeys();
  }

  @Override
  public Optional<T> getByKey(ObjectKey key) {
    Optional<Stamped<T>> found = store.get(key);
    if (found.isPresent() && isExpired(found.get())) {
      forget(Map.of(key, found.get()));
      return Optional.empty();
    }
    return found.map(Stamped::object);
  }

  private boolean isExpired(Stamped<T> stamped) {
    Duration limit = timeToLive.apply(stamped.object());
    return limit.isPositive()
        && Duration.ofNanos(time.nanoTime() - stamped.at()).compareTo(limit) > 0;
  }

  private void forget(Map<ObjectKey, Stamped<T>> expired) {
    if (expired.isEmpty()) {
      return;
    }
    store.edit(
        edit ->
            expired.forEach(
                (key, stamped) -> {
                  if (stamped.equals(
                      edit.items().get(key))) { // else it was written again meanwhile
                    edit.remove(key);
                  }
                }));
  }

  @Override
  public ObjectKey keyOf(T object) {
    return Keys.of(keys, object);
  }

  @Override
  public void replace(Collection<? extends T> objects, String resourceVersion) {
    long now = time.nanoTime();
    Map<ObjectKey, Stamped<T>> stamped = HashMap.newHashMap(objects.size());
    objects.forEach(object -> stamped.put(keyOf(object), new Stamped<>(object, now)));
    store.replace(stamped, resourceVersion);
  }

  @Override
  public void resync() {}

  @Override
  public String resourceVersion() {
    return store.resourceVersion();
  }

  @Override
  public void bookmark(String resourceVersion) {
    store.bookmark(resourceVersion);
  }
}
