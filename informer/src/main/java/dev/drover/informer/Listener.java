package dev.drover.informer;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.informer.Mailbox.Mail;
import dev.drover.informer.store.Change;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A handler with its mailbox and the thread that calls it.
final class Listener<T> implements Registration {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  private final String name;
  private final EventHandler<T> handler;
  private final Mailbox<T> mailbox;
  private final ResyncSchedule.Turn resync;
  private final Owner<T> owner;
  private final AtomicLong failures = new AtomicLong();
  private volatile @Nullable Throwable lastFailure;
  private volatile @Nullable HandlerOverflowException overflow;

  /// The informer that the handler was added to.
  interface Owner<T> {
    /// Its name.
    String informer();

    /// The threads of the informer.
    Lifecycle threads();

    /// The exception for a wait that timed out.
    SyncTimeoutException late(String what, Duration limit);

    /// The monitor that mailboxes report to.
    Monitor monitor();

    /// The handler threw.
    void failed(Listener<T> listener, Throwable failure);

    /// Whether the handler has been told of everything that has reached the store.
    boolean isIdle(Listener<T> listener);

    /// Removes the handler.
    void remove(Listener<T> listener);
  }

  /// @param name that the handler gave itself: its code must not run under the informer's lock
  Listener(
      String name,
      EventHandler<T> handler,
      Mailbox<T> mailbox,
      ResyncSchedule.Turn resync,
      Owner<T> owner) {
    this.name = name;
    this.handler = handler;
    this.mailbox = mailbox;
    this.resync = resync;
    this.owner = owner;
  }

  String name() {
    return name;
  }

  Mailbox<T> mailbox() {
    return mailbox;
  }

  ResyncSchedule.Turn resync() {
    return resync;
  }

  void start() {
    owner.threads().fork("handler " + name, this::run);
  }

  /// Calls the handler until the mailbox is closed.
  void run() {
    while (!mailbox.isClosed()) {
      try {
        Mail<T> mail = mailbox.take();
        if (mail != null) {
          deliver(mail);
        }
      } catch (InterruptedException e) {
        // The informer closes its mailboxes before it interrupts, so this is not from there: a
        // handler left its thread interrupted, and the flag is down now.
        LOG.debug("{} was interrupted", name, e);
      }
    }
  }

  private void deliver(Mail<T> mail) {
    switch (mail) {
      case Mail.Initial<T>(var objects) -> {
        for (T object : objects) {
          if (mailbox.isClosed()) {
            return;
          }
          call(() -> handler.onAdd(object, true));
          mailbox.delivered();
        }
      }
      case Mail.Live<T>(var notifications) -> {
        for (Change<T> notification : notifications) {
          if (mailbox.isClosed()) {
            return;
          }
          mailbox.handling();
          call(() -> tell(notification));
        }
      }
      case Mail.Overflow<T>() -> {
        call(() -> handler.onOverflow(overflowed()));
        close();
      }
    }
  }

  /// The mailbox has no room for a change: reports that at once, because the handler may be stuck.
  /// Its thread ends after what waits was delivered.
  void reportOverflow() {
    failed(overflowed());
  }

  private synchronized HandlerOverflowException overflowed() {
    HandlerOverflowException known = overflow;
    if (known == null) {
      known = new HandlerOverflowException(owner.informer(), name, mailbox.bound());
      overflow = known;
    }
    return known;
  }

  private void tell(Change<T> notification) {
    switch (notification) {
      case Change.Added<T>(_, var object) -> handler.onAdd(object, false);
      case Change.Updated<T>(_, var before, var now) -> handler.onUpdate(before, now);
      case Change.Deleted<T>(var deletion, _) -> handler.onDelete(deletion);
    }
  }

  /// Whatever a handler throws, the next change is still delivered.
  private void call(Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      failed(failure);
    } finally {
      if (!mailbox.isClosed()) {
        Thread.interrupted(); // a handler that leaves its thread interrupted must not harm its next
        // call
      }
    }
  }

  private void failed(Throwable failure) {
    failures.incrementAndGet();
    lastFailure = failure;
    owner.failed(this, failure);
  }

  long failures() {
    return failures.get();
  }

  Optional<Throwable> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  @Override
  public boolean hasSynced() {
    return mailbox.isSynced();
  }

  @Override
  public void awaitSynced(Duration limit) throws InterruptedException {
    if (!owner.monitor().await(() -> mailbox.isSynced() || mailbox.isClosed(), limit)
        || !mailbox.isSynced()) {
      throw owner.late(
          mailbox.isClosed()
              ? failure().map(Throwable::getMessage).orElse("handler " + name + " was removed")
              : "handler %s has not been told of everything, %d calls to go"
                  .formatted(name, backlog()),
          limit);
    }
  }

  @Override
  public Optional<HandlerOverflowException> failure() {
    return Optional.ofNullable(overflow);
  }

  @Override
  public int backlog() {
    return mailbox.size();
  }

  @Override
  public boolean isIdle() {
    return owner.isIdle(this);
  }

  @Override
  public void close() {
    mailbox.close();
    owner.monitor().changed();
    owner.remove(this);
  }
}
