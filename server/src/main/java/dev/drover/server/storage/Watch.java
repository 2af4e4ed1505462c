package dev.drover.server.storage;

import dev.drover.api.Status;
import dev.drover.server.core.ApiError;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Follows the objects of a resource: what is there first, if asked for, then every change, each
/// once and in the order of revisions.
///
/// ```java
/// try (Watch watch = store.watch(query)) {
///   for (var signal = watch.next(); signal.isPresent(); signal = watch.next()) { … }
/// }
/// ```
///
/// A watch is a place in the history that all share: it has no buffer of its own, holds no thread,
/// and no writer waits for it. One that is so slow that the changes it has not read are forgotten
/// ends, as it does at its timeout; the client resumes and gets a 410.
///
/// *Threading:* one thread reads; any thread may close.
public final class Watch implements AutoCloseable {
  private static final Duration BOOKMARK_PERIOD = Duration.ofMinutes(1);
  private static final Duration BOOKMARK_BEFORE_END = Duration.ofSeconds(2);
  private static final long NOTHING = 0;
  private static final long LOOK_AT_THE_CLOCK = -1;

  private final RevisionLog log;
  private final InstantSource clock;
  private final Watches.Scope scope;
  private final WatchQuery query;
  private final Consumer<Watch> onClose;
  private final Instant end;

  private Iterator<StoredObject> initial = Collections.emptyIterator();
  private boolean owesInitialBookmark;
  private @Nullable Status failure;
  private long read; // the revision up to which all events were sent
  private long bookmarksAfter; // the revision at the start: a bookmark there says nothing new
  private @Nullable Instant nextBookmark;

  // The first change of interest since the reader last looked; the changes before it, back to
  // where the reader stopped, are others'.
  private final AtomicLong pending = new AtomicLong(NOTHING);
  private volatile @Nullable Thread sleeper;
  private volatile boolean ending;
  private volatile boolean closed;

  Watch(RevisionLog log, InstantSource clock, WatchQuery query, Consumer<Watch> onClose) {
    this.log = log;
    this.clock = clock;
    this.scope = new Watches.Scope(query.resource(), query.namespace(), query.name());
    this.query = query;
    this.onClose = onClose;
    this.end = clock.instant().plus(query.timeout());
  }

  Watches.Scope scope() {
    return scope;
  }

  /// @param from the revision that the query names; 0 for none
  void start(long from) {
    State now = log.now();
    bookmarksAfter = Math.max(from, now.revision());
    nextBookmark = query.bookmarks() ? bookmarkAfter(clock.instant()) : null;
    boolean present = query.sendInitialEvents() == null ? from == 0 : query.sendsInitialEvents();
    if (present) {
      String prefix = StorageKey.prefix(scope.namespace());
      initial = now.objects(scope.resource()).from(prefix, prefix).iterator();
      owesInitialBookmark = query.sendsInitialEvents() && query.bookmarks();
      read = now.revision();
      return;
    }
    read = from == 0 ? now.revision() : from;
    long known = log.knownSince(scope.resource());
    if (read < known) {
      refuse(ApiError.expired("too old resource version: " + read + " (" + known + ")"));
    }
  }

  void refuse(ApiError reason) {
    failure = reason.status();
  }

  /// Waits for what happens next; empty when the watch has ended.
  public Optional<WatchSignal> next() throws InterruptedException {
    while (!closed) {
      Instant now = clock.instant();
      if (!now.isBefore(end)) {
        break;
      }
      boolean isLast = ending; // before the look: what was written until then is still told
      Optional<WatchSignal> signal = poll(now);
      if (signal.isPresent()) {
        return signal;
      }
      if (isLast) {
        break;
      }
      if (!closed) {
        sleep(Duration.between(now, nextBookmark == null ? end : nextBookmark));
      }
    }
    close();
    return Optional.empty();
  }

  /// What has already happened; empty if nothing has, or if the watch has ended.
  public Optional<WatchSignal> nextIfReady() {
    Instant now = clock.instant();
    return closed || !now.isBefore(end) ? Optional.empty() : poll(now);
  }

  private Optional<WatchSignal> poll(Instant now) {
    if (failure != null) {
      close();
      return Optional.of(new WatchSignal.Failed(failure));
    }
    while (initial.hasNext()) {
      StoredObject object = initial.next();
      if (scope.covers(object.key())) {
        return Optional.of(new WatchSignal.Changed(Change.created(object)));
      }
    }
    if (owesInitialBookmark) {
      owesInitialBookmark = false;
      return Optional.of(new WatchSignal.Bookmark(read, true));
    }
    Optional<WatchSignal> change = nextChange();
    return change.isPresent() || closed ? change : dueBookmark(now);
  }

  private Optional<WatchSignal> nextChange() {
    pending.set(NOTHING); // before the look at the newest revision: what comes after it signals
    long newest = log.now().revision();
    while (read < newest) {
      Optional<Change> change = log.change(read + 1);
      if (change.isPresent()) {
        read++;
        if (scope.covers(change.get().object().key())) {
          return Optional.of(new WatchSignal.Changed(change.get()));
        }
      } else if (read < log.knownSince(scope.resource())) {
        close();
        return Optional.empty();
      } else {
        read = Math.max(read, log.baseRevision()); // only others' changes were forgotten
      }
    }
    return Optional.empty();
  }

  private Optional<WatchSignal> dueBookmark(Instant now) {
    if (nextBookmark == null || now.isBefore(nextBookmark)) {
      return Optional.empty();
    }
    nextBookmark = bookmarkAfter(now);
    return read > bookmarksAfter
        ? Optional.of(new WatchSignal.Bookmark(read, false))
        : Optional.empty();
  }

  /// Once a minute, and shortly before the end, so that the client resumes close to where it was.
  private @Nullable Instant bookmarkAfter(Instant now) {
    Instant last = end.minus(BOOKMARK_BEFORE_END);
    Instant periodic = now.plus(BOOKMARK_PERIOD);
    Instant next = periodic.isBefore(last) ? periodic : last;
    return next.isAfter(now) ? next : null;
  }

  private void sleep(Duration atMost) throws InterruptedException {
    sleeper = Thread.currentThread();
    if (pending.get() == NOTHING && !closed) {
      LockSupport.parkNanos(this, atMost.toNanos());
    }
    sleeper = null;
    if (Thread.interrupted()) {
      close();
      throw new InterruptedException("while watching " + scope.resource());
    }
    read = Math.max(read, pending.get() - 1);
  }

  /// Tells the reader that there is something to read.
  void signal(long revision) {
    if (pending.compareAndSet(NOTHING, revision)) {
      unpark();
    }
  }

  /// Makes the reader look at the clock.
  void wake() {
    signal(LOOK_AT_THE_CLOCK);
  }

  /// Ends the watch after all events of past writes were sent.
  public void endSoon() {
    ending = true;
    wake();
  }

  private void unpark() {
    Thread waiting = sleeper;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }

  /// Ends the watch and wakes up the thread that waits for its next signal.
  @Override
  public void close() {
    closed = true;
    onClose.accept(this);
    unpark();
  }
}
