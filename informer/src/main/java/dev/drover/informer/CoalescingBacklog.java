package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.informer.store.Change;
import dev.drover.informer.store.Change.Added;
import dev.drover.informer.store.Change.Deleted;
import dev.drover.informer.store.Change.Updated;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A backlog that keeps every notification while there are few, and coalesces those of each object
/// when there are many.
///
/// ```
///                too many: sum up
///   every one  ──────────────────▶  at most two for each key
///   in order   ◀──────────────────  in the order in which the keys came up
///                half of that left
/// ```
///
/// Summing up: several updates are one, from the first state to the last; an addition and updates
/// are an addition of the last state; an addition and a deletion are nothing, as the handler never
/// saw the object; an update and a deletion are the deletion. What remains of a deletion and an
/// addition is both, so that the handler sees that it is another object. So the size is bounded by
/// twice the number of objects that there were since the handler last came, and what the handler
/// makes of it is the same in the end.
///
/// One thread at a time.
final class CoalescingBacklog<T> implements Backlog<T> {
  private final int coalesceAbove;
  private final Queue<Change<T>> inOrder = new ArrayDeque<>(); // empty while summed is not
  private final SequencedMap<ObjectKey, Sum<T>> summed = new LinkedHashMap<>();
  private boolean summing;
  private int size;
  private long coalesced;

  /// @param coalesceAbove how many are kept as they are
  CoalescingBacklog(int coalesceAbove) {
    this.coalesceAbove = coalesceAbove;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int bound() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long coalesced() {
    return coalesced;
  }

  @Override
  public boolean add(Change<T> notification) {
    if (!summing && size >= coalesceAbove) {
      sumUp();
    }
    size++;
    if (summing) {
      merge(notification);
    } else {
      inOrder.add(notification);
    }
    return true;
  }

  private void sumUp() {
    summing = true;
    for (var next = inOrder.poll(); next != null; next = inOrder.poll()) {
      merge(next);
    }
  }

  /// Adds to the sum of its key; `size` has counted the notification already.
  private void merge(Change<T> notification) {
    ObjectKey key = notification.key();
    Sum<T> before = summed.get(key);
    Sum<T> after = before == null ? Sum.of(notification) : before.plus(notification);
    int saved = (before == null ? 0 : before.size()) + 1 - after.size();
    size -= saved;
    coalesced += saved;
    if (after.size() == 0) {
      summed.remove(key);
    } else {
      summed.put(key, after);
    }
  }

  /// {@inheritDoc} While they are coalesced it is only one: what stays here may still be
  /// superseded.
  @Override
  public List<Change<T>> poll(int limit) {
    List<Change<T>> next = new ArrayList<>(Math.min(size, summing ? 1 : limit));
    boolean one = summing;
    do {
      Change<T> change = poll();
      if (change == null) {
        break;
      }
      next.add(change);
    } while (!one && next.size() < limit);
    return next;
  }

  /// The next one for the handler; null when there is none.
  @Nullable Change<T> poll() {
    if (!summing) {
      Change<T> next = inOrder.poll();
      size -= next == null ? 0 : 1;
      return next;
    }
    Change<T> next = pollSummed();
    size -= next == null ? 0 : 1;
    if (size <= coalesceAbove / 2) {
      spreadOut();
    }
    return next;
  }

  private @Nullable Change<T> pollSummed() {
    Map.Entry<ObjectKey, Sum<T>> first = summed.firstEntry();
    if (first == null) {
      return null;
    }
    Sum<T> sum = first.getValue();
    if (sum.gone != null && sum.there != null) {
      summed.put(first.getKey(), new Sum<>(null, sum.there));
      return sum.gone;
    }
    summed.pollFirstEntry();
    return sum.gone == null ? sum.there : sum.gone;
  }

  private void spreadOut() {
    summing = false;
    for (Sum<T> sum : summed.values()) {
      if (sum.gone != null) {
        inOrder.add(sum.gone);
      }
      if (sum.there != null) {
        inOrder.add(sum.there);
      }
    }
    summed.clear();
  }

  @Override
  public void clear() {
    inOrder.clear();
    summed.clear();
    summing = false;
    size = 0;
  }

  /// What happened to one object.
  ///
  /// @param gone the deletion of the object that the handler knows
  /// @param there the addition or the update, after the deletion if there is one
  private record Sum<T>(@Nullable Deleted<T> gone, @Nullable Change<T> there) {
    static <T> Sum<T> of(Change<T> only) {
      return only instanceof Deleted<T> deleted ? new Sum<>(deleted, null) : new Sum<>(null, only);
    }

    int size() {
      return (gone == null ? 0 : 1) + (there == null ? 0 : 1);
    }

    Sum<T> plus(Change<T> next) {
      return switch (next) {
        case Added<T>(var key, var object) -> new Sum<>(gone, upsert(key, object));
        case Updated<T>(var key, _, var now) -> new Sum<>(gone, upsert(key, now));
        case Deleted<T> deleted -> without(deleted);
      };
    }

    private Change<T> upsert(ObjectKey key, T now) {
      return there instanceof Updated<T>(_, var before, _)
          ? new Updated<>(key, before, now)
          : new Added<>(key, now);
    }

    private Sum<T> without(Deleted<T> deleted) {
      if (there instanceof Updated<T>) {
        return new Sum<>(deleted, null); // the handler knows the object that is gone now
      }
      return new Sum<>(gone, null); // the handler never saw the one in between
    }
  }
}
