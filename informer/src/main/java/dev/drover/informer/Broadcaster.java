package dev.drover.informer;

import dev.drover.informer.store.Change;
import dev.drover.informer.store.SnapshotStore;
import dev.drover.informer.store.StoreStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

/// Changes the store and puts the changes into the mailboxes of all handlers, atomically: a new
/// handler gets the store as it is and every change from there on, each once.
///
/// ```
///   commit:  lock { store: old → new;  each mailbox: + changes }      add: lock { snapshot; + mailbox }
/// ```
///
/// Under the lock no user code runs and nothing waits; adding a handler takes as long with a
/// million objects as with one.
final class Broadcaster<T> {
  private final SnapshotStore<T> store;
  private final Monitor monitor;
  private final Lock lock;
  private final List<Listener<T>> listeners = new ArrayList<>(); // guarded by lock
  private final ResyncSchedule schedule; // guarded by lock
  private boolean started; // guarded by lock
  private boolean stopped; // guarded by lock
  private volatile boolean synced; // changed under lock

  /// @param lock guards what this has
  Broadcaster(SnapshotStore<T> store, Duration resync, Monitor monitor, Lock lock) {
    this.lock = lock;
    this.store = store;
    this.schedule = new ResyncSchedule(resync);
    this.monitor = monitor;
  }

  /// Adds a handler.
  ///
  /// @param make makes its listener; runs no user code
  /// @throws IllegalStateException when this has stopped
  Listener<T> add(Duration period, long now, Function<ResyncSchedule.Turn, Listener<T>> make) {
    lock.lock();
    try {
      if (stopped) {
        throw new IllegalStateException("the informer has stopped: no handler can be added");
      }
      Listener<T> listener = make.apply(schedule.join(period, now));
      listener.mailbox().begin(store.list());
      if (synced) {
        listener.mailbox().upstreamSynced();
      }
      listeners.add(listener);
      if (started) {
        listener.start();
      }
      return listener;
    } finally {
      lock.unlock();
    }
  }

  void remove(Listener<T> listener) {
    lock.lock();
    try {
      schedule.leave(listener.resync());
      listeners.remove(listener);
    } finally {
      lock.unlock();
    }
  }

  /// Whether a handler has been told of everything that has reached the store. Under the lock: a
  /// change can be read from the store before it is in the mailboxes.
  boolean isIdle(Listener<T> listener) {
    lock.lock();
    try {
      return listener.mailbox().isIdle();
    } finally {
      lock.unlock();
    }
  }

  /// Whether all handlers have been told of everything that has reached the store.
  boolean isIdle() {
    lock.lock();
    try {
      return listeners.stream().allMatch(listener -> listener.mailbox().isIdle());
    } finally {
      lock.unlock();
    }
  }

  List<Listener<T>> listeners() {
    lock.lock();
    try {
      return List.copyOf(listeners);
    } finally {
      lock.unlock();
    }
  }

  /// Starts the handlers.
  ///
  /// @return how often to call [#isResyncDue]; zero = never
  Duration start() {
    lock.lock();
    try {
      started = true;
      schedule.start();
      listeners.forEach(Listener::start);
      return schedule.check();
    } finally {
      lock.unlock();
    }
  }

  /// Closes the mailboxes: no handler is called any more.
  void stop() {
    lock.lock();
    try {
      stopped = true;
      listeners.forEach(listener -> listener.mailbox().close());
    } finally {
      lock.unlock();
    }
  }

  /// Commits the step and delivers its changes to all handlers.
  ///
  /// @param changes what to tell: all of the step, or less
  /// @return false when the store has changed since the step was prepared; nothing happened then
  boolean commit(StoreStep<T> step, List<Change<T>> changes) {
    List<Listener<T>> overflowed = List.of();
    lock.lock();
    try {
      if (!store.commit(step)) {
        return false;
      }
      if (!changes.isEmpty()) {
        for (Listener<T> listener : listeners) {
          overflowed = offer(listener, changes, overflowed);
        }
      }
    } finally {
      lock.unlock();
    }
    overflowed.forEach(Listener::reportOverflow);
    return true;
  }

  private static <T> List<Listener<T>> offer(
      Listener<T> listener, List<Change<T>> changes, List<Listener<T>> overflowed) {
    if (listener.mailbox().offer(changes)) {
      return overflowed;
    }
    List<Listener<T>> all = new ArrayList<>(overflowed);
    all.add(listener);
    return all;
  }

  /// Takes the step that brings the first list of a source, and tells all handlers.
  ///
  /// @param objects all that are new by it
  /// @param last whether all sources have brought a list now
  /// @return false when the store has changed since the step was prepared; nothing happened then
  boolean commitFirst(StoreStep<T> step, List<T> objects, boolean last) {
    lock.lock();
    try {
      if (!store.commit(step)) {
        return false;
      }
      listeners.forEach(listener -> listener.mailbox().begin(objects));
      if (last) {
        synced = true;
        listeners.forEach(listener -> listener.mailbox().upstreamSynced());
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Whether any handler wants to look at everything again now.
  boolean isResyncDue(long now) {
    lock.lock();
    try {
      return schedule.isDue(now);
    } finally {
      lock.unlock();
    }
  }

  /// Delivers a resync to the handlers whose period has passed.
  ///
  /// @param step an update of every object
  /// @return false when the store has changed since the step was prepared; nothing happened then
  boolean resync(StoreStep<T> step) {
    List<Listener<T>> overflowed = List.of();
    lock.lock();
    try {
      if (!store.commit(step)) {
        return false;
      }
      for (Listener<T> listener : listeners) {
        if (listener.resync().take()) {
          overflowed = offer(listener, step.changes(), overflowed);
        }
      }
    } finally {
      lock.unlock();
    }
    overflowed.forEach(Listener::reportOverflow);
    return true;
  }

  boolean isSynced() {
    return synced;
  }

  Monitor monitor() {
    return monitor;
  }
}
