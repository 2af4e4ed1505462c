package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Mirrors a collection of the server into a sink, through all faults.
///
/// ```java
/// var reflector = Reflector.of("pods", ListerWatcher.of(client.resources(Pod.class)), store);
/// Thread.ofVirtual().start(reflector::run);
/// ```
///
/// It reads a list, watches from the list's version on, and opens the watch again where it ended.
/// What makes it read a new list: a version that expired, a watch that fails in other ways than by
/// too much load, a watch that brings nothing. In between it waits, longer each time
/// ([dev.drover.client.Backoff]).
///
/// *Guarantees.* The store never goes back in time: a new list is no older than what was seen,
/// unless the server itself no longer knows that version. A list reaches the store whole or not at
/// all, so that nothing stays that is gone. One bad object does not harm the others: it is reported
/// and counted, and what the store had of it stays. Every failure reaches the [WatchErrorHandler]
/// and [#status].
///
/// *Caveats.* An event that cannot be read may have been a deletion; the watch goes on, and a list
/// replaces what may be stale after a second, later if that happens again and again
/// ([ReflectorOptions#doubtBackoff]). A list without a version is accepted: the watch then begins
/// without one, and each time it ends a list follows. A DELETED event removes the object whatever
/// version it carries.
///
/// In Go: {@index cache.Reflector}, {@index pager.ListPager}.
///
/// @param <T> the type of the objects
public final class Reflector<T extends KubernetesObject> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

  private final String name;
  private final WatchErrorHandler errorHandler;
  private final ReflectorCounters tally;
  private final ReflectorLoop<T> loop;
  private @Nullable Thread runner; // guarded by this, as the next two
  private boolean closed;
  private boolean interruptedByClose;

  private Reflector(
      String name, ListerWatcher<T> source, ObjectSink<T> sink, ReflectorOptions<T> options) {
    this.name = name;
    this.errorHandler = options.errorHandler();
    this.tally = new ReflectorCounters(name, options.time());
    this.loop =
        new ReflectorLoop<>(name, source, sink, options, tally, this::report, this::isStopped);
  }

  /// A reflector with the defaults. Does nothing before [#run].
  ///
  /// In Go: {@index cache.NewReflector}.
  ///
  /// @param name for logs and errors
  public static <T extends KubernetesObject> Reflector<T> of(
      String name, ListerWatcher<T> source, ObjectSink<T> sink) {
    return of(name, source, sink, ReflectorOptions.defaults());
  }

  /// A reflector. Does nothing before [#run].
  ///
  /// In Go: {@index cache.NewNamedReflector}, {@index cache.NewReflectorWithOptions}.
  ///
  /// @param name for logs and errors
  public static <T extends KubernetesObject> Reflector<T> of(
      String name, ListerWatcher<T> source, ObjectSink<T> sink, ReflectorOptions<T> options) {
    return new Reflector<>(name, source, sink, options);
  }

  /// Its name.
  public String name() {
    return name;
  }

  /// A snapshot of its state and counters. Any thread.
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
      loop.run();
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
    tally.phase(ReflectorStatus.Phase.ENDED);
    synchronized (this) {
      runner = null;
      if (interruptedByClose) {
        interruptedByClose = false;
        var _ = Thread.interrupted(); // it was meant for run() only
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

  /// What reached the store was lost there: reads a new list as soon as it can. Any thread.
  void listAnew() {
    loop.listAnew();
  }

  private synchronized boolean isStopped() {
    return closed || Thread.currentThread().isInterrupted();
  }

  private void report(RuntimeException error) {
    tally.failed(error);
    try {
      errorHandler.failed(this, error);
    } catch (Throwable e) { // it only looks on: whatever becomes of it, the reflector goes on
      e.addSuppressed(error);
      LOG.error("reflector {}: the error handler failed; the reflector goes on", name, e);
    }
  }

  @Override
  public String toString() {
    return "reflector " + name;
  }
}
