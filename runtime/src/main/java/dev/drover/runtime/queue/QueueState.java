package dev.drover.runtime.queue;

import dev.drover.runtime.queue.Entry.Failures;
import dev.drover.runtime.queue.Entry.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rules of a [WorkQueue]: what happens to a key, as a function of the time. Knows no threads
/// and no waiting; its caller has the lock.
final class QueueState<K> {
  private final EntryTable<K> entries =
      new EntryTable<>(); // in the queue, running, or failed before
  private final DelayHeap<K> delayed = new DelayHeap<>(); // DELAYED and RUNNING_DELAYED
  private final ReadyKeys<K> ready; // READY
  private final EntryList<K> running = new EntryList<>(); // RUNNING, DIRTY and RUNNING_DELAYED
  private final boolean observed;
  private List<Consumer<QueueObserver>> news = new ArrayList<>();
  private int runs; // how many are running
  private long latest; // the latest time that was heard of
  private int dirty; // DIRTY
  private boolean shut; // takes nothing new

  /// @param fair whether entries have groups that take turns
  QueueState(Ageing ageing, boolean fair, boolean observed, long now) {
    this.latest = now;
    this.ready = new ReadyKeys<>(ageing, fair);
    this.observed = observed;
  }

  /// Wants a key to be handed out at the time that a new entry says.
  void add(Entry<K> wish) {
    if (shut) {
      return;
    }
    long now = wish.since;
    long at = wish.at;
    expire(now); // what is ready by now comes before what is added now
    if (at - now > 0) {
      tell(QueueObserver::retried);
    }
    int priority = wish.priority;
    Entry<K> entry = entries.intern(wish);
    if (entry.state == State.IDLE) {
      entry.group = wish.group; // it stays in its group as long as it waits or runs
    }
    add(entry, now, at, priority);
  }

  private void add(Entry<K> entry, long now, long at, int priority) {
    boolean later = at - now > 0;
    switch (entry.state) {
      case IDLE -> {
        entry.priority = priority;
        if (later) {
          delay(entry, State.DELAYED, at);
          entry.since = now;
        } else {
          becomeReady(entry, now);
        }
      }
      case RUNNING -> {
        entry.priority = priority;
        if (later) {
          delay(entry, State.RUNNING_DELAYED, at);
        } else {
          becomeDirty(entry, now);
        }
      }
      case DELAYED, RUNNING_DELAYED -> {
        entry.priority = Math.max(entry.priority, priority);
        if (!later) {
          delayed.remove(entry);
          expire(entry, now);
        } else if (at - entry.at < 0) {
          entry.at = at;
          delayed.advanced(entry);
        }
      }
      case READY -> {
        if (priority > entry.priority) {
          ready.remove(entry);
          raise(entry, priority);
          ready.add(entry);
        }
      }
      case DIRTY -> {
        if (priority > entry.priority) {
          raise(entry, priority);
        }
      }
    }
  }

  private void delay(Entry<K> entry, State state, long at) {
    entry.state = state;
    entry.at = at;
    delayed.add(entry);
  }

  private void becomeReady(Entry<K> entry, long now) {
    entry.state = State.READY;
    entry.at = now;
    entry.since = now;
    ready.add(entry);
    tellAdded(entry.priority);
  }

  private void becomeDirty(Entry<K> entry, long now) {
    entry.state = State.DIRTY;
    entry.at = now;
    dirty++;
    tellAdded(entry.priority);
  }

  private void raise(Entry<K> entry, int priority) {
    int from = entry.priority;
    entry.priority = priority;
    tell(observer -> observer.raised(from, priority));
  }

  /// The time of a delayed entry, which is no longer in the heap, has come.
  private void expire(Entry<K> entry, long now) {
    if (entry.state == State.DELAYED) {
      becomeReady(entry, now);
    } else {
      becomeDirty(entry, now);
    }
  }

  /// Lets those become ready whose time has come.
  void expire(long now) {
    if (now - latest > 0) {
      latest = now;
    }
    for (Entry<K> first = delayed.first();
        first != null && first.at - now <= 0;
        first = delayed.first()) {
      delayed.remove(first);
      expire(first, now);
    }
  }

  /// Hands out the key whose turn it is, if one is ready.
  @Nullable Entry<K> take(long now) {
    Entry<K> entry = ready.poll(now);
    if (entry != null) {
      entry.state = State.RUNNING;
      entry.since = now;
      entry.runPriority = entry.priority;
      running.add(entry);
      runs++;
      if (observed) {
        tellTaken(entry.priority, now - entry.at);
      }
    }
    return entry;
  }

