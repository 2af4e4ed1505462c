package dev.drover.server.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// The persisted state of a store: the objects of a snapshot, and the writes after it.
///
/// Not thread safe.
public final class SavedState {
  private final RecentTrees recent = RecentTrees.ofHeap();
  private State snapshot;
  private final List<SavedWrite> writes = new ArrayList<>();
  private long revision;

  private SavedState(State snapshot) {
    this.snapshot = snapshot;
    this.revision = snapshot.revision();
  }

  /// No objects at the first revision of a store.
  public static SavedState empty() {
    return empty(Store.FIRST_REVISION);
  }

  /// No objects at a revision.
  public static SavedState empty(long revision) {
    return new SavedState(State.empty(revision));
  }

  /// Adds an object of the snapshot.
  ///
  /// @param at the revision of its last write
  public void addObject(StorageKey key, long at, Map<String, @Nullable Object> tree) {
    StoredObject object = StoredObject.restored(key, at, tree, recent);
    object.json(); // in place of the tree
    snapshot = snapshot.with(object);
  }

  /// Adds the write that follows the last one.
  ///
  /// @param tree null for a delete
  public void add(StorageKey key, long at, @Nullable Map<String, @Nullable Object> tree) {
    writes.add(new SavedWrite(key, at, tree, recent));
    revision = at;
  }

  /// The revision of the last write.
  public long revision() {
    return revision;
  }

  /// The number of objects after the last write.
  ///
  /// @throws IllegalStateException when a write deletes what is not there
  public long objects() {
    State state = snapshot;
    for (SavedWrite write : writes) {
      state = state.after(write.after(state));
    }
    return StreamSupport.stream(state.all().spliterator(), false).count();
  }

  /// Where the objects keep their trees.
  RecentTrees recent() {
    return recent;
  }

  State snapshot() {
    return snapshot;
  }

  List<SavedWrite> writes() {
    return writes;
  }

  /// A write of the past.
  record SavedWrite(
      StorageKey key,
      long revision,
      @Nullable Map<String, @Nullable Object> tree,
      RecentTrees recent) {
    /// The write as a change of the state before it.
    ///
    /// @throws IllegalStateException when it deletes what is not there
    Change after(State state) {
      @Nullable StoredObject before = state.get(key).orElse(null);
      if (tree != null) {
        return before == null
            ? Change.created(StoredObject.restored(key, revision, tree, recent))
            : new Change(Change.Type.UPDATED, before, before.next(revision, tree));
      }
      if (before == null) {
        throw new IllegalStateException(
            "the log deletes " + key + " at revision " + revision + ", which does not exist");
      }
      return new Change(Change.Type.DELETED, before, before.at(revision));
    }
  }
}
