package dev.drover.server.storage;

import dev.drover.server.core.ApiError;
import dev.drover.server.strategy.StoredObjects;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps the objects of all resources, with one revision counter over everything, and tells what
/// happens to them.
///
/// Writes are compare-and-set on the version that the writer saw:
///
/// ```java
/// for (;;) {
///   StoredObject before = store.get(key).orElseThrow(...);
///   before.require(preconditions);
///   var changed = change(before.tree());                    // slow work: admission, validation
///   Optional<StoredObject> after = store.replace(before, changed);
///   if (after.isPresent()) return after.get();              // else a concurrent write won: retry
/// }
/// ```
///
/// *Threading:* one write at a time, under a lock that is never held over I/O; reads and watches
/// take no lock and never hold up writes.
///
/// In Go: `storage.Interface` over etcd, and the watch cache in front of it.
public final class Store implements AutoCloseable {
  /// How much is remembered, and for how long a read waits.
  ///
  /// @param history how many changes are kept: for lists of the past, for watches that resume, and
  ///   for watches that lag
  /// @param historyBytes how many bytes of JSON the kept changes may take
  /// @param freshness how long a read waits for a revision that is yet to come
  public record Options(int history, long historyBytes, Duration freshness) {
    public static final Options DEFAULT =
        new Options(10_000, Runtime.getRuntime().maxMemory() / 16, Duration.ofSeconds(3));

    public Options {
      if (history < 1 || historyBytes < 1) {
        throw new IllegalArgumentException(
            "need history >= 1 and historyBytes >= 1, got " + history + " and " + historyBytes);
      }
    }

    public Options withHistory(int changes) {
      return new Options(changes, historyBytes, freshness);
    }

    public Options withHistoryBytes(long bytes) {
      return new Options(history, bytes, freshness);
    }

    public Options withFreshness(Duration wait) {
      return new Options(history, historyBytes, wait);
    }
  }

  static final long FIRST_REVISION = 1;

  private final Options options;
  private final PageStarts pageStarts;
  private final RecentTrees recent;
  private final RevisionLog log;
  private final Watches watches;
  private final List<Consumer<Change>> observers = new CopyOnWriteArrayList<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final Condition grown = writing.newCondition();
  private final @Nullable GroupCommit commits; // null if writes stay in memory

  /// An empty store, in memory.
  ///
  /// @param clock tells watches when they end and when bookmarks are due
  public Store(Options options, InstantSource clock) {
    this(options, clock, SavedState.empty(FIRST_REVISION), null);
  }

  /// An empty store, in memory, whose first revision is given.
  public static Store startingAt(long revision, Options options, InstantSource clock) {
    return new Store(options, clock, SavedState.empty(revision), null);
  }

  /// A store that goes on from a saved state, and whose writes are visible when a journal has them.
  /// Writes after the snapshot of the state are its history.
  public static Store durable(
      Options options, InstantSource clock, SavedState saved, Journal journal) {
    return new Store(options, clock, saved, journal);
  }

  private Store(Options options, InstantSource clock, SavedState saved, @Nullable Journal journal) {
    this.options = options;
    this.pageStarts = new PageStarts(clock);
    this.recent = saved.recent();
    this.log = new RevisionLog(options.history(), options.historyBytes(), saved.snapshot());
    saved.writes().forEach(write -> log.append(write.after(log.now())));
    this.watches = new Watches(log, clock);
    this.commits =
        journal == null ? null : new GroupCommit(journal, writing, log.now(), this::publish);
    if (commits != null) {
      commits.start();
    }
  }

  /// The revision of the last write.
  public long revision() {
    return log.now().revision();
  }

  /// Why nothing can be written any more; empty if it can.
  public Optional<String> problem() {
    return commits == null ? Optional.empty() : commits.problem();
  }

  /// Everything as it is at this moment; later writes do not show.
  public StoredObjects objects() {
    return log.now();
  }

  /// The newest version of an object.
  public Optional<StoredObject> get(StorageKey key) {
    return log.now().get(key);
  }

  /// A version of an object that is at least as new as asked for.
  ///
  /// @param resourceVersion empty or `0` for the newest one there is
  /// @throws ApiError when the version is not a number, or is in the future
  public Optional<StoredObject> get(StorageKey key, String resourceVersion) {
    awaitRevision(Revisions.parse(resourceVersion));
    return get(key);
  }

  /// Stores a new object.
  ///
  /// @throws ApiError when there is one of this name
  public StoredObject create(StorageKey key, Map<String, @Nullable Object> tree) {
    return create(key, others -> tree);
  }

  /// Stores a new object.
  ///
  /// @param tree gives the object at the moment of the write, while nothing else is written: to
  ///   take something that must be unique among all objects. It must be quick and without I/O; an
  ///   exception from it is handed on, and nothing is stored.
  /// @throws ApiError when there is one of this name
  public StoredObject create(
      StorageKey key, Function<StoredObjects, Map<String, @Nullable Object>> tree) {
    Change change =
        write(
            now -> {
              if (now.get(key).isPresent()) {
                throw ApiError.alreadyExists(key.groupResource(), key.name());
              }
              return Change.created(
                  StoredObject.first(key, now.revision() + 1, tree.apply(now), recent));
            });
    return Objects.requireNonNull(change).object();
  }

  /// Puts a new version of an object in the place of the one that the caller saw.
  ///
  /// @return the new version, or the one before when it says the same: nothing is written then.
  ///   Empty when `before` is no longer the newest version.
  public Optional<StoredObject> replace(StoredObject before, Map<String, @Nullable Object> tree) {
    return replace(before, others -> tree);
  }