  /// Ends the run of a key.
  void done(K key, long now) {
    Entry<K> entry = entries.find(key);
    if (entry == null || !entry.isRunning()) {
      throw new IllegalStateException("done with " + key + ", which no worker has");
    }
    expire(now);
    running.remove(entry);
    runs--;
    if (observed) {
      tellDone(now - entry.since);
    }
    entry.since = now;
    switch (entry.state) {
      case DIRTY -> {
        dirty--;
        entry.state = State.READY;
        ready.add(entry);
      }
      case RUNNING_DELAYED -> entry.state = State.DELAYED;
      case IDLE, DELAYED, READY, RUNNING -> {
        entry.state = State.IDLE;
        dropIfForgotten(entry);
      }
    }
  }

  private void dropIfForgotten(Entry<K> entry) {
    if (entry.state == State.IDLE && entry.failures.count() == 0) {
      entries.remove(entry);
    }
  }

  /// Counts a failure and says how many there are now.
  int fail(K key, @Nullable Throwable error) {
    if (shut) {
      return failures(key);
    }
    Entry<K> entry = entries.intern(new Entry<>(key, latest, latest, 0));
    entry.failures = entry.failures.oneMore(error);
    return entry.failures.count();
  }

  int failures(K key) {
    Entry<K> entry = entries.find(key);
    return entry == null ? 0 : entry.failures.count();
  }

  void forget(K key) {
    Entry<K> entry = entries.find(key);
    if (entry != null && entry.failures.count() > 0) {
      entry.failures = Failures.NONE;
      dropIfForgotten(entry);
    }
  }

  /// Whether the key is to be handed out as soon as possible already.
  boolean isDue(K key) {
    Entry<K> entry = entries.find(key);
    return entry != null && (entry.state == State.READY || entry.state == State.DIRTY);
  }

  /// Takes nothing new from now on, and forgets what is delayed.
  void shutDown() {
    shut = true;
    for (Entry<K> first = delayed.first(); first != null; first = delayed.first()) {
      delayed.remove(first);
      first.state = first.state == State.DELAYED ? State.IDLE : State.RUNNING;
      dropIfForgotten(first);
    }
  }

  /// Forgets what is ready, too.
  void clear() {
    shutDown();
    for (Entry<K> entry : ready.first(ready.size())) {
      ready.remove(entry);
      entry.state = State.IDLE;
      tellDropped(entry.priority);
      dropIfForgotten(entry);
    }
    for (Entry<K> entry : running.first(runs)) {
      if (entry.state == State.DIRTY) {
        entry.state = State.RUNNING;
        dirty--;
        tellDropped(entry.priority);
      }
    }
  }

  /// The latest time that was heard of; good enough where nothing depends on it.
  long latest() {
    return latest;
  }

  boolean isShut() {
    return shut;
  }

  int ready() {
    return ready.size();
  }

  int delayed() {
    return delayed.size();
  }

  int running() {
    return runs;
  }

  /// How many are ready, or will be once their worker is done.
  int due() {
    return ready.size() + dirty;
  }

  /// The entry whose time comes first.
  @Nullable Entry<K> next() {
    return delayed.first();
  }

  /// Whether a key that has failed is delayed until this time at most.
  boolean hasRetryUntil(long at) {
    return delayed.anyUntil(at, entry -> entry.failures.count() > 0);
  }

  List<Entry<K>> firstRunning(int count) {
    return running.first(count);
  }

  List<Entry<K>> firstReady(int count) {
    return ready.first(count);
  }

  List<Entry<K>> firstDelayed(int count) {
    return delayed.first(count);
  }

  /// The events for the observer since the last call.
  List<Consumer<QueueObserver>> news() {
    if (news.isEmpty()) {
      return List.of();
    }
    List<Consumer<QueueObserver>> told = news;
    news = new ArrayList<>();
    return told;
  }

  private void tell(Consumer<QueueObserver> one) {
    if (observed) {
      news.add(one);
    }
  }

  private void tellAdded(int priority) {
    if (observed) {
      news.add(observer -> observer.added(priority));
    }
  }

  private void tellTaken(int priority, long waited) {
    news.add(observer -> observer.taken(priority, Duration.ofNanos(waited)));
  }

  private void tellDone(long worked) {
    news.add(observer -> observer.done(Duration.ofNanos(worked)));
  }

  private void tellDropped(int priority) {
    tell(observer -> observer.dropped(priority));
  }
}
