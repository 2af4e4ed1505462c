package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Deletion;
import dev.drover.informer.store.Keys;
import dev.drover.informer.store.SnapshotEdit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A queue of all changes in the order of their arrival: the queue of informers.
///
/// Nothing is merged or left out. A list is one change ([Delta.ReplacedAll]), a resync is one
/// ([Delta.SyncAll]), a bookmark is one: the consumer finds out which objects are gone.
///
/// What is handed out is a batch, so that many changes can be one step of a store: up to 1000
/// changes of different objects, or a single change of all objects.
///
/// When 4096 changes wait, writers wait, too: so a slow consumer holds back the reflector, and
/// through it the server, instead of filling the memory. Writers do not wait for a closed queue,
/// nor if they are interrupted: they write, and stay interrupted.
///
/// As a store it has the objects that result from its waiting changes. An exception during
/// processing is as for any queue; with [RequeueException] the batch comes again first, because
/// order is what this queue promises.
///
/// ```java
/// ChangeQueue<Pod> queue = new ChangeQueue<>(KeyFunction.namespaceAndName());
/// queue.add(pod);
/// List<Delta<Pod>> batch = queue.pop((deltas, isInInitialList) -> deltas.forEach(this::apply));
/// ```
///
/// In Go: {@index cache.RealFIFO}, {@index cache.NewRealFIFOWithOptions}, {@index
/// cache.QueueWithBatch}.
///
/// @param <T> the type of the objects
public final class ChangeQueue<T> implements Queue<T, List<Delta<T>>> {
  static final int BATCH = 1000;
  static final int BOUND = 4096;
  private static final int UNANNOUNCED = 64; // changes without a wake-up at most

  private final KeyFunction<? super T> keys;
  private final int bound;
  private final QueueCore<List<Entry<T>>, List<Delta<T>>> handover;
  private final Deque<Entry<T>> waiting = new ArrayDeque<>();
  private Initial initial = Initial.UNSEEN;
  private String resourceVersion = "";
  private boolean batching;
  private int unannounced; // changes since the last wake-up

  /// Where the first list is.
  private enum Initial {
    UNSEEN,
    WAITING, // it is the first entry, or it is being processed
    DONE // or there was none
  }

  /// @param key of the object; null for changes of all
  private record Entry<T>(@Nullable ObjectKey key, Delta<T> delta) {}

  /// An empty queue.
  public ChangeQueue(KeyFunction<? super T> keys) {
    this(keys, BOUND);
  }

  /// An empty queue.
  ///
  /// @param bound how many changes wait before writers wait
  public ChangeQueue(KeyFunction<? super T> keys, int bound) {
    this(keys, bound, new ReentrantLock());
  }

  ChangeQueue(KeyFunction<? super T> keys, int bound, Lock lock) {
    this.keys = keys;
    this.bound = bound;
    this.handover = new QueueCore<>(new Waiting(), lock);
  }

  @Override
  public void add(T object) {
    enqueue(keyOf(object), new Delta.Added<>(object), SnapshotEdit.versionOf(object));
  }

  @Override
  public void update(T object) {
    enqueue(keyOf(object), new Delta.Updated<>(object), SnapshotEdit.versionOf(object));
  }

  /// Hands out the deletion also if the object is not known.
  @Override
  public void delete(T object) {
    ObjectKey key = keyOf(object);
    enqueue(
        key, new Delta.Deleted<>(new Deletion.Seen<>(key, object)), SnapshotEdit.versionOf(object));
  }

  @Override
  public void replace(Collection<? extends T> objects, String version) {
    objects.forEach(this::keyOf); // one without a key refuses all
    enqueue(null, new Delta.ReplacedAll<>(List.copyOf(objects), version), version);
  }

  @Override
  public void resync() {
    enqueue(null, new Delta.SyncAll<>(), null);
  }

  @Override
  public void bookmark(String version) {
    enqueue(null, new Delta.Bookmark<>(version), version);
  }

  private void enqueue(@Nullable ObjectKey key, Delta<T> delta, @Nullable String version) {
    handover.writeWhen(
        () -> waiting.size() < bound,
        () -> {
          waiting.add(new Entry<>(key, delta));
          if (version != null) {
            resourceVersion = version;
          }
          if (initial == Initial.UNSEEN) {
            switch (delta) {
              case Delta.ReplacedAll<T> _ -> initial = Initial.WAITING;
              case Delta.OfObject<T> _ -> initial = Initial.DONE;
              case Delta.SyncAll<T> _, Delta.Bookmark<T> _ -> {} // tell of no object
            }
          }
          return !batching || ++unannounced >= UNANNOUNCED;
        });
  }

  /// From now on a thread that waits in [#pop] is woken by [#flush], or when many changes wait, and
  /// not by each change.
  public ChangeQueue<T> batching() {
    handover.write(() -> batching = true);
    return this;
  }

