package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.Timekeeper;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.informer.ReflectorState.Ended;
import dev.drover.informer.ReflectorState.Listing;
import dev.drover.informer.ReflectorState.Opening;
import dev.drover.informer.ReflectorState.Pausing;
import dev.drover.informer.ReflectorState.Streaming;
import dev.drover.informer.ReflectorState.Watching;
import dev.drover.informer.ReflectorStatus.Phase;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes a store the mirror of a collection on the server, whatever happens in between.
///
/// ```java
/// var reflector = Reflector.of("pods", ListerWatcher.of(client.resources(Pod.class)), store);
/// Thread.ofVirtual().start(reflector::run);
/// ```
///
/// It reads a list, watches from the list's version on, and opens the watch again where it ended.
/// What makes it read a new list: a version that expired, a watch that fails in other ways than by
/// too much load, a watch that brings nothing. In between it waits, longer each time ([Backoff]).
///
/// *Guarantees.* The store never goes back in time: a new list is no older than what was seen,
/// unless the server itself no longer knows that version. A list reaches the store whole or not at
/// all, so that nothing stays that is gone. One bad object does not harm the others: it is reported
/// and counted, and what the store had of it stays. Every failure reaches the [WatchErrorHandler]
/// and [#status].
///
/// *Caveats.* An event that cannot be read may have been a deletion; the watch goes on, and when it
/// ends, which is in ten minutes at the latest, a list takes its place.
///
/// In Go: {@index cache.Reflector}.
///
/// @param <T> the type of the objects
public final class Reflector<T extends KubernetesObject> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
  private static final Duration SHORTEST_WATCH_TIMEOUT = Duration.ofMinutes(5);
  private static final int PAGE_SIZE = 500;

  private final String name;
  private final ListerWatcher<T> source;
  private final Store<T> store;
  private final ReflectorOptions<T> options;
  private final Timekeeper time;
  private final ReflectorTally tally;
  private final Intake<T> intake;
  private final ListPager<T> pager;
  private final ResyncTimer resync;
  private final BackoffSteps backoff;

  // Of the running thread only.
  private RetryDeadline internalErrors;
  private boolean versionUnavailable; // the server does not know the last version any more, or yet
  private boolean serverPages; // the first list came in pages: the server has no cache
  private boolean neverFinishes; // streamed lists have no end here

  private volatile @Nullable WatchStream<T> open;
  private @Nullable Thread runner; // guarded by this, as the next two
  private boolean closed;
  private boolean interruptedByClose;

  private Reflector(
      String name, ListerWatcher<T> source, Store<T> store, ReflectorOptions<T> options) {
    this.name = name;
    this.source = source;
    this.store = store;
    this.options = options;
    this.time = options.time();
    this.tally = new ReflectorTally(name, time);
    this.intake =
        new Intake<>(
            options.transform(),
            options.known() == null ? store::getByKey : options.known(),
            this::reportBroken);
    this.pager = new ListPager<>(source, intake, tally, this::report);
    this.resync = new ResyncTimer(name, store, options, this::release);
    this.backoff = new BackoffSteps(options.backoff(), options.random(), time.nanoTime());
    this.internalErrors = new RetryDeadline(options.internalErrorRetry());
  }

  /// A reflector with the defaults. Does nothing before [#run].
  ///
  /// In Go: {@index cache.NewReflector}.
  ///
  /// @param name for logs and errors
  public static <T extends KubernetesObject> Reflector<T> of(
      String name, ListerWatcher<T> source, Store<T> store) {
    return of(name, source, store, ReflectorOptions.defaults());
  }

  /// A reflector. Does nothing before [#run].
  ///
  /// In Go: {@index cache.NewNamedReflector}, {@index cache.NewReflectorWithOptions}.
  ///
  /// @param name for logs and errors
  public static <T extends KubernetesObject> Reflector<T> of(
      String name, ListerWatcher<T> source, Store<T> store, ReflectorOptions<T> options) {
    return new Reflector<>(name, source, store, options);
  }

  /// What it is called.
  public String name() {
    return name;
  }

  /// How it is doing. Any thread.
  public ReflectorStatus status() {
    return tally.snapshot();
  }

  /// The last version seen, which the store may not have reached yet; empty before the first list.
  /// Any thread.
  ///
  /// In Go: {@index cache.Reflector.LastSyncResourceVersion}.
  public String lastSyncResourceVersion() {
    return tally.version();
  }

  /// Mirrors until the thread is interrupted or [#close] is called; either ends a request, a watch
  /// or a pause at once. An interrupt is left set for the caller.
  ///
  /// In Go: {@index cache.Reflector.Run}.
  ///
  /// @throws IllegalStateException when it runs already
  public void run() {
    begin();
    try {
      ReflectorState<T> state = start();
      while (!(state instanceof Ended)) {
        state = isStopped() ? new Ended<>() : step(state);
      }
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    if (runner != null) {
      throw new IllegalStateException("reflector " + name + " runs already");
    }
    runner = Thread.currentThread();
  }

  private void end() {
    resync.stop();
    release();
    tally.phase(Phase.ENDED);
    synchronized (this) {
      runner = null;
      if (interruptedByClose) {
        interruptedByClose = false;
        var _ = Thread.interrupted(); // it was meant for run() and nobody else
      }
    }
  }

  /// Ends it for good: [#run] returns, and does nothing when it is called again. Does not wait.
  @Override
  public synchronized void close() {
    closed = true;
    if (runner != null && !runner.isInterrupted()) {
      interruptedByClose = true;
      runner.interrupt();
    }
  }

  private synchronized boolean isStopped() {
    return closed || Thread.currentThread().isInterrupted();
  }

  private ReflectorState<T> step(ReflectorState<T> state) {
    return switch (state) {
      case Listing<T>() -> list();
      case Streaming<T>(int attempt) -> stream(attempt);
      case Opening<T>(boolean again) -> open(again);
      case Watching<T>(var stream, long opened, boolean ordered) -> watch(stream, opened, ordered);
      case Pausing<T>(var atLeast, var next) -> pause(atLeast, next);
      case Ended<T>() -> state;
    };
  }

  /// How a round begins.
  private ReflectorState<T> start() {
    return options.streaming() && source.canStreamLists() && !neverFinishes
        ? new Streaming<>(0)
        : new Listing<>();
  }

  /// Begins a new round after a pause.
  private ReflectorState<T> relist(Duration atLeast) {
    resync.stop();
    release();
    return new Pausing<>(atLeast, start());
  }

  private ReflectorState<T> relist(RuntimeException failure) {
    report(failure);
    return relist(Failures.retryAfter(failure));
  }

  // ---- Lists

  private ReflectorState<T> list() {
    tally.phase(Phase.LISTING);
    String version = tally.version();
    // The first list may be as old as the server's cache; later ones must not go back in time.
    String asked = versionUnavailable ? "" : version.isEmpty() ? "0" : version;
    long begun = time.nanoTime();
    try {
      listAsOf(asked);
      logIfLong(begun);
      return new Opening<>(false);
    } catch (RuntimeException e) {
      return isStop(e) ? new Ended<>() : relist(e);
    }
  }

  private void listAsOf(String asked) {
    int limit = limitFor(asked);
    ListPager.Listed<T> listed;
    String answered = asked;
    try {
      listed = pager.list(asked, limit);
    } catch (ApiException e) {
      if (asked.isEmpty() || !Failures.isVersionUnavailable(e)) {
        throw e;
      }
      report(e);
      versionUnavailable = true;
      answered = "";
      listed = pager.list(answered, limit);
    }
    serverPages |= asked.equals("0") && listed.paged();
    replace(listed.items(), listed.version(), answered);
  }

  /// Pages only where the server reads from its database anyway: its cache gives pages to nobody.
  private int limitFor(String asked) {
    boolean anyOrNewest = asked.isEmpty() || asked.equals("0");
    return options.pageSize() > 0 ? options.pageSize() : anyOrNewest || serverPages ? PAGE_SIZE : 0;
  }

  /// Hands a whole list to the store, if it is one.
  private void replace(Collection<T> items, String version, String asked) {
    if (version.isEmpty()) {
      throw new ReflectorException.NoList("a list without a version: nobody can watch from there");
    }
    if (Failures.isOlder(version, asked)) {
      versionUnavailable = true; // so that the next round takes what the server calls its newest
      throw new ReflectorException.WentBack("the list", asked, version);
    }
    store.replace(items, version);
    versionUnavailable = false;
    tally.listed(version, items.size());
    internalErrors = new RetryDeadline(options.internalErrorRetry());
    resync.start();
  }

  private void logIfLong(long begun) {
    Duration took = Duration.ofNanos(time.nanoTime() - begun);
    if (took.toSeconds() >= 10) {
      LOG.info("{}: listing {} objects took {}", name, tally.snapshot().items(), took);
    }
  }

  // ---- Streamed lists

  private ReflectorState<T> stream(int attempt) {
    tally.phase(Phase.STREAMING);
    tally.listing();
    String asked = versionUnavailable ? "" : tally.version();
    InitialEvents<T> initial =
        new InitialEvents<>(intake, tally, options, !tally.version().isEmpty());
    try {
      WatchStream<T> stream = opened(source.watch(watchOptions(asked).withInitialEvents()), false);
      String version = initial.readFrom(stream);
      replace(initial.objects(), version, asked);
      return new Watching<>(stream, time.nanoTime(), true);
    } catch (RuntimeException e) {
      release();
      return isStop(e) ? new Ended<>() : afterStream(e, asked, attempt);
    }
  }

  private ReflectorState<T> afterStream(RuntimeException e, String asked, int attempt) {
    report(e);
    if (Failures.isServerBusy(e)) {
      return new Pausing<>(Failures.retryAfter(e), new Streaming<>(attempt));
    }
    if (!asked.isEmpty() && Failures.isVersionUnavailable(e)) {
      versionUnavailable = true;
      return new Streaming<>(attempt);
    }
    return switch (e) {
      case ReflectorException.WentBack back -> relist(Duration.ZERO);
      case ReflectorException.UnfinishedStream unfinished when unfinished.isSilent() -> {
        neverFinishes = true; // a server or a proxy that keeps the bookmark back will do so again
        yield new Listing<>();
      }
      case ReflectorException.UnfinishedStream cut when attempt == 0 -> new Streaming<>(1);
      default -> new Listing<>();
    };
  }

  // ---- Watches

  private WatchOptions watchOptions(String from) {
    Duration least =
        options.minWatchTimeout().compareTo(SHORTEST_WATCH_TIMEOUT) < 0
            ? SHORTEST_WATCH_TIMEOUT
            : options.minWatchTimeout();
    long seconds = (long) (least.toSeconds() * (1 + options.random().nextDouble()));
    return WatchOptions.ALL
        .from(from)
        .withTimeout(Duration.ofSeconds(seconds))
        .withSilence(options.silence());
  }

  private ReflectorState<T> open(boolean again) {
    tally.phase(Phase.OPENING);
    String from = tally.version();
    long begun = time.nanoTime(); // some proxies hold the answer back until there is an event
    try {
      WatchStream<T> stream = opened(source.watch(watchOptions(from)), again);
      return new Watching<>(stream, begun, !from.equals("0"));
    } catch (RuntimeException e) {
      if (isStop(e)) {
        return new Ended<>();
      }
      if (!Failures.isServerBusy(e)) {
        return relist(e);
      }
      report(e);
      return new Pausing<>(Failures.retryAfter(e), new Opening<>(again));
    }
  }

  private WatchStream<T> opened(WatchStream<T> stream, boolean again) {
    open = stream;
    tally.opened(again);
    return stream;
  }

  /// Closes the watch, if there is one. Any thread.
  private void release() {
    WatchStream<T> stream = open;
    if (stream != null) {
      stream.close();
    }
  }

  private ReflectorState<T> watch(WatchStream<T> stream, long opened, boolean ordered) {
    tally.phase(Phase.WATCHING);
    EventLoop<T> events = new EventLoop<>(store, intake, tally, ordered);
    try (stream) {
      if (resync.failure().isEmpty()) {
        events.follow(stream);
      }
      return isStopped() ? new Ended<>() : afterEnd(stream.failure(), opened, events);
    } catch (RuntimeException e) {
      return isStop(e) ? new Ended<>() : afterFailure(e, opened, events);
    }
  }

  /// The stream is over. Where it was cut, as where the server ended it, the next one goes on from
  /// the last version; but not at once for ever.
  private ReflectorState<T> afterEnd(
      Optional<? extends RuntimeException> cut, long opened, EventLoop<T> events) {
    Optional<RuntimeException> resyncFailure = resync.failure();
    if (resyncFailure.isPresent()) {
      return relist(resyncFailure.get());
    }
    boolean isShort = time.nanoTime() - opened < Duration.ofSeconds(1).toNanos();
    if (isShort && !events.hasNews()) {
      return relist(new ReflectorException.VeryShortWatch(cut.orElse(null)));
    }
    cut.ifPresent(this::report);
    return events.isInDoubt() ? relist(Duration.ZERO) : new Opening<>(true);
  }

  private ReflectorState<T> afterFailure(RuntimeException e, long opened, EventLoop<T> events) {
    if (e
        instanceof RequestFailedException) { // silence: the connection is dead, the server may live
      return afterEnd(Optional.of(e), opened, events);
    }
    if (e instanceof ApiException.TooManyRequests) {
      report(e);
      return new Pausing<>(Failures.retryAfter(e), new Opening<>(true));
    }
    if (Failures.isInternalError(e) && internalErrors.bears(time.nanoTime())) {
      report(e);
      return new Opening<>(true);
    }
    return relist(e);
  }

  // ---- Waiting, stopping, reporting

  private ReflectorState<T> pause(Duration atLeast, ReflectorState<T> next) {
    tally.phase(Phase.PAUSING);
    Duration wait = backoff.next(time.nanoTime());
    try {
      time.sleep(wait.compareTo(atLeast) < 0 ? atLeast : wait);
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Ended<>();
    }
  }

  private boolean isStop(RuntimeException e) {
    return e instanceof RequestInterruptedException || isStopped();
  }

  private void reportBroken(RuntimeException error) {
    tally.broken();
    report(error);
  }

  private void report(RuntimeException error) {
    tally.failed(error);
    try {
      options.errorHandler().failed(this, error);
    } catch (RuntimeException e) {
      e.addSuppressed(error);
      LOG.error("{}: the error handler failed", name, e);
    }
  }

  @Override
  public String toString() {
    return "reflector " + name;
  }
}
