package dev.drover.server.storage;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The last changes and the states they led to, by revision; the oldest are dropped beyond the
/// limit.
///
/// Every write is exactly one revision, so the log is a ring in which a revision has its place:
/// nothing is searched. Besides, it knows for each resource the newest change that it forgot:
/// resources that change seldom can be followed from far back however busy the others are.
///
/// ```
///   floor            base                                     now
///     │ unchanged since │ change+state │ … │ change+state │ … │ change+state
///     └─ forgotten: by resource, the last ─┘
/// ```
///
/// One writer at a time, which the caller sees to; any number of readers, without locks.
final class RevisionLog {
  private static final int SENT = 256; // changes, after which few watches still send an old version

  private record Entry(Change change, State state, long bytes) {}

  private final AtomicReferenceArray<@Nullable Entry> ring;
  private final Map<String, Long> forgotten = new ConcurrentHashMap<>();
  private volatile State base; // the state that the oldest kept change started from
  private volatile State now;
  private volatile long floor; // nothing older is known of any resource
  private final long capacityBytes;
  private long bytes; // of all entries; only the writer uses it

  /// @param capacity how many changes are kept
  /// @param capacityBytes how many bytes of JSON they may take; the last change is always kept
  RevisionLog(int capacity, long capacityBytes, State start) {
    this.capacityBytes = capacityBytes;
    this.ring = new AtomicReferenceArray<>(capacity);
    this.base = start;
    this.now = start;
    this.floor = start.revision();
  }

  State now() {
    return now;
  }

  /// Adds the change that follows the newest state.
  ///
  /// @return the state after it
  State append(Change change) {
    State next = now.after(change);
    if (change.revision() - base.revision() > ring.length()) {
      forget(base.revision() + 1);
    }
    Entry entry = new Entry(change, next, change.object().json().length());
    bytes += entry.bytes;
    while (bytes > capacityBytes && base.revision() < now.revision()) {
      forget(base.revision() + 1);
    }
    ring.set(place(change.revision()), entry);
    forgetEncodings(change.revision() - SENT);
    now = next; // last: a reader that sees the revision finds its entry
    return next;
  }

  /// Forgets everything but the present.
  void compact() {
    while (base.revision() < now.revision()) {
      forget(base.revision() + 1);
    }
    floor = base.revision();
  }

  private void forget(long revision) {
    int place = place(revision);
    Entry oldest = ring.get(place);
    if (oldest == null) {
      throw new IllegalStateException("revision " + revision + " was never written");
    }
    forgotten.put(oldest.change().object().key().resource(), revision); // before it is gone
    base = oldest.state();
    bytes -= oldest.bytes;
    ring.set(place, null);
  }

  /// Watches have sent what the change of this revision replaced; those that lag encode it again.
  private void forgetEncodings(long revision) {
    Entry old = revision > 0 ? ring.get(place(revision)) : null;
    StoredObject replaced =
        old != null && old.change().revision() == revision ? old.change().before() : null;
    if (replaced != null) {
      replaced.forgetEncodings();
    }
  }

  private int place(long revision) {
    return (int) (revision % ring.length());
  }

  /// The change of this revision; empty when it is forgotten.
  Optional<Change> change(long revision) {
    Entry entry = ring.get(place(revision));
    return entry != null && entry.change().revision() == revision
        ? Optional.of(entry.change())
        : Optional.empty();
  }

  /// The oldest revision from which all changes of a resource are known.
  long knownSince(String resource) {
    return Math.max(floor, forgotten.getOrDefault(resource, 0L));
  }

  /// The revision before the oldest kept change of any resource.
  long baseRevision() {
    return base.revision();
  }

  /// The objects of a resource at a revision up to now; empty when too much is forgotten.
  Optional<SortedTree<StoredObject>> objectsAt(String resource, long revision) {
    State newest = now;
    if (revision >= newest.revision()) {
      return Optional.of(newest.objects(resource));
    }
    Entry entry = ring.get(place(revision));
    if (entry != null && entry.change().revision() == revision) {
      return Optional.of(entry.state().objects(resource));
    }
    State oldest = base; // before the check: a later base may hold a later change
    return revision >= knownSince(resource)
        ? Optional.of(oldest.objects(resource))
        : Optional.empty();
  }
}
