package dev.drover.runtime;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.runtime.internal.LruMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Remembers this program's last write of each recently written object, to distinguish own changes
/// from those of others. All versions of a kind count as one: an object has the same resource
/// version in each. Any number of threads.
final class WriteLog {
  private final Map<ObjectId, Entry> last = new LruMap<>(); // guarded by itself

  private record ObjectId(String group, String kind, ObjectKey key) {
    static ObjectId of(GroupVersionKind gvk, ObjectKey key) {
      return new ObjectId(gvk.group(), gvk.kind(), key);
    }

    // See ObjectKey.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ObjectId that
          && key.equals(that.key)
          && kind.equals(that.kind)
          && group.equals(that.group);
    }

    @Override
    public int hashCode() {
      return (31 * group.hashCode() + kind.hashCode()) * 31 + key.hashCode();
    }
  }

  /// A write.
  ///
  /// @param sent the value that was sent; null if it is not known
  /// @param answered what the server made of it
  /// @param isComplete whether an object that was read has all fields of the server
  record Entry(@Nullable KubernetesObject sent, KubernetesObject answered, boolean isComplete) {
    String version() {
      return answered.metadata().resourceVersion();
    }

    /// The fields that the server changed.
    List<String> changedByTheServer() {
      return sent == null ? List.of() : ChangedFields.byTheServer(sent, answered, isComplete);
    }
  }

  void stored(
      Kind<?> kind,
      @Nullable KubernetesObject sent,
      KubernetesObject answered,
      boolean isComplete) {
    synchronized (last) {
      last.put(ObjectId.of(kind.gvk(), answered.key()), new Entry(sent, answered, isComplete));
    }
  }

  /// The same reason, or that it was this program itself. To be called when the run begins: an
  /// event may arrive before the answer to the write that caused it.
  Reason attribute(Reason reason) {
    return reason instanceof Reason.Event event && isOwn(event)
        ? new Reason.OwnWrite(event)
        : reason;
  }

  private boolean isOwn(Reason.Event event) {
    List<? extends KubernetesObject> states = event.change().states();
    return !states.isEmpty()
        && find(event.kind(), event.key())
            .filter(w -> w.version().equals(states.getLast().metadata().resourceVersion()))
            .isPresent();
  }

  Optional<Entry> find(GroupVersionKind kind, ObjectKey key) {
    @Nullable Entry entry;
    synchronized (last) {
      entry = last.get(ObjectId.of(kind, key));
    }
    return Optional.ofNullable(entry);
  }
}
