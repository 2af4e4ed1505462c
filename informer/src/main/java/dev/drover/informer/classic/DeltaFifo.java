package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.informer.DeletedFinalStateUnknown;
import dev.drover.informer.Deletion;
import dev.drover.informer.KeyListerGetter;
import dev.drover.informer.store.Keys;
import dev.drover.informer.store.SnapshotEdit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A queue that hands out, for each object, all changes since it was last handed out; objects in
/// the order of their arrival.
///
/// For consumers that need every change at most once, deletions too, and perhaps all objects again
/// from time to time. Two deletions in a row become one: the later, unless it is a tombstone.
///
/// The known objects are those that the consumer has already, usually the store that it fills. With
/// them a list that no longer has an object causes its deletion, the deletion of an unknown object
/// is dropped, and [#resync] hands out what is known. What is being processed counts as known.
///
/// While something is processed nothing else is handed out, but the queue can be used. When
/// [RequeueException] asks for another try, the changes come again, before those that happened
/// since.
///
/// Informers use a [ChangeQueue].
///
/// ```java
/// var queue = new DeltaFifo<Pod>(DeltaFifo.Options.of(KeyFunction.namespaceAndName()));
/// queue.add(pod);
/// queue.delete(pod);
/// Deltas<Pod> both = queue.pop((deltas, isInInitialList) -> print(deltas.newest()));
/// ```
///
/// In Go: {@index cache.DeltaFIFO}, {@index cache.NewDeltaFIFO}, {@index
/// cache.NewDeltaFIFOWithOptions}.
///
/// @param <T> the type of the objects
public final class DeltaFifo<T> implements Queue<T, Deltas<T>> {
  private final Options<T> options;
  private final QueueCore<Deltas<T>, Deltas<T>> handover;
  private final SequencedMap<ObjectKey, List<Delta.OfObject<T>>> waiting = new LinkedHashMap<>();
  private final FirstList firstList = new FirstList();
  private String resourceVersion = "";

  /// Options of a queue.
  ///
  /// ```java
  /// DeltaFifo.Options.<Pod>of(KeyFunction.namespaceAndName()).with(o -> o.knownObjects(store));
  /// ```
  ///
  /// In Go: {@index cache.DeltaFIFOOptions}.
  ///
  /// @param <T> the type of the objects
  public static final class Options<T> {
    private final KeyFunction<? super T> keys;
    private final KeyListerGetter<T> knownObjects;
    private final boolean replacedAsSync;
    private final UnaryOperator<T> transform;

    private Options(Builder<T> from) {
      keys = from.keys;
      knownObjects = from.knownObjects;
      replacedAsSync = from.replacedAsSync;
      transform = from.transform;
    }

    /// Without known objects, with [Delta.Replaced], objects as they are.
    public static <T> Options<T> of(KeyFunction<? super T> keys) {
      return new Builder<T>(keys).build();
    }

    /// A changed copy.
    public Options<T> with(Consumer<Builder<T>> change) {
      Builder<T> builder = new Builder<>(this);
      change.accept(builder);
      return builder.build();
    }

    /// Finds the keys of objects.
    public KeyFunction<? super T> keys() {
      return keys;
    }

    /// The objects that the consumer has.
    public KeyListerGetter<T> knownObjects() {
      return knownObjects;
    }

    /// Whether objects of a list come as [Delta.Sync] instead of [Delta.Replaced].
    public boolean replacedAsSync() {
      return replacedAsSync;
    }

    /// Changes each object once, when it arrives.
    public UnaryOperator<T> transform() {
      return transform;
    }

    /// Changes options.
    ///
    /// @param <T> the type of the objects
    public static final class Builder<T> {
      private final KeyFunction<? super T> keys;
      private KeyListerGetter<T> knownObjects = KeyListerGetter.none();
      private boolean replacedAsSync;
      private UnaryOperator<T> transform = UnaryOperator.identity();

      private Builder(KeyFunction<? super T> keys) {
        this.keys = keys;
      }

      private Builder(Options<T> from) {
        keys = from.keys;
        knownObjects = from.knownObjects;
        replacedAsSync = from.replacedAsSync;
        transform = from.transform;
      }

      /// The objects that the consumer has, usually the store that it fills. What waits and what is
      /// known is looked at as of one moment, so nothing is handed out during these reads, and they
      /// must not wait for that; otherwise the queue can be used meanwhile.
      public Builder<T> knownObjects(KeyListerGetter<T> known) {
        knownObjects = known;
        return this;
      }

