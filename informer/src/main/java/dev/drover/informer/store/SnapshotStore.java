package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.client.TimeSource;
import dev.drover.informer.Index;
import dev.drover.informer.IndexException;
import dev.drover.informer.IndexMatch;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.KeyFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Keeps objects by key, with indexes, for any number of threads.
///
/// ```
///   readers ──────────────▶ ┌──────────────┐      look at one snapshot: never wait, never lock,
///                           │  Snapshot 7  │      see a whole write or nothing of it
///   writer: snapshot 7  ──▶ └──────────────┘
///           + change = 8    ──compare and set──▶ Snapshot 8, or begin again from what is there now
/// ```
///
/// Lists and sets that this returns are views of one moment: they cost nothing, stay as they are
/// and cannot be changed. Objects are shared, so they must be immutable, as all of Drover's are.
///
/// Index functions run outside any lock. When writers get into each other's way, they may run more
/// than once for one write.
///
/// This is what an [Indexer][dev.drover.informer.classic.Indexer] and informers are made of; it
/// knows nothing of how an object's key is found.
///
/// In Go: `cache.SnapshotStore`, `cache.NewThreadSafeStore`.
///
/// @param <T> the type of the objects
public final class SnapshotStore<T> {
  private final AtomicReference<Snapshot<T>> current = new AtomicReference<>(Snapshot.empty());
  private final Watermark watermark;

  /// An empty store.
  public SnapshotStore(List<Index<T>> indexes) {
    this(indexes, TimeSource.system());
  }

  /// An empty store.
  ///
  /// @param time for [#awaitVersion]
  public SnapshotStore(List<Index<T>> indexes, TimeSource time) {
    watermark = new Watermark(this::resourceVersion, time);
    addIndexers(indexes);
  }

  /// Puts an object in, in place of the one with this key.
  ///
  /// @throws IndexException when an index function fails; nothing changes then
  public void put(ObjectKey key, T object) {
    edit(edit -> edit.put(key, object));
  }

  /// Takes an object out; nothing when there is none.
  public void delete(ObjectKey key) {
    edit(edit -> edit.remove(key));
  }

  /// Removes an object; the store is then at the version of its last state.
  public void delete(ObjectKey key, T lastState) {
    edit(
        edit -> {
          edit.remove(key);
          edit.version(lastState);
        });
  }

  /// The object with this key.
  public Optional<T> get(ObjectKey key) {
    return snapshot().get(key);
  }

  /// All objects, in no order.
  public List<T> list() {
    return snapshot().list();
  }

  /// The keys of all objects, in no order.
  public List<ObjectKey> listKeys() {
    return snapshot().listKeys();
  }

  /// Puts these objects in place of all others.
  ///
  /// @param resourceVersion of the list; the store is then at it
  /// @throws IndexException when an index function fails; nothing changes then
  public void replace(Map<ObjectKey, ? extends T> objects, String resourceVersion) {
    Snapshot<T> before;
    Snapshot<T> after = null;
    do {
      before = snapshot();
      // What there will be depends on the indexes only, so other writers cannot hold this up.
      if (after == null || !sameIndexes(before, after)) {
        SnapshotEdit<T> edit = SnapshotEdit.anew(before);
        objects.forEach(edit::put);
        edit.resourceVersion(resourceVersion);
        after = edit.done();
      }
    } while (!commit(before, after));
  }

  private static <T> boolean sameIndexes(Snapshot<T> a, Snapshot<T> b) {
    return a.tables().size() == b.tables().size(); // they are only ever added
  }

  /// The objects that share any value of the index with this one, each once.
  ///
  /// @throws IllegalArgumentException when there is no such index
  public List<T> index(String name, ObjectKey key, T object) {
    return snapshot().index(name, key, object);
  }

  /// The keys of the objects with this value, sorted.
  ///
  /// @throws IllegalArgumentException when there is no such index
  public List<ObjectKey> indexKeys(String name, String value) {
    return snapshot().indexKeys(name, value);
  }

  /// The objects with this value.
  ///
  /// @throws IllegalArgumentException when there is no such index
  public List<T> byIndex(String name, String value) {
    return snapshot().byIndex(name, value);
  }

  /// The objects that have all of these values.
  ///
  /// @throws IllegalArgumentException if there is no such index
  public List<T> byIndexes(List<IndexMatch> matches) {
    return snapshot().byIndexes(matches);
  }

  /// All values of the index that any object has; none for an unknown index.
  public Set<String> listIndexFuncValues(String name) {
    return snapshot().listIndexFuncValues(name);
  }

