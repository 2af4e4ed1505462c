package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.informer.store.Keys;
import dev.drover.informer.store.SnapshotEdit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// A queue of the newest state of each object, in the order of their arrival.
///
/// For consumers that process every object once, in its newest version, and need neither deleted
/// objects nor the states in between. An object that changes keeps its place; one that is deleted
/// and comes again goes to the end.
///
/// While something is processed nothing else is handed out, but the queue can be used. When
/// [RequeueException] asks for another try, the object goes to the end, unless it has changed or
/// has been deleted since.
///
/// ```java
/// Fifo<Pod> queue = new Fifo<>(KeyFunction.namespaceAndName());
/// queue.add(pod);
/// Pod processed = queue.pop((next, isInInitialList) -> print(next));
/// ```
///
/// In Go: {@index cache.FIFO}, {@index cache.NewFIFO}.
///
/// @param <T> the type of the objects
public final class Fifo<T> implements Queue<T, T> {
  private final KeyFunction<? super T> keys;
  private final QueueCore<Map.Entry<ObjectKey, T>, T> handover;
  private final SequencedMap<ObjectKey, T> waiting = new LinkedHashMap<>();
  private final FirstList firstList = new FirstList();
  private boolean gone; // what is processed was deleted meanwhile
  private String resourceVersion = "";

  /// An empty queue.
  public Fifo(KeyFunction<? super T> keys) {
    this(keys, new ReentrantLock());
  }

  Fifo(KeyFunction<? super T> keys, Lock lock) {
    this.keys = keys;
    this.handover = new QueueCore<>(new Waiting(), lock);
  }

  @Override
  public void add(T object) {
    ObjectKey key = keyOf(object);
    handover.write(
        () -> {
          firstList.changed();
          waiting.put(key, object);
          version(object);
        });
  }

  @Override
  public void update(T object) {
    add(object);
  }

  @Override
  public void addIfNotPresent(T object) {
    ObjectKey key = keyOf(object);
    handover.write(
        () -> {
          firstList.changed();
          waiting.putIfAbsent(key, object);
        });
  }

  @Override
  public void delete(T object) {
    ObjectKey key = keyOf(object);
    handover.write(
        () -> {
          firstList.changed();
          waiting.remove(key);
          if (isInHand(key)) {
            gone = true;
          } else {
            firstList.done(key);
          }
          version(object);
        });
  }

  @Override
  public void replace(Collection<? extends T> objects, String version) {
    Map<ObjectKey, T> listed = new LinkedHashMap<>();
    objects.forEach(object -> listed.put(keyOf(object), object));
    handover.write(
        () -> {
          waiting.clear();
          waiting.putAll(listed);
          gone = true; // whatever is processed: if it is still there, it waits again
          firstList.listed(listed.keySet());
          firstList.retain(key -> listed.containsKey(key) || isInHand(key));
          resourceVersion = version;
        });
  }

  private boolean isInHand(ObjectKey key) {
    Map.Entry<ObjectKey, T> inHand = handover.inHand();
    return inHand != null && inHand.getKey().equals(key);
  }

  /// Nothing: whatever this queue has is going to be handed out.
  @Override
  public void resync() {}

  @Override
  public void bookmark(String version) {
    handover.write(() -> resourceVersion = version);
  }

  private void version(T object) {
    String version = SnapshotEdit.versionOf(object);
    if (version != null) {
      resourceVersion = version;
    }
  }

  @Override
  public T pop(Processor<T> process) throws Exception {
    return handover.pop(process);
  }

  @Override
  public boolean hasSynced() {
    return handover.read(firstList::isDone);
  }

  @Override
  public void close() {
    handover.close();
  }

  @Override
  public Store<T> asStore() {
    return new QueueStore<>(this, new Waiting());
  }

  @Override
  public Optional<T> known(ObjectKey key) {
    return asStore().getByKey(key);
  }

  private ObjectKey keyOf(T object) {
    return Keys.of(keys, object);
  }

  private final class Waiting
      implements QueueCore.Content<Map.Entry<ObjectKey, T>, T>, QueueStore.Content<T> {
    @Override
    public Map<ObjectKey, T> objects() {
      return handover.read(() -> new LinkedHashMap<>(waiting));
    }

    @Override
    public ObjectKey keyOf(T object) {
      return Fifo.this.keyOf(object);
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
    public Map.Entry<ObjectKey, T> take() {
      gone = false;
      Map.Entry<ObjectKey, T> first = waiting.firstEntry();
      waiting.remove(first.getKey());
      return first;
    }

    @Override
    public T shown(Map.Entry<ObjectKey, T> taken) {
      return taken.getValue();
    }

    @Override
    public boolean isInitial(Map.Entry<ObjectKey, T> taken) {
      return firstList.contains(taken.getKey());
    }

    @Override
    public void done(Map.Entry<ObjectKey, T> taken) {
      firstList.done(taken.getKey());
    }

    @Override
    public void putBack(Map.Entry<ObjectKey, T> taken) {
      if (!gone) {
        waiting.putIfAbsent(taken.getKey(), taken.getValue());
      } else if (!waiting.containsKey(taken.getKey())) {
        done(taken);
      }
    }
  }
}
