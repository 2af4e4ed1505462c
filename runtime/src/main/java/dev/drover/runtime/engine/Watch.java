package dev.drover.runtime.engine;

import dev.drover.client.TimeSource;
import dev.drover.runtime.Source;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A source of a controller, from its registration until it is closed. Any number of threads.
///
/// ```
/// planned ──begin──▶ starting ──start returns──▶ started ──close──▶ closed
///    └───────────────────┴──────────close──────────────────────────▲
/// ```
final class Watch implements Source.Watching {
  private final Source source;
  private final Source.Sink sink;
  private final Consumer<Watch> closed;
  private final CompletableFuture<Void> started = new CompletableFuture<>(); // or failed, or closed
  private boolean begun; // guarded by this
  private boolean over; // guarded by this
  private Source.@Nullable Watching working; // guarded by this

  /// @param closed is called with this watch when it is closed
  Watch(Source source, Source.Sink sink, Consumer<Watch> closed) {
    this.source = source;
    this.sink = sink;
    this.closed = closed;
  }

  String name() {
    return source.name();
  }

  /// Starts the source; does nothing if it was started before, or is closed.
  void begin() {
    synchronized (this) {
      if (begun || over) {
        return;
      }
      begun = true;
    }
    try {
      hold(source.start(sink)); // user code, so no lock is held
      started.complete(null);
    } catch (Throwable e) {
      started.completeExceptionally(e);
      throw e;
    }
  }

  private void hold(Source.Watching watching) {
    synchronized (this) {
      if (!over) {
        working = watching;
        return;
      }
    }
    watching.close();
  }

  private synchronized Source.@Nullable Watching working() {
    return working;
  }

  private synchronized boolean isOver() {
    return over;
  }

  @Override
  public void awaitSynced(Duration limit) throws InterruptedException {
    awaitSynced(limit, TimeSource.system());
  }

  /// Waits until the source has started and has handed over everything that was there. Returns
  /// early if the watch is closed.
  ///
  /// @throws dev.drover.informer.SyncTimeoutException if the hand-over takes longer
  /// @throws IllegalStateException if the start of the source takes longer
  void awaitSynced(Duration limit, TimeSource time) throws InterruptedException {
    long begin = time.nanoTime();
    awaitStarted(limit, time);
    Source.Watching watching = working();
    if (watching == null) {
      return;
    }
    try {
      watching.awaitSynced(limit.minusNanos(time.nanoTime() - begin));
    } catch (RuntimeException e) {
      if (!isOver()) {
        throw e;
      }
    }
  }

  /// Waits until the start of the source has returned, or the watch is closed.
  ///
  /// @throws IllegalStateException if that takes longer
  /// @throws RuntimeException what the start of the source threw
  void awaitStarted(Duration limit, TimeSource time) throws InterruptedException {
    CountDownLatch wake = new CountDownLatch(1);
    TimeSource.Alarm alarm = time.after(limit, wake::countDown);
    var _ = started.whenComplete((_, _) -> wake.countDown());
    try {
      wake.await();
    } finally {
      alarm.cancel();
    }
    try {
      started.getNow(null);
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
    if (!started.isDone()) {
      throw new IllegalStateException(
          "the start of source %s has not returned within %d ms"
              .formatted(name(), limit.toMillis()));
    }
  }

  @Override
  public boolean isIdle() {
    Source.Watching watching = working();
    return watching == null || watching.isIdle();
  }

  /// Ends the hand-over of requests, whether the source had started or not.
  @Override
  public void close() {
    Source.Watching ending;
    synchronized (this) {
      over = true;
      ending = working;
      working = null;
    }
    started.complete(null);
    closed.accept(this);
    if (ending != null) {
      ending.close();
    }
  }
}
