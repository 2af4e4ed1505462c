package dev.drover.informer;

import dev.drover.informer.store.Change;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The queue between the thread that changes the store, which never waits, and a handler, which may
/// be slow.
///
/// The objects that are there when the handler begins are not copied: they are handed out as the
/// collection that they are. They come before everything else, whenever they were put in: no
/// notification that waits is about one of them, except those that came after.
///
/// Any number of threads put in, one takes out.
final class Mailbox<T> {
  /// Above so many waiting notifications, superseded ones are left out. As many as client-go's
  /// buffer has at first.
  static final int COALESCE_ABOVE = 1024;

  /// So many are taken at once, so that the lock is not fought for with each of them.
  private static final int BATCH = 64;

  private final Monitor monitor; // for threads that wait for isSynced
  private final Lock lock;
  private final Condition arrived; // something did, or the box is closed

  private final Queue<Collection<T>> initial = new ArrayDeque<>();
  private final Backlog<T> backlog;
  private int initialLeft; // not yet delivered
  private boolean isOut; // notifications were taken, and the next ones not asked for yet
  private volatile int inHand; // of those, not yet begun with
  private boolean upstreamSynced;
  private boolean overflowed; // the backlog had no room: nothing more is put in
  private volatile boolean closed;
  private volatile boolean synced;

  /// @param lock guards the content
  Mailbox(Backlog<T> backlog, Monitor monitor, Lock lock) {
    this.backlog = backlog;
    this.monitor = monitor;
    this.lock = lock;
    this.arrived = lock.newCondition();
  }

  /// What a handler finds in the box.
  sealed interface Mail<T> {
    /// Objects that were there from the beginning; each is to be confirmed by [Mailbox#delivered].
    record Initial<T>(Collection<T> objects) implements Mail<T> {}

    /// Something happened; each is to be announced by [Mailbox#handling].
    record Live<T>(List<Change<T>> notifications) implements Mail<T> {}

    /// The backlog had no room for a notification. Everything before it was taken.
    record Overflow<T>() implements Mail<T> {}
  }

  /// Puts objects in that were there when the handler, or the informer, began.
  void begin(Collection<T> objects) {
    lock.lock();
    try {
      if (!closed && !objects.isEmpty()) {
        initial.add(objects);
        initialLeft += objects.size();
        arrived.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Puts notifications in; does nothing after an overflow.
  ///
  /// @return false if the backlog has overflowed by this call
  boolean offer(List<? extends Change<T>> notifications) {
    lock.lock();
    try {
      if (closed || overflowed) {
        return true;
      }
      for (Change<T> notification : notifications) {
        if (!backlog.add(notification)) {
          overflowed = true;
          break;
        }
      }
      arrived.signalAll();
      return !overflowed;
    } finally {
      lock.unlock();
    }
  }

  /// From now on nothing is put in by [#begin].
  void upstreamSynced() {
    lock.lock();
    try {
      upstreamSynced = true;
      checkSynced();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for mail; null once the box is closed.
  @Nullable Mail<T> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      isOut = false;
      while (!closed) {
        Collection<T> objects = initial.poll();
        if (objects != null) {
          return new Mail.Initial<>(objects);
        }
        List<Change<T>> next = backlog.poll(BATCH);
        if (!next.isEmpty()) {
          isOut = true;
          inHand = next.size();
          return new Mail.Live<>(next);
        }
        if (overflowed) {
          return new Mail.Overflow<>();
        }
        arrived.await();
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /// One of the notifications taken is about to be handled. Called by the consumer.
  @SuppressWarnings("NonAtomicVolatileUpdate") // only the consumer writes while the batch is out
  void handling() {
    inHand--;
  }

  /// One of the objects from the beginning was handled.
  void delivered() {
    lock.lock();
    try {
      if (!closed) {
        initialLeft--;
        checkSynced();
      }
    } finally {
      lock.unlock();
    }
  }

  private void checkSynced() {
    if (!synced && upstreamSynced && initialLeft == 0) {
      synced = true;
      monitor.changed();
    }
  }

  boolean isSynced() {
    return synced;
  }

  boolean isClosed() {
    return closed;
  }

  /// How many calls of the handler what is in the box stands for.
  int size() {
    return look(this::waiting);
  }

  private int waiting() {
    return closed ? 0 : initialLeft + backlog.size() + inHand;
  }

  /// Whether everything that was put in has been handled.
  boolean isIdle() {
    return look(() -> waiting() == 0 && !isOut);
  }

  int bound() {
    return backlog.bound();
  }

  long coalesced() {
    return look(backlog::coalesced);
  }

  private <R> R look(Supplier<R> at) {
    lock.lock();
    try {
      return at.get();
    } finally {
      lock.unlock();
    }
  }

  /// Throws away what is in the box.
  void close() {
    lock.lock();
    try {
      closed = true;
      initial.clear();
      initialLeft = 0;
      backlog.clear();
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
