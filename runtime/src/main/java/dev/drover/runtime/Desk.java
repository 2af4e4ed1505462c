package dev.drover.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where the threads of a [WorkQueue] meet: one at a time is at the desk and has its state; others
/// leave a key in the inbox, or wait for one in the waiting room.
///
/// Whoever comes to the desk empties the inbox first, so a key is in the queue from the moment that
/// it is in the inbox. Who puts it there waits for the desk only if a worker has to be called, or
/// if the inbox is full; both together keep this promise:
///
/// *While a key is in the inbox and someone waits, somebody is on the way to the desk.*
///
/// For that one who puts in a key looks *afterwards* whether somebody has to be called, and one who
/// leaves the desk looks *afterwards*, once that can be seen, whether there is something in it.
final class Desk<K> {
  private static final int SOME = 8; // so many are taken out by who puts them in, if nobody is here
  private static final int FULL = 64; // so many are taken out by who puts them in
  private static final int SPINS = 200; // shorter than parking, longer than anybody needs the desk

  private final Time time;
  private final boolean patient; // need not see each key at once
  private final Consumer<List<Consumer<QueueObserver>>> listener;

  private final Inbox<K> inbox = new Inbox<>();
  private final ReentrantLock lock = new ReentrantLock(); // guards all below
  private final QueueState<K> state;
  private final WaitingRoom room = new WaitingRoom();
  private final List<Thread> drainers = new ArrayList<>();
  private boolean closed;

  // Written under the lock, read by anyone:
  private volatile boolean idle; // whether the next key has to call a worker
  private volatile boolean timed; // whether a key is delayed

  Desk(
      Time time,
      QueueState<K> state,
      boolean observed,
      Consumer<List<Consumer<QueueObserver>>> listener) {
    this.time = time;
    this.state = state;
    this.patient = !observed;
    this.listener = listener;
  }

  /// Wants a key to be handed out at the time `at`.
  void add(K key, long now, long at, int priority) {
    int waiting = inbox.put(new Entry<>(key, now, at, priority));
    time.turn();
    if (idle || waiting >= FULL || !patient) {
      enter();
      leave();
    } else if (waiting >= SOME && lock.tryLock()) {
      emptyInbox();
      leave();
    }
  }

  /// Waits for the desk. What was added before is in the state then.
  QueueState<K> enter() {
    for (int i = 0; i < SPINS; i++) {
      if (lock.tryLock()) {
        return emptyInbox();
      }
      Thread.onSpinWait();
    }
    lock.lock();
    return emptyInbox();
  }

  private QueueState<K> emptyInbox() {
    Entry<K> entry = inbox.empty();
    if (entry == null) {
      return state;
    }
    Entry<K> first = state.next();
    while (entry != null) {
      Entry<K> later = entry.next;
      entry.next = null;
      state.add(entry);
      entry = later;
    }
    if (state.next() != first) {
      room.alarm();
    }
    return state;
  }

  /// The only way to go: wakes and tells whom it concerns, once others can come.
  void leave() {
    Thread called = call();
    Thread alarmed = room.alarmed();
    List<Thread> released = drainers.isEmpty() || !isDrained() ? List.of() : List.copyOf(drainers);
    List<Consumer<QueueObserver>> news = state.news();
    if (timed != state.delayed() > 0) {
      timed = state.delayed() > 0;
    }
    lock.unlock();
    time.unpark(alarmed);
    time.unpark(called);
    released.forEach(time::unpark);
    listener.accept(news);
  }

  /// Who has to come because there is something to do.
  private @Nullable Thread call() {
    while (true) {
      Thread called = room.next(state.ready() > 0 || isOver(), state.delayed() > 0);
      if (idle != room.isIdle()) {
        idle = room.isIdle();
      }
      if (called != null || !idle || inbox.isEmpty()) {
        return called;
      }
      emptyInbox();
    }
  }

  /// Whether nothing will be handed out any more.
  private boolean isOver() {
    return closed || (state.isShut() && state.due() == 0);
  }

  private boolean isDrained() {
    return closed || (state.due() == 0 && state.running() == 0);
  }

  /// Waits for a key to be ready and hands it out; null when none will come.
  <R> @Nullable R take(Function<Entry<K>, R> form) throws InterruptedException {
    WaitingRoom.Waiter me = null;
    while (true) {
      if (Thread.interrupted()) {
        goAway(me);
        throw new InterruptedException();
      }
      long now = time.nanos();
      long until;
      enter();
      try {
        state.expire(now);
        Entry<K> entry = state.take(now);
        if (entry != null || isOver()) {
          room.leave(me);
          return entry == null ? null : form.apply(entry);
        }
        me = me == null ? new WaitingRoom.Waiter() : me;
        until = room.enter(me) ? nextTime() : Long.MAX_VALUE;
      } finally {
        leave();
      }
      park(until);
    }
  }

  private long nextTime() {
    Entry<K> next = state.next();
    return next == null ? Long.MAX_VALUE : next.at;
  }

  private void park(long until) {
    if (until == Long.MAX_VALUE) {
      time.park();
    } else {
      time.parkUntil(until);
    }
  }

  private void goAway(WaitingRoom.@Nullable Waiter waiter) {
    enter();
    try {
      room.leave(waiter);
    } finally {
      leave();
    }
  }

  /// Ends the run of a key.
  void done(K key) {
    // Asked for only where it matters, as the time is a good part of what this costs.
    boolean timely = timed || !patient;
    long now = timely ? time.nanos() : 0;
    enter();
    try {
      state.done(key, timely ? now : state.latest());
    } finally {
      leave();
    }
  }

  void shutDown() {
    enter();
    try {
      state.shutDown();
    } finally {
      leave();
    }
  }

  /// Shuts down and hands out nothing any more.
  void close() {
    enter();
    try {
      closed = true;
      state.clear();
    } finally {
      leave();
    }
  }

  boolean isClosed() {
    enter();
    try {
      return closed;
    } finally {
      leave();
    }
  }

  /// Waits until all that was ready is done, or the queue is closed; false when that takes longer.
  boolean awaitDrained(Duration limit) throws InterruptedException {
    long until = time.nanos() + Nanos.of(limit);
    Thread me = Thread.currentThread();
    try {
      while (!isDrained(me)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (time.nanos() - until >= 0) {
          return false;
        }
        time.parkUntil(until);
      }
      return true;
    } finally {
      enter();
      try {
        drainers.remove(me);
      } finally {
        leave();
      }
    }
  }

  private boolean isDrained(Thread me) {
    enter();
    try {
      if (!drainers.contains(me)) {
        drainers.add(me);
      }
      return isDrained();
    } finally {
      leave();
    }
  }
}