  /// Puts a new version of an object in the place of the one that the caller saw.
  ///
  /// @param tree as in [#create(StorageKey, Function)]
  /// @return the new version, or the one before when it says the same: nothing is written then.
  ///   Empty when `before` is no longer the newest version.
  public Optional<StoredObject> replace(
      StoredObject before, Function<StoredObjects, Map<String, @Nullable Object>> tree) {
    boolean[] isSame = {false};
    Change change =
        write(
            now -> {
              if (isOutdated(before, now)) {
                return null;
              }
              Map<String, @Nullable Object> changed = tree.apply(now);
              isSame[0] = before.isSame(changed);
              return isSame[0]
                  ? null
                  : new Change(
                      Change.Type.UPDATED, before, before.next(now.revision() + 1, changed));
            });
    return isSame[0] ? Optional.of(before) : Optional.ofNullable(change).map(Change::object);
  }

  /// Takes an object away.
  ///
  /// @return its last state, with the revision of the delete; empty when `before` is no longer the
  ///   newest version
  public Optional<StoredObject> delete(StoredObject before) {
    Change change =
        write(
            now ->
                isOutdated(before, now)
                    ? null
                    : new Change(Change.Type.DELETED, before, before.at(now.revision() + 1)));
    return Optional.ofNullable(change).map(Change::object);
  }

  private static boolean isOutdated(StoredObject before, State now) {
    return now.get(before.key()).filter(current -> current == before).isEmpty();
  }

  /// Writes what a step makes of the newest state, while nothing else is written.
  ///
  /// @param step gives null to write nothing
  /// @return what was written, if anything
  private @Nullable Change write(Function<State, @Nullable Change> step) {
    Change change = commits == null ? writeInMemory(step) : writeDurably(step, commits);
    if (change != null) {
      observers.forEach(observer -> observer.accept(change));
    }
    return change;
  }

  private @Nullable Change writeInMemory(Function<State, @Nullable Change> step) {
    writing.lock();
    try {
      Change change = step.apply(log.now());
      if (change != null) {
        publish(change);
      }
      return change;
    } finally {
      writing.unlock();
    }
  }

  /// Decides on the newest state, which may not be visible yet. A refusal or an outdated version is
  /// a statement about that state, too, so the caller gets it when the state is visible: a retry
  /// then reads it.
  private @Nullable Change writeDurably(
      Function<State, @Nullable Change> step, GroupCommit journal) {
    long decidedOn = 0;
    try {
      writing.lock();
      try {
        State head = journal.head();
        decidedOn = head.revision();
        Change change = step.apply(head);
        if (change != null) {
          decidedOn = change.revision();
          journal.add(change);
        }
        return change;
      } finally {
        writing.unlock();
      }
    } finally {
      journal.awaitVisible(decidedOn);
    }
  }

  /// Makes a write visible, under the lock.
  private void publish(Change change) {
    log.append(change);
    watches.signal(change);
    grown.signalAll();
  }

  /// Tells about every write from now on: in the thread that wrote, after the write and before it
  /// returns. Of writes by several threads, a later one may be reported earlier. Observers may
  /// write, and must not throw.
  public void observe(Consumer<Change> observer) {
    observers.add(observer);
  }

  /// The objects of a resource, now or at a moment of the past, all or a page of them.
  ///
  /// @throws ApiError when the moment is forgotten, or yet to come, or the query is malformed
  public ListPage list(ListQuery query) {
    return new ObjectLists(log, pageStarts, this::awaitRevision).list(query);
  }

  /// Follows a resource. What keeps a watch from starting, such as a moment that is forgotten, is
  /// its only signal.
  ///
  /// @throws ApiError when the resourceVersion is not a number
  public Watch watch(WatchQuery query) {
    long from = Revisions.parse(query.resourceVersion());
    if (query.sendsInitialEvents()) {
      try {
        awaitRevision(from);
      } catch (ApiError tooLarge) {
        return watches.refused(query, tooLarge);
      }
    }
    return watches.open(query, from);
  }

  /// Waits until a revision is written.
  ///
  /// @throws ApiError when it is not after a while
  private void awaitRevision(long revision) {
    if (revision <= revision()) {
      return;
    }
    writing.lock();
    try {
      long left = options.freshness().toNanos();
      while (revision > revision()) {
        if (left <= 0) {
          throw Revisions.tooLarge(revision, revision());
        }
        left = grown.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Revisions.tooLarge(revision, revision());
    } finally {
      writing.unlock();
    }
  }

  /// Waits until something is written after a revision.
  ///
  /// @return the newest revision
  public long awaitAfter(long revision) throws InterruptedException {
    writing.lock();
    try {
      while (revision() <= revision) {
        grown.await();
      }
      return revision();
    } finally {
      writing.unlock();
    }
  }

  /// Forgets the past: lists and watches from before now are expired, and watches that lag end.
  public void compactNow() {
    writing.lock();
    try {
      log.compact();
    } finally {
      writing.unlock();
    }
  }

  /// Ends writing: what was accepted is durable when this returns. Does nothing in memory.
  @Override
  public void close() {
    if (commits != null) {
      commits.close();
    }
  }

  /// Ends all watches, as when connections break.
  public void cutWatches() {
    watches.cut();
  }

  /// Ends the watches of a resource that is served no longer, when they have told everything.
  ///
  /// @param resource as in the keys of its objects
  public void endWatches(String resource) {
    watches.end(resource);
  }

  /// Makes watches look at the clock again; to be called after a clock was set by hand.
  public void clockChanged() {
    watches.wake();
  }
}
