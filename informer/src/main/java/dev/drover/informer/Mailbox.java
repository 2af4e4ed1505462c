package dev.drover.informer;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Stands between the one who changes the store and a handler: the former never waits, the latter
/// takes its time.
///
/// The objects that are there when the handler begins are not copied: they are handed out as the
/// collection that they are. They come before everything else, whenever they were put in: no
/// notification that waits is about one of them, except those that came after.
///
/// Any number of threads put in, one takes out.
final class Mailbox<T> {
  /// Above so many waiting notifications, superseded ones are left out. As many as client-go's
  /// buffer has at first.
  static final int ROOMY = 1024;

  private final Monitor monitor; // of those who wait for isSynced

  private final Queue<Collection<T>> initial = new ArrayDeque<>();
  private final Backlog<T> backlog;
  private int initialLeft; // not yet delivered
  private boolean isOut; // a notification was taken, and the next one not asked for yet
  private boolean upstreamSynced;
  private volatile boolean closed;
  private volatile boolean synced;

  Mailbox(int roomy, Monitor monitor) {
    this.backlog = new Backlog<>(roomy);
    this.monitor = monitor;
  }

  /// What a handler finds in the box.
  sealed interface Mail<T> {
    /// Objects that were there from the beginning; each is to be confirmed by [Mailbox#delivered].
    record Initial<T>(Collection<T> objects) implements Mail<T> {}

    /// Something happened.
    record Live<T>(Change<T> notification) implements Mail<T> {}
  }

  /// Puts objects in that were there when the handler, or the informer, began.
  synchronized void begin(Collection<T> objects) {
    if (closed || objects.isEmpty()) {
      return;
    }
    initial.add(objects);
    initialLeft += objects.size();
    notifyAll();
  }

  /// Puts notifications in.
  synchronized void offer(List<? extends Change<T>> notifications) {
    if (closed) {
      return;
    }
    notifications.forEach(backlog::add);
    notifyAll();
  }

  /// From now on nothing is put in by [#begin].
  synchronized void upstreamSynced() {
    upstreamSynced = true;
    checkSynced();
  }

  /// Waits for mail; null once the box is closed.
  synchronized @Nullable Mail<T> take() throws InterruptedException {
    isOut = false;
    while (!closed) {
      Collection<T> objects = initial.poll();
      if (objects != null) {
        return new Mail.Initial<>(objects);
      }
      Change<T> next = backlog.poll();
      if (next != null) {
        isOut = true;
        return new Mail.Live<>(next);
      }
      wait();
    }
    return null;
  }

  /// One of the objects from the beginning was handled.
  synchronized void delivered() {
    if (!closed) {
      initialLeft--;
      checkSynced();
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
  synchronized int size() {
    return initialLeft + backlog.size();
  }

  /// Whether everything that was put in has been handled.
  synchronized boolean isIdle() {
    return size() == 0 && !isOut;
  }

  synchronized long coalesced() {
    return backlog.coalesced();
  }

  /// Throws away what is in the box.
  synchronized void close() {
    closed = true;
    initial.clear();
    initialLeft = 0;
    backlog.clear();
    notifyAll();
  }
}
