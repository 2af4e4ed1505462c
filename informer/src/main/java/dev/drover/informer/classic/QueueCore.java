package dev.drover.informer.classic;

import dev.drover.informer.classic.Queue.Processor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The part that all queues share: a lock over their content, and handing out one thing at a time.
///
/// ```
///            pop: something waits            process returns or throws
///   resting ─────────────────────▶ processing ─────────────────────▶ resting
///      │ pop: nothing waits                        RequeueException: back into the content
///      ▼
///   waits for content; closed: QueueClosedException
/// ```
///
/// While an item is processed no other thread pops, so nothing is handed out twice and newer
/// arrivals wait their turn. The lock is free meanwhile: writers and readers of the queue go on,
/// and what processes may use the queue itself. A write that depends on what the consumer has holds
/// back the next pop, and not the lock: see [#writeAfter].
///
/// @param <I> what a queue takes out of itself
/// @param <A> what it hands out of that
final class QueueCore<I, A> {
  private final Lock lock;
  private final Condition changed;
  private final Content<I, A> content;
  private @Nullable Thread worker; // the one that processes; null while resting
  private @Nullable I inHand; // what is processed
  private int looking; // at something outside that must not move: nothing is handed out meanwhile
  private boolean untold; // there is content without a wake-up for it
  private boolean closed;

  /// What a queue has. Called with the lock held.
  ///
  /// @param <I> what a queue takes out of itself
  /// @param <A> what it hands out of that
  interface Content<I, A> {
    boolean isEmpty();

    /// Takes the first out.
    I take();

    /// What is handed out of it. Called without the lock.
    A shown(I taken);

    /// Whether it came with the first list.
    boolean isInitial(I taken);

    /// It was processed, successfully or not, and counts as done.
    void done(I taken);

    /// It must be tried again.
    void putBack(I taken);
  }

  /// @param lock guards the content
  QueueCore(Content<I, A> content, Lock lock) {
    this.content = content;
    this.lock = lock;
    this.changed = lock.newCondition();
  }

  A pop(Processor<A> process) throws Exception {
    I taken = begin();
    boolean again = false;
    try {
      A shown = content.shown(taken);
      process.process(shown, read(() -> content.isInitial(taken)));
      return shown;
    } catch (RequeueException e) {
      again = true;
      throw e.inner();
    } finally {
      end(taken, again);
    }
  }

  private I begin() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (worker == Thread.currentThread()) {
        throw new IllegalStateException("what a queue hands out is processed; it cannot pop more");
      }
      while (worker != null || looking > 0 || content.isEmpty()) {
        if (closed && worker == null && looking == 0) {
          throw new QueueClosedException();
        }
        changed.await();
      }
      I taken = content.take();
      worker = Thread.currentThread();
      inHand = taken;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void end(I taken, boolean again) {
    write(
        () -> {
          worker = null;
          inHand = null;
          if (again) {
            content.putBack(taken);
          } else {
            content.done(taken);
          }
        });
  }

  /// What is processed at the moment. Only with the lock held.
  @Nullable I inHand() {
    return inHand;
  }

  /// Changes the content and wakes the threads that wait for it.
  void write(Runnable change) {
    lock.lock();
    try {
      change.run();
      untold = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Looks at what the other side has, then changes the content: both as of one moment. The lock is
  /// free while it looks, so that writers and readers of the queue go on, but nothing is handed
  /// out: what the other side has moves only by processing.
  ///
  /// @param look must not pop; called again when what was processed at first is done by then, which
  ///   happens once at most
  <S> void writeAfter(Supplier<S> look, Consumer<S> change) {
    write(() -> looking++);
    try {
      boolean written = false;
      while (!written) {
        @Nullable I then = read(() -> inHand);
        S seen = look.get();
        written = writeIfStill(then, () -> change.accept(seen));
      }
    } finally {
      write(() -> looking--);
    }
  }

  private boolean writeIfStill(@Nullable I then, Runnable change) {
    lock.lock();
    try {
      if (inHand == then) {
        write(change);
        return true;
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /// Changes the content once there is room, or the queue is closed. The thread that processes does
  /// not wait: no other could make room. Nor does an interrupted thread, which stays interrupted:
  /// it is about to end, and its change may exceed the bound by one.
  ///
  /// @param change says whether to wake the threads that wait for content; if not, [#write] must
  ///   follow
  void writeWhen(BooleanSupplier room, BooleanSupplier change) {
    lock.lock();
    try {
      awaitRoom(room);
      untold = true;
      if (change.getAsBoolean()) {
        tell();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom(BooleanSupplier room) {
    try {
      while (!room.getAsBoolean() && !closed && worker != Thread.currentThread()) {
        tell(); // the consumer, which makes room
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell() {
    if (untold) {
      untold = false;
      changed.signalAll();
    }
  }

  <R> R read(Supplier<R> look) {
    lock.lock();
    try {
      return look.get();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    write(() -> closed = true);
  }

  boolean isClosed() {
    return read(() -> closed);
  }
}
