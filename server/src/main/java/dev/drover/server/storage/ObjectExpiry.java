package dev.drover.server.storage;

import dev.drover.api.lifecycle.Lifecycle;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes the objects of one resource some time after their last write, as etcd does with keys
/// whose lease ends. Watches get deletion events.
///
/// *Threading:* a thread of its own waits for the next object that is due; [#clockChanged] takes
/// away in the calling thread what is due by then.
public final class ObjectExpiry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectExpiry.class);

  private final Store store;
  private final InstantSource clock;
  private final String resource;
  private final Duration life;
  private final Lifecycle threads =
      new Lifecycle("server", e -> LOG.error("object expiry: its thread failed and ended", e));

  // Serializes expirations: what one run deletes is gone before the next run looks.
  private final ReentrantLock turn = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // All live equally long, so that the first to come is the first to go. Guarded by the lock.
  private final Queue<Lease> leases = new ArrayDeque<>();

  /// One version of an object: it ends unless there is a newer one.
  private record Lease(StorageKey key, long revision, Instant end) {}

  /// @param resource group and plural, such as `/events`
  /// @param life how long an object stays after its last write
  public ObjectExpiry(Store store, InstantSource clock, String resource, Duration life) {
    this.store = store;
    this.clock = clock;
    this.resource = resource;
    this.life = life;
  }

  /// Counts the time of everything that is written from now on. What is stored already, because the
  /// server ran before, counts as written now: the time of its last write is not kept.
  public void start() {
    store.observe(this::written);
    store.list(ListQuery.of(resource)).items().forEach(this::lease);
    threads.fork("expiry of " + resource, this::run);
  }

  private void written(Change change) {
    if (change.object().key().resource().equals(resource) && change.type() != Change.Type.DELETED) {
      lease(change.object());
    }
  }

  private void lease(StoredObject object) {
    lock.lock();
    try {
      leases.add(new Lease(object.key(), object.revision(), clock.instant().plus(life)));
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Looks at the clock again; to be called after a clock was set by hand.
  public void clockChanged() {
    expire();
    lock.lock();
    try {
      changed.signal(); // the thread waited for another hour than it is now
    } finally {
      lock.unlock();
    }
  }

  private void run() throws InterruptedException {
    while (true) {
      awaitDue();
      expire();
    }
  }

  private void awaitDue() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      for (long left = untilNext(); left > 0; left = untilNext()) {
        long _ = changed.awaitNanos(left); // or until something changes: look again
      }
    } finally {
      lock.unlock();
    }
  }

  /// How long nothing is due, in nanoseconds; under the lock.
  private long untilNext() {
    Lease next = leases.peek();
    return next == null ? Long.MAX_VALUE : Duration.between(clock.instant(), next.end).toNanos();
  }

  private void expire() {
    turn.lock();
    try {
      for (Lease lease : takeDue()) {
        store
            .get(lease.key)
            .filter(stored -> stored.revision() == lease.revision)
            .ifPresent(store::delete); // unless it is written concurrently
      }
    } finally {
      turn.unlock();
    }
  }

  private List<Lease> takeDue() {
    Instant now = clock.instant();
    List<Lease> due = new ArrayList<>();
    lock.lock();
    try {
      for (Lease next = leases.peek();
          next != null && !next.end.isAfter(now);
          next = leases.peek()) {
        due.add(leases.remove());
      }
    } finally {
      lock.unlock();
    }
    return due;
  }

  /// Nothing expires any more.
  @Override
  public void close() {
    threads.interruptAndJoin();
  }
}