  @Override
  public void flush() {
    handover.write(() -> unannounced = 0);
  }

  @Override
  public List<Delta<T>> pop(Processor<List<Delta<T>>> process) throws Exception {
    return handover.pop(process);
  }

  /// Puts those changes back whose object has no change waiting; a change of all objects only when
  /// nothing waits. They come last.
  @Override
  public void addIfNotPresent(List<Delta<T>> accumulated) {
    List<Entry<T>> entries = entries(accumulated);
    handover.write(
        () -> {
          if (initial == Initial.UNSEEN) {
            initial = Initial.DONE;
          }
          Set<@Nullable ObjectKey> present = new HashSet<>();
          waiting.forEach(entry -> present.add(entry.key()));
          for (Entry<T> entry : entries) {
            boolean older =
                entry.key() == null
                    ? !present.isEmpty()
                    : present.contains(entry.key()) || present.contains(null);
            if (!older) {
              waiting.add(entry);
            }
          }
        });
  }

  private List<Entry<T>> entries(List<Delta<T>> deltas) {
    return deltas.stream().map(delta -> new Entry<>(keyOf(delta), delta)).toList();
  }

  private @Nullable ObjectKey keyOf(Delta<T> delta) {
    return switch (delta) {
      case Delta.Added<T>(var object) -> keyOf(object);
      case Delta.Updated<T>(var object) -> keyOf(object);
      case Delta.Replaced<T>(var object) -> keyOf(object);
      case Delta.Sync<T>(var object) -> keyOf(object);
      case Delta.Deleted<T>(var deletion) -> deletion.key();
      case Delta.OfAll<T> _ -> null;
    };
  }

  @Override
  public boolean hasSynced() {
    return handover.read(() -> initial == Initial.DONE);
  }

  @Override
  public void close() {
    handover.close();
  }

  /// How many changes wait.
  public int size() {
    return handover.read(waiting::size);
  }

  @Override
  public Store<T> asStore() {
    return new QueueStore<>(this, new Waiting());
  }

  private ObjectKey keyOf(T object) {
    return Keys.of(keys, object);
  }

  private final class Waiting
      implements QueueCore.Content<List<Entry<T>>, List<Delta<T>>>, QueueStore.Content<T> {
    @Override
    public Map<ObjectKey, T> objects() {
      List<Entry<T>> entries = handover.read(() -> List.copyOf(waiting));
      Map<ObjectKey, T> objects = new LinkedHashMap<>();
      for (Entry<T> entry : entries) {
        switch (entry.delta()) {
          case Delta.Added<T>(var object) -> objects.put(keyOf(object), object);
          case Delta.Updated<T>(var object) -> objects.put(keyOf(object), object);
          case Delta.Replaced<T>(var object) -> objects.put(keyOf(object), object);
          case Delta.Sync<T>(var object) -> objects.put(keyOf(object), object);
          case Delta.Deleted<T>(var deletion) -> objects.remove(deletion.key());
          case Delta.ReplacedAll<T>(var all, _) -> {
            objects.clear();
            all.forEach(object -> objects.put(keyOf(object), object));
          }
          case Delta.SyncAll<T> _, Delta.Bookmark<T> _ -> {}
        }
      }
      return objects;
    }

    @Override
    public ObjectKey keyOf(T object) {
      return ChangeQueue.this.keyOf(object);
    }

    @Override
    public String resourceVersion() {
      return handover.read(() -> resourceVersion);
    }

    @Override
    public boolean isEmpty() {
      return waiting.isEmpty();
    }

    @Override
    public List<Entry<T>> take() {
      Entry<T> first = waiting.remove();
      List<Entry<T>> batch = new ArrayList<>(List.of(first));
      Set<@Nullable ObjectKey> keys = new HashSet<>();
      keys.add(first.key());
      while (first.key() != null && batch.size() < BATCH && fits(waiting.peek(), keys)) {
        batch.add(waiting.remove());
      }
      return batch;
    }

    private boolean fits(@Nullable Entry<T> next, Set<@Nullable ObjectKey> keys) {
      return next != null && next.key() != null && keys.add(next.key());
    }

    @Override
    public List<Delta<T>> shown(List<Entry<T>> taken) {
      List<Delta<T>> deltas = new ArrayList<>(taken.size());
      taken.forEach(entry -> deltas.add(entry.delta()));
      return deltas;
    }

    @Override
    public boolean isInitial(List<Entry<T>> taken) {
      return initial == Initial.WAITING && taken.getFirst().delta() instanceof Delta.ReplacedAll;
    }

    @Override
    public void done(List<Entry<T>> taken) {
      if (isInitial(taken)) {
        initial = Initial.DONE;
      }
    }

    @Override
    public void putBack(List<Entry<T>> taken) {
      taken.reversed().forEach(waiting::addFirst);
    }
  }
}