      /// Objects of a list come as [Delta.Sync] instead of [Delta.Replaced].
      public Builder<T> replacedAsSync() {
        replacedAsSync = true;
        return this;
      }

      /// Changes each object once, when it arrives; must not return null.
      public Builder<T> transform(UnaryOperator<T> change) {
        transform = change;
        return this;
      }

      private Options<T> build() {
        return new Options<>(this);
      }
    }
  }

  /// An empty queue.
  public DeltaFifo(Options<T> options) {
    this(options, new ReentrantLock());
  }

  DeltaFifo(Options<T> options, Lock lock) {
    this.options = options;
    this.handover = new QueueCore<>(new Waiting(), lock);
  }

  @Override
  public void add(T object) {
    enqueue(object, new Delta.Added<>(transformed(object)));
  }

  @Override
  public void update(T object) {
    enqueue(object, new Delta.Updated<>(transformed(object)));
  }

  private void enqueue(T object, Delta.OfObject<T> delta) {
    ObjectKey key = keyOf(object);
    handover.write(
        () -> {
          firstList.changed();
          append(key, delta);
          version(object);
        });
  }

  /// Tells that the object is gone; nothing when it is neither known nor waiting, for then its
  /// deletion was handed out already.
  @Override
  public void delete(T object) {
    ObjectKey key = keyOf(object);
    T last = transformed(object);
    handover.writeAfter(
        () -> options.knownObjects().getByKey(key).isPresent(),
        isKnown -> {
          firstList.changed();
          version(object);
          if (waiting.containsKey(key) || (isInHand(key) ? !isGoing() : isKnown)) {
            append(key, new Delta.Deleted<>(new Deletion.Seen<>(key, last)));
          }
        });
  }

  /// What is processed is newer than what is known of it.
  private boolean isInHand(ObjectKey key) {
    Deltas<T> inHand = handover.inHand();
    return inHand != null && inHand.key().equals(key);
  }

  /// Whether a deletion is processed.
  private boolean isGoing() {
    Deltas<T> inHand = handover.inHand();
    return inHand != null && isDeletion(inHand.newest());
  }

  private static <T> boolean isDeletion(Delta.OfObject<T> delta) {
    return delta instanceof Delta.Deleted<T>;
  }

  /// Tells of each object of the list, then of the deletion of everything else that waits or is
  /// known; what its last state was is not certain then.
  @Override
  public void replace(Collection<? extends T> objects, String version) {
    Map<ObjectKey, List<Delta.OfObject<T>>> listed = new LinkedHashMap<>();
    for (T object : objects) {
      T changed = transformed(object);
      listed
          .computeIfAbsent(keyOf(object), _ -> new ArrayList<>())
          .add(
              options.replacedAsSync() ? new Delta.Sync<>(changed) : new Delta.Replaced<>(changed));
    }
    handover.writeAfter(
        () -> knownExcept(listed.keySet()),
        known -> {
          Map<ObjectKey, @Nullable T> gone = missingIn(listed.keySet(), known);
          listed.forEach((key, deltas) -> deltas.forEach(delta -> append(key, delta)));
          gone.forEach(
              (key, last) ->
                  append(key, new Delta.Deleted<>(new DeletedFinalStateUnknown<>(key, last))));
          Set<ObjectKey> all = new HashSet<>(listed.keySet());
          all.addAll(gone.keySet());
          firstList.listed(all);
          resourceVersion = version;
        });
  }

  /// What is known, but for these; empty where the state is not.
  private Map<ObjectKey, Optional<T>> knownExcept(Set<ObjectKey> some) {
    KeyListerGetter<T> known = options.knownObjects();
    Map<ObjectKey, Optional<T>> others = new LinkedHashMap<>();
    for (ObjectKey key : known.listKeys()) {
      if (!some.contains(key)) {
        others.put(key, known.getByKey(key));
      }
    }
    return others;
  }

  /// What waits or is known and is not in a list, with its last known state.
  private Map<ObjectKey, @Nullable T> missingIn(
      Set<ObjectKey> listed, Map<ObjectKey, Optional<T>> known) {
    Map<ObjectKey, @Nullable T> missing = new LinkedHashMap<>();
    waiting.forEach((key, deltas) -> missing.put(key, lastKnown(deltas.getLast()).orElse(null)));
    Deltas<T> inHand = handover.inHand();
    if (inHand != null && !isGoing()) {
      missing.putIfAbsent(inHand.key(), lastKnown(inHand.newest()).orElse(null));
    }
    known.forEach(
        (key, last) -> {
          if (!missing.containsKey(key) && !isInHand(key)) {
            missing.put(key, last.orElse(null));
          }
        });
    missing.keySet().removeAll(listed);
    return missing;
  }

