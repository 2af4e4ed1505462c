package dev.drover.runtime.queue;

import dev.drover.runtime.internal.Nanos;
import dev.drover.runtime.internal.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The lock of a [WorkQueue]: its holder has the state of the queue; workers without a key wait in
/// [WaitingWorkers].
///
/// The lock is held for some hundred nanoseconds, less than it takes to park a thread. A thread
/// that fails to acquire it therefore spins with exponential back-off: polling without pauses would
/// take the lock's cache line from the holder's processor again and again. A holder that comes back
/// before the others look finds its data still in its caches, which is most of the speed of a busy
/// queue.
final class QueueLock<K> {
  // In pauses of the processor, some 40 ns each: a bit longer than one visit; a good many visits.
  private static final int FIRST_PAUSE = 32;
  private static final int LONGEST_PAUSE = 256;
  private static final int ATTEMPTS = 8; // then the holder is not running, so park

  private final Time time;
  private final QueueOrder<? super K> order;
  private final boolean observed;
  private final Consumer<List<Consumer<QueueObserver>>> listener;

  private final ReentrantLock lock = new ReentrantLock(); // guards all below
  private final QueueState<K> state;
  private final WaitingWorkers room = new WaitingWorkers();
  private final List<Drainer> drainers = new ArrayList<>();
  private boolean closed;

  private volatile boolean timed; // whether a key is delayed; written under the lock

  QueueLock(
      Time time,
      QueueOrder<? super K> order,
      QueueState<K> state,
      boolean observed,
      Consumer<List<Consumer<QueueObserver>>> listener) {
    this.time = time;
    this.order = order;
    this.state = state;
    this.observed = observed;
    this.listener = listener;
  }

  /// Wants a key to be handed out at the time `at`.
  void add(K key, long now, long at, int priority) {
    // Before the lock is held: the order calls user code, and others would wait.
    Entry<K> wish = new Entry<>(key, now, at, order.priority(priority));
    wish.group = order.group(key);
    enter();
    try {
      long before = nextTime();
      state.add(wish);
      if (nextTime() != before) { // also when the same key comes first, only earlier
        room.alarm();
      }
    } finally {
      leave();
    }
  }

  /// Waits for the desk.
  QueueState<K> enter() {
    int pause = FIRST_PAUSE;
    for (int i = 0; i < ATTEMPTS; i++) {
      if (lock.tryLock()) {
        return state;
      }
      for (int j = 0; j < pause; j++) {
        Thread.onSpinWait();
      }
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    lock.lock();
    return state;
  }

  /// The only way to go: wakes and tells whom it concerns, once others can come.
  void leave() {
    Thread called = room.next(state.ready() > 0 || isOver(), state.delayed() > 0);
    Thread alarmed = room.alarmed();
    List<Thread> released = drainers.isEmpty() ? List.of() : released();
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

  /// Whether nothing will be handed out any more.
  private boolean isOver() {
    return closed || (state.isShut() && state.due() == 0);
  }

  private List<Thread> released() {
    return drainers.stream().filter(this::mayGo).map(drainer -> drainer.thread).toList();
  }

  private boolean mayGo(Drainer drainer) {
    return drainer.released || isDrained();
  }

  private boolean isDrained() {
    return state.due() == 0 && state.running() == 0;
  }

  /// Waits for a key to be ready and hands it out; null when none will come.
  <R> @Nullable R take(Function<Entry<K>, R> form) throws InterruptedException {
    WaitingWorkers.Waiter me = null;
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
        me = me == null ? new WaitingWorkers.Waiter() : me;
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

  private void goAway(WaitingWorkers.@Nullable Waiter waiter) {
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
    boolean timely = timed || observed;
    long now = timely ? time.nanos() : 0;
    enter();
    try {
      state.done(key, timely ? now : state.latest());
    } finally {
      leave();
    }
  }

  /// Takes nothing new, and releases the threads that drain.
  void shutDown() {
    enter();
    try {
      state.shutDown();
      drainers.forEach(drainer -> drainer.released = true);
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
      drainers.forEach(drainer -> drainer.released = true);
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

  /// Shuts down, and waits until everything that was ready is done.
  ///
  /// @return false when the limit passed, or the queue was shut down or closed meanwhile
  boolean drain(Duration limit) throws InterruptedException {
    long until = time.nanos() + Nanos.of(limit);
    Drainer me = new Drainer();
    begin(me);
    try {
      while (!isReleased(me)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (time.nanos() - until >= 0) {
          return false;
        }
        time.parkUntil(until);
      }
    } finally {
      end(me);
    }
    return me.drained;
  }

  private void begin(Drainer drainer) {
    enter();
    try {
      state.shutDown();
      drainers.add(drainer);
    } finally {
      leave();
    }
  }

  private boolean isReleased(Drainer drainer) {
    enter();
    try {
      drainer.drained = isDrained();
      return mayGo(drainer);
    } finally {
      leave();
    }
  }

  private void end(Drainer drainer) {
    enter();
    try {
      drainers.remove(drainer);
    } finally {
      leave();
    }
  }

  /// A thread that waits until everything is done.
  private static final class Drainer {
    final Thread thread = Thread.currentThread();
    boolean released; // by a shutdown without draining
    boolean drained; // when it looked last
  }
}
