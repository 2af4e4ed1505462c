package dev.drover.server.storage;

import dev.drover.server.core.ApiError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Commits the writes of a store in batches: a write is decided on the newest state at once, and
/// becomes visible when the journal has it.
///
/// ```
///   writers ──▶ head (decided) ──▶ waiting ──▶ journal ──▶ visible, writers return
///                                    └─ one batch per append: all that came during the last one
/// ```
///
/// A failure of the journal ends all writes: those that wait and all later ones fail, and reads go
/// on. What part of a batch reached the disk is unknown then, so only a restart, which reads the
/// disk, can go on.
///
/// *Threading:* the store's lock guards the state here; a platform thread calls the journal,
/// without the lock, since file I/O would block a carrier of virtual threads.
final class GroupCommit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
  private static final long FORCE_DELAY_SECONDS = 1;

  private final Journal journal;
  private final ReentrantLock lock; // the store's
  private final Condition queued;
  private final Condition published;
  private final Consumer<Change> publish;
  private final Thread thread;

  private State head; // with all writes that were decided
  private State visible; // a prefix of head
  private List<Change> waiting = new ArrayList<>(); // leads from visible, or the batch, to head
  private @Nullable Exception failure;
  private boolean closed;

  /// @param publish makes a write visible, under the lock
  GroupCommit(Journal journal, ReentrantLock lock, State start, Consumer<Change> publish) {
    this.journal = journal;
    this.lock = lock;
    this.queued = lock.newCondition();
    this.published = lock.newCondition();
    this.publish = publish;
    this.head = start;
    this.visible = start;
    this.thread = Thread.ofPlatform().daemon().name("drover/server/journal").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// The newest state, with writes that are not visible yet; under the lock.
  ///
  /// @throws ApiError when nothing can be written any more
  State head() {
    if (failure != null || closed) {
      throw refusal();
    }
    return head;
  }

  /// Adds a write to [#head]; under the lock.
  void add(Change change) {
    head = head.after(change);
    waiting.add(change);
    queued.signal();
  }

  /// Waits until a revision is visible. Not interruptible, because the write is under way and its
  /// caller has to learn how it ended.
  ///
  /// @throws ApiError when the journal failed before
  void awaitVisible(long revision) {
    lock.lock();
    try {
      while (visible.revision() < revision) {
        if (failure != null) {
          throw refusal();
        }
        published.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Why nothing can be written any more; empty if it can.
  Optional<String> problem() {
    lock.lock();
    try {
      return Optional.ofNullable(failure).map(Exception::toString);
    } finally {
      lock.unlock();
    }
  }

  private ApiError refusal() {
    return ApiError.internal(
        failure == null
            ? "the server is stopping: its data directory is closed"
            : "the data directory cannot be written: "
                + failure.getMessage()
                + "; free or repair the disk and restart the server");
  }

  private void run() {
    try {
      for (List<Change> batch = next(); batch != null; batch = next()) {
        if (batch.isEmpty()) {
          journal.force();
        } else {
          journal.append(batch);
          State now = publish(batch);
          journal.published(now.revision(), now.all());
        }
      }
    } catch (IOException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      fail(e);
      Thread.currentThread().interrupt();
    }
  }

  /// Waits for the next batch.
  ///
  /// @return no writes when it is time to force what is written; null when all is done
  private @Nullable List<Change> next() throws InterruptedException {
    lock.lock();
    try {
      boolean isDue = false;
      while (waiting.isEmpty() && !closed && !isDue) {
        if (journal.isUnforced()) {
          isDue = !queued.await(FORCE_DELAY_SECONDS, TimeUnit.SECONDS);
        } else {
          queued.await();
        }
      }
      List<Change> batch = waiting;
      waiting = new ArrayList<>();
      return batch.isEmpty() && closed ? null : batch;
    } finally {
      lock.unlock();
    }
  }

  private State publish(List<Change> batch) {
    lock.lock();
    try {
      for (Change change : batch) {
        visible = visible.after(change);
        publish.accept(change);
      }
      published.signalAll();
      return visible;
    } finally {
      lock.unlock();
    }
  }

  private void fail(Exception reason) {
    LOG.error(
        "data directory: cannot write, all further writes are refused until a restart", reason);
    lock.lock();
    try {
      failure = reason;
      published.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Commits what waits, and takes nothing more.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      queued.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