  /// Hands out again every known object of which nothing waits; what waits is newer than what is
  /// known.
  @Override
  public void resync() {
    handover.writeAfter(
        () -> knownExcept(Set.of()),
        known ->
            known.forEach(
                (key, object) -> {
                  if (!waiting.containsKey(key) && !isInHand(key)) {
                    object.ifPresent(found -> append(key, new Delta.Sync<>(found)));
                  }
                }));
  }

  @Override
  public void bookmark(String version) {
    handover.write(() -> resourceVersion = version);
  }

  @Override
  public void addIfNotPresent(Deltas<T> accumulated) {
    handover.write(
        () -> {
          firstList.changed();
          waiting.putIfAbsent(accumulated.key(), new ArrayList<>(accumulated.all()));
        });
  }

  private void append(ObjectKey key, Delta.OfObject<T> delta) {
    append(waiting.computeIfAbsent(key, _ -> new ArrayList<>(2)), delta);
  }

  private static <T> void append(List<Delta.OfObject<T>> deltas, Delta.OfObject<T> delta) {
    if (!deltas.isEmpty()
        && isDeletion(deltas.getLast())
        && delta instanceof Delta.Deleted<T>(var deletion)) {
      if (deletion instanceof Deletion.Seen<T>) {
        deltas.set(deltas.size() - 1, delta);
      }
      return;
    }
    deltas.add(delta);
  }

  private T transformed(T object) {
    return Objects.requireNonNull(
        options.transform().apply(object), "the transform of a queue returned null");
  }

  private void version(T object) {
    String version = SnapshotEdit.versionOf(object);
    if (version != null) {
      resourceVersion = version;
    }
  }

  @Override
  public Deltas<T> pop(Processor<Deltas<T>> process) throws Exception {
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

  /// The newest state of each object that waits; a deleted one is not there.
  @Override
  public Store<T> asStore() {
    return new QueueStore<>(this, new Waiting());
  }

  /// {@inheritDoc} Looks at what waits, then at the known objects.
  @Override
  public Optional<T> known(ObjectKey key) {
    return asStore().getByKey(key).or(() -> options.knownObjects().getByKey(key));
  }

  private static <T> Optional<T> lastKnown(Delta.OfObject<T> delta) {
    return switch (delta) {
      case Delta.Added<T>(var object) -> Optional.of(object);
      case Delta.Updated<T>(var object) -> Optional.of(object);
      case Delta.Replaced<T>(var object) -> Optional.of(object);
      case Delta.Sync<T>(var object) -> Optional.of(object);
      case Delta.Deleted<T>(var deletion) -> deletion.lastKnown();
    };
  }

  private ObjectKey keyOf(T object) {
    return Keys.of(options.keys(), object);
  }

  private final class Waiting
      implements QueueCore.Content<Deltas<T>, Deltas<T>>, QueueStore.Content<T> {
    @Override
    public Map<ObjectKey, T> objects() {
      return handover.read(
          () -> {
            Map<ObjectKey, T> objects = new LinkedHashMap<>();
            waiting.forEach(
                (key, deltas) -> {
                  if (!isDeletion(deltas.getLast())) {
                    lastKnown(deltas.getLast()).ifPresent(object -> objects.put(key, object));
                  }
                });
            return objects;
          });
    }

    @Override
    public ObjectKey keyOf(T object) {
      return DeltaFifo.this.keyOf(object);
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
    public Deltas<T> take() {
      var first = waiting.firstEntry();
      waiting.remove(first.getKey());
      return new Deltas<>(first.getKey(), first.getValue());
    }

    @Override
    public Deltas<T> shown(Deltas<T> taken) {
      return taken;
    }

    @Override
    public boolean isInitial(Deltas<T> taken) {
      return firstList.contains(taken.key());
    }

    @Override
    public void done(Deltas<T> taken) {
      firstList.done(taken.key());
    }

    @Override
    public void putBack(Deltas<T> taken) {
      List<Delta.OfObject<T>> all = new ArrayList<>(taken.all());
      waiting.getOrDefault(taken.key(), List.of()).forEach(delta -> append(all, delta));
      waiting.put(taken.key(), all);
    }
  }
}