  /// The indexes by name.
  public Map<String, Index<T>> indexers() {
    return snapshot().indexers();
  }

  /// Adds indexes; objects that are there are found by them at once.
  ///
  /// @throws IllegalArgumentException when one of the names is taken; none is added then
  /// @throws IndexException when an index function fails; none is added then
  public void addIndexers(List<Index<T>> indexes) {
    addIndexers(indexes, SnapshotEdit::of);
  }

  /// Adds indexes. An object for which a function fails is left out of that index.
  ///
  /// @return the failures
  public List<IndexException> addIndexersLeniently(List<Index<T>> indexes) {
    List<IndexException> leftOut = new ArrayList<>();
    addIndexers(indexes, start -> SnapshotEdit.lenient(start, leftOut::add));
    return leftOut;
  }

  private void addIndexers(List<Index<T>> indexes, Function<Snapshot<T>, SnapshotEdit<T>> edits) {
    Snapshot<T> before = snapshot();
    Snapshot<T> after = withIndexes(before, indexes, edits);
    while (!commit(before, after)) {
      // Others write meanwhile, perhaps without end: only what they changed is looked at again.
      Snapshot<T> now = snapshot();
      after =
          sameIndexes(before, now)
              ? caughtUp(before, after, edits.apply(now))
              : withIndexes(now, indexes, edits);
      before = now;
    }
  }

  private static <T> Snapshot<T> withIndexes(
      Snapshot<T> before, List<Index<T>> indexes, Function<Snapshot<T>, SnapshotEdit<T>> edits) {
    Set<String> taken = new HashSet<>(before.indexers().keySet());
    SnapshotEdit<T> edit = edits.apply(before);
    for (Index<T> index : indexes) {
      if (!taken.add(index.name())) {
        throw new IllegalArgumentException("there is an index '" + index.name() + "' already");
      }
      edit.add(index);
    }
    return edit.done();
  }

  /// @param made has the new indexes, but the objects of `before`
  /// @param now has the objects that there are by now
  private static <T> Snapshot<T> caughtUp(
      Snapshot<T> before, Snapshot<T> made, SnapshotEdit<T> now) {
    List<Snapshot.Table<T>> all = made.tables();
    all.subList(before.tables().size(), all.size()).forEach(t -> now.add(t, before.items()));
    return now.done();
  }

  /// The version that the store is at: of the last object written (not the greatest), the last list
  /// or the last bookmark; empty before the first.
  public String resourceVersion() {
    return snapshot().resourceVersion();
  }

  /// Notes that nothing else happened up to this version.
  public void bookmark(String resourceVersion) {
    edit(edit -> edit.resourceVersion(resourceVersion));
  }

  /// Waits until the store is at this version or a later one: then it has seen the write that gave
  /// an object this version.
  ///
  /// @return false when that did not come in time
  /// @throws IllegalArgumentException when no object can have this version
  public boolean awaitVersion(String version, Duration limit) throws InterruptedException {
    return watermark.await(version, limit);
  }

  /// All that the store has now.
  public Snapshot<T> snapshot() {
    return current.get();
  }

  /// Whether nothing was written since this snapshot was taken.
  @SuppressWarnings("ReferenceEquality") // each write makes a new snapshot
  public boolean isAt(Snapshot<T> snapshot) {
    return snapshot() == snapshot;
  }

  /// What these deltas would do to the store as it is now. Runs the key function and the index
  /// functions, and changes nothing.
  public StoreStep<T> prepare(
      List<? extends Delta<T>> deltas, KeyFunction<? super T> keys, Predicate<ObjectKey> scope) {
    return StoreStep.of(snapshot(), deltas, keys, scope);
  }

  /// Takes the step, unless the store has changed since it was prepared: then it must be prepared
  /// again. Runs no user code.
  ///
  /// @return whether it was taken
  public boolean commit(StoreStep<T> step) {
    return commit(step.before(), step.after());
  }

  /// Writes as one step. Runs again after a conflict with another writer, so it must have no other
  /// effects.
  public void edit(Consumer<SnapshotEdit<T>> writes) {
    update(
        before -> {
          SnapshotEdit<T> edit = SnapshotEdit.of(before);
          writes.accept(edit);
          return edit.done();
        });
  }

  private void update(UnaryOperator<Snapshot<T>> next) {
    Snapshot<T> before;
    do {
      before = snapshot();
    } while (!commit(before, next.apply(before)));
  }

  private boolean commit(Snapshot<T> before, Snapshot<T> after) {
    if (!current.compareAndSet(before, after)) {
      return false;
    }
    watermark.rise();
    return true;
  }
}
