package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.client.Backoff;
import dev.drover.client.RequestFailedException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.TimeSource;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.informer.ReflectorState.Ended;
import dev.drover.informer.ReflectorState.Listing;
import dev.drover.informer.ReflectorState.Missing;
import dev.drover.informer.ReflectorState.Opening;
import dev.drover.informer.ReflectorState.Pausing;
import dev.drover.informer.ReflectorState.Streaming;
import dev.drover.informer.ReflectorState.Watching;
import dev.drover.informer.ReflectorStatus.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Goes from one [ReflectorState] to the next: client-go's rules for lists and watches.
///
/// *Which version is requested.* The first list takes any (`0`), later ones the last version that
/// was seen, and after an answer that it is too old or not there yet, the newest (none). A watch
/// goes on from the last version.
///
/// *Lists without a version*, as fakes and some aggregated servers send them, leave nothing to
/// watch from. Then the watch is opened with no version, and once it is open the list is read
/// again, for what happened before the watch began; versions of events are not compared. A watch
/// that ends cannot be resumed: a list follows. Truncated answers and those of proxies have no
/// version either and must not empty the copy, so the first list without a version is read twice,
/// and after a list that had a version one without is refused.
///
/// *What follows a failure.* A watch that is refused because the server is overloaded or accepts no
/// connections is opened again after a pause; one that was cut or brought nothing for too long, at
/// once; anything else means a pause and a list. While the server is down ([Outage]), the pauses
/// are short and do not lengthen the back-off for other failures.
///
/// *Events that cannot be read or stored* leave the copy in doubt: the watch goes on, and a list
/// replaces it after [ReflectorOptions#doubtBackoff]. One thread.
final class ReflectorLoop<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

  private final String name;
  private final ListerWatcher<T> source;
  private final ObjectSink<T> sink;
  private final ReflectorOptions<T> options;
  private final TimeSource time;
  private final ReflectorCounters tally;
  private final Consumer<RuntimeException> report;
  private final BooleanSupplier stopped;
  private final ObjectPreparer<T> intake;
  private final ListPager<T> pager;
  private final ResyncTimer resync;
  private final ReflectorPauses pauses;
  private final Backoff.Steps doubts;
  private final Reachability reachability;
  private RetryDeadline internalErrors;
  private final StoredCopy<T> copy;
  private boolean neverFinishes; // streamed lists have no end here
  private volatile boolean untrusted; // what was stored since the list was lost
  private volatile @Nullable WatchStream<T> open; // others close it when it must not go on

  ReflectorLoop(
      String name,
      ListerWatcher<T> source,
      ObjectSink<T> sink,
      ReflectorOptions<T> options,
      ReflectorCounters tally,
      Consumer<RuntimeException> report,
      BooleanSupplier stopped) {
    this.name = name;
    this.source = source;
    this.sink = sink;
    this.options = options;
    this.time = options.time();
    this.tally = tally;
    this.report = report;
    this.stopped = stopped;
    this.intake =
        new ObjectPreparer<>(
            options.transform(),
            options.knownObjects() == null ? sink::known : options.knownObjects(),
            this::reportBroken);
    this.pager = new ListPager<>(source, options.pageSize(), intake, tally, report);
    this.resync = new ResyncTimer(name, sink, options, this::release);
    this.pauses = new ReflectorPauses(options);
    this.doubts = options.doubtBackoff().steps(options.random(), time.nanoTime());
    this.reachability = options.reachability();
    this.internalErrors = new RetryDeadline(options.internalErrorRetry());
    this.copy = new StoredCopy<>(sink, tally, this::replaced);
  }

  /// Mirrors until it is stopped; nothing of it is left then.
  void run() {
    try {
      ReflectorState<T> state = start();
      while (!(state instanceof Ended)) {
        state = stopped.getAsBoolean() ? new Ended<>() : sturdy(state);
      }
    } finally {
      resync.stop();
      release();
      pauses.end();
    }
  }

  /// Takes a step. An unexpected error, such as a full memory or an error in a user's code, means a
  /// new round: without this thread the copy would never change again.
  private ReflectorState<T> sturdy(ReflectorState<T> state) {
    try {
      return step(state);
    } catch (Throwable e) {
      if (stopped.getAsBoolean()) {
        return new Ended<>();
      }
      report.accept(ReflectorException.Unexpected.of(e));
      return relist("unexpected error: " + e);
    }
  }

  private ReflectorState<T> step(ReflectorState<T> state) {
    return switch (state) {
      case Listing<T>() -> list();
      case Streaming<T>(int attempt) -> stream(attempt);
      case Opening<T>(boolean again) -> open(again);
      case Watching<T>(var stream, long opened, boolean ordered) -> watch(stream, opened, ordered);
      case Pausing<T>(var atLeast, var outage, var next) -> pause(atLeast, outage, next);
      case Missing<T>(var version) -> miss(version);
      case Ended<T>() -> state;
    };
  }

  /// Reads a new list as soon as it can. Any thread.
  void listAnew() {
    untrusted = true;
    release();
  }

  /// How a round begins.
  private ReflectorState<T> start() {
    return options.streaming() && source.canStreamLists() && !neverFinishes
        ? new Streaming<>(0)
        : new Listing<>();
  }

  /// Begins a new round after a pause.
  ///
  /// @param why for the status
  private ReflectorState<T> relist(String why) {
    tally.relisting(why);
    resync.stop();
    release();
    return new Pausing<>(Duration.ZERO, Outage.NONE, start());
  }

  private ReflectorState<T> relist(RuntimeException failure) {
    return missing(failure)
        .orElseGet(
            () -> {
              tally.relisting(failure.toString());
              report.accept(failure);
              resync.stop();
              release();
              return pauseAfter(failure, start());
            });
  }

  /// Waits after a failure, and goes on with the next state.
  private ReflectorState<T> pauseAfter(RuntimeException failure, ReflectorState<T> next) {
    Outage outage = Outage.of(failure);
    if (outage == Outage.NONE) {
      reachability.reached();
    }
    return new Pausing<>(Failures.retryAfter(failure), outage, next);
  }

  // ---- Collections that come and go

  private Optional<ReflectorState<T>> missing(RuntimeException failure) {
    boolean wasThere = tally.hasListed();
    try {
      return options.presence().missingAt(failure, wasThere).map(version -> new Missing<>(version));
    } catch (RuntimeException e) {
      failure.addSuppressed(e); // not known, which counts as present
      return Optional.empty();
    }
  }

  private ReflectorState<T> miss(String version) {
    resync.stop();
    release();
    try {
      copy.replace(List.of(), version.isEmpty() ? lastVersionOr("1") : version);
      tally.phase(Phase.MISSING);
      options.presence().await();
      copy.forgetVersion(); // what comes back is another collection than the one that went
      return start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Ended<>();
    } catch (RuntimeException e) {
      report.accept(e);
      return isStop(e) ? new Ended<>() : relist(e.toString());
    }
  }

  private String lastVersionOr(String none) {
    return tally.version().isEmpty() ? none : tally.version();
  }

  // ---- Lists

  private ReflectorState<T> list() {
    tally.phase(Phase.LISTING);
    untrusted = false;
    long begun = time.nanoTime();
    try {
      ListPager.Listed<T> listed = listAsOf(copy.versionToList());
      if (listed.version().isEmpty() && !tally.hasListed()) {
        listed = listAsOf("");
      }
      copy.replace(listed);
      logIfLong(begun);
      return new Opening<>(false);
    } catch (RuntimeException e) {
      return isStop(e) ? new Ended<>() : relist(e);
    }
  }

  /// Reads a list that is no older than this version.
  private ListPager.Listed<T> listAsOf(String asked) {
    int limit = pager.limitFor(asked);
    ListPager.Listed<T> listed;
    String answered = asked;
    try {
      listed = pager.list(asked, limit);
    } catch (ApiException e) {
      if (asked.isEmpty() || !Failures.isVersionUnavailable(e)) {
        throw e;
      }
      report.accept(e);
      copy.forgetVersion();
      answered = "";
      listed = pager.list(answered, limit);
    }
    reachability.reached();
    copy.requireNoOlder(listed.version(), answered);
    return listed;
  }

  /// A list has reached the store.
  private void replaced() {
    internalErrors = new RetryDeadline(options.internalErrorRetry());
    resync.start();
  }

  private void logIfLong(long begun) {
    Duration took = Duration.ofNanos(time.nanoTime() - begun);
    if (took.toSeconds() >= 10) {
      LOG.info("reflector {}: listing {} objects took {}", name, tally.snapshot().items(), took);
    }
  }

  // ---- Streamed lists

  private ReflectorState<T> stream(int attempt) {
    tally.phase(Phase.STREAMING);
    untrusted = false;
    tally.listing();
    String asked = copy.versionToStream();
    InitialEvents<T> initial = new InitialEvents<>(intake, tally, options, tally.hasListed());
    try {
      WatchStream<T> stream =
          opened(source.watch(watchOptions(asked).with(o -> o.sendInitialEvents(true))), false);
      String version = initial.readFrom(stream);
      if (version.isEmpty()) {
        throw new ReflectorException.NoList("a streamed list without a version");
      }
      copy.requireNoOlder(version, asked);
      copy.replace(initial.objects(), version);
      return new Watching<>(stream, time.nanoTime(), true);
    } catch (RuntimeException e) {
      release();
      return isStop(e) ? new Ended<>() : afterStream(e, asked, attempt);
    }
  }

  private ReflectorState<T> afterStream(RuntimeException e, String asked, int attempt) {
    Optional<ReflectorState<T>> missing = missing(e);
    if (missing.isPresent()) {
      return missing.get();
    }
    report.accept(e);
    if (Failures.isServerBusy(e)) {
      return pauseAfter(e, new Streaming<>(attempt));
    }
    if (!asked.isEmpty() && Failures.isVersionUnavailable(e)) {
      copy.forgetVersion();
      return new Streaming<>(attempt);
    }
    return switch (e) {
      case ReflectorException.WentBack back -> relist(back.toString());
      case ReflectorException.UnfinishedStream unfinished when unfinished.isTimedOut() -> {
        neverFinishes = true; // a server or a proxy that keeps the bookmark back will do so again
        yield new Listing<>();
      }
      case ReflectorException.UnfinishedStream cut when attempt == 0 -> new Streaming<>(1);
      default -> new Listing<>();
    };
  }

  // ---- Watches

  private WatchOptions watchOptions(String from) {
    return WatchOptions.defaults()
        .with(
            o ->
                o.resourceVersion(from)
                    .timeout(options.nextWatchTimeout())
                    .silence(options.idleTimeout()));
  }

  private ReflectorState<T> open(boolean again) {
    tally.phase(Phase.OPENING);
    String from = tally.version();
    long begun = time.nanoTime(); // some proxies hold the answer back until there is an event
    try {
      WatchStream<T> stream = opened(source.watch(watchOptions(from)), again);
      if (from.isEmpty()) {
        copy.replace(listAsOf("")); // has what happened before the watch began
        if (copy.hasVersions()) {
          release();
          return new Opening<>(again); // from the version that there is now
        }
      }
      return new Watching<>(stream, begun, !from.isEmpty() && !from.equals("0"));
    } catch (RuntimeException e) {
      release();
      if (isStop(e)) {
        return new Ended<>();
      }
      if (!Failures.isServerBusy(e)) {
        return relist(e);
      }
      report.accept(e);
      return pauseAfter(e, new Opening<>(again));
    }
  }

  private WatchStream<T> opened(WatchStream<T> stream, boolean again) {
    open = stream;
    reachability.reached();
    tally.opened(again);
    return stream;
  }

  /// Closes the watch, if there is one. Any thread.
  private void release() {
    WatchStream<T> stream = open;
    try {
      if (stream != null) {
        stream.close();
      }
    } catch (RuntimeException e) {
      report.accept(e);
    }
  }

  private ReflectorState<T> watch(WatchStream<T> stream, long opened, boolean ordered) {
    tally.phase(Phase.WATCHING);
    RelistTimer doubt = new RelistTimer(time, doubts, this::listAnew);
    EventLoop<T> events = new EventLoop<>(sink, intake, tally, ordered, doubt::begin);
    try (stream;
        doubt) {
      if (resync.failure().isEmpty() && !untrusted) {
        events.follow(stream);
      }
      return stopped.getAsBoolean() ? new Ended<>() : afterEnd(stream.failure(), opened, events);
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
    if (untrusted) {
      return relist("the copy may lack changes: an event could not be placed");
    }
    boolean isShort = time.nanoTime() - opened < Duration.ofSeconds(1).toNanos();
    if (isShort && !events.hasNews()) {
      return relist(new ReflectorException.VeryShortWatch(cut.orElse(null)));
    }
    cut.ifPresent(report);
    boolean canResume = !tally.version().isEmpty() && !events.isInDoubt();
    return canResume
        ? new Opening<>(true)
        : relist("the watch ended, and there is no version to go on from");
  }

  private ReflectorState<T> afterFailure(RuntimeException e, long opened, EventLoop<T> events) {
    if (e
        instanceof RequestFailedException) { // silence: the connection is dead, the server may live
      return afterEnd(Optional.of(e), opened, events);
    }
    if (e instanceof ApiException.TooManyRequests) {
      report.accept(e);
      return pauseAfter(e, new Opening<>(true));
    }
    if (Failures.isInternalError(e) && internalErrors.allowsRetry(time.nanoTime())) {
      report.accept(e);
      return new Opening<>(true);
    }
    return relist(e);
  }

  // ---- Waiting, stopping, reporting

  private ReflectorState<T> pause(Duration atLeast, Outage outage, ReflectorState<T> next) {
    tally.phase(Phase.PAUSING);
    try {
      pauses.await(outage, atLeast);
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Ended<>();
    }
  }

  private boolean isStop(RuntimeException e) {
    return e instanceof RequestInterruptedException || stopped.getAsBoolean();
  }

  private void reportBroken(RuntimeException error) {
    tally.broken();
    report.accept(error);
  }
}
