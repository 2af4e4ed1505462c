package dev.drover.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The newest [MappingTable], read again on demand and by one thread at a time.
///
/// Readings are numbered when they start. A caller that notes [#started] first and later sees a
/// table with a higher number knows that it holds everything that was there when the number was
/// noted.
///
/// ```
///            newest() finds none, or newerThan(n)              done
///   no reading ─────────────────────────▶ reading ──────────────────▶ no reading
///        ▲                      others wait │ ▲ for the same future
///        └───────── failed: every waiter gets the failure; interrupted: a waiter takes over
/// ```
///
/// Any number of threads; no lock is held during requests to the server.
final class KnownMappings {
  private final Supplier<DiscoveryResult> source;
  private final AtomicLong started = new AtomicLong();
  private final AtomicReference<@Nullable CompletableFuture<Known>> reading =
      new AtomicReference<>();
  private volatile @Nullable Known newest; // numbers only grow: there is one reading at a time
  private volatile long tooOld; // tables up to this number are not good enough

  /// A table and where it comes from.
  record Known(long number, DiscoveryResult result, MappingTable table) {}

  KnownMappings(Supplier<DiscoveryResult> source) {
    this.source = source;
  }

  /// The number of the last reading that started.
  long started() {
    return started.get();
  }

  /// Makes every table that was read so far, or is being read now, too old.
  void invalidate() {
    tooOld = started.get();
  }

  /// The newest table; read now if there is none that is new enough.
  Known newest() {
    return newerThan(tooOld);
  }

  /// A table whose reading started after the one of this number.
  Known newerThan(long number) {
    while (true) {
      Known known = newest;
      if (known != null && known.number > number) {
        return known;
      }
      var mine = new CompletableFuture<Known>();
      CompletableFuture<Known> theirs = reading.compareAndExchange(null, mine);
      if (theirs == null) {
        read(mine);
      }
      join(theirs == null ? mine : theirs, theirs == null);
    }
  }

  private void read(CompletableFuture<Known> mine) {
    long number = started.incrementAndGet();
    try {
      DiscoveryResult result = source.get();
      Known before = newest;
      if (before != null) {
        result = result.rememberingFailed(before.result);
      }
      Known known = new Known(number, result, new MappingTable(result));
      newest = known;
      reading.set(null);
      mine.complete(known);
    } catch (RuntimeException | Error e) {
      reading.set(null);
      mine.completeExceptionally(e);
    }
  }

  /// Waits for a reading. The failure of another thread's reading is ours too, unless that thread
  /// was interrupted: then it is our turn.
  private static void join(CompletableFuture<Known> reading, boolean own) {
    try {
      reading.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException("discovery: interrupted", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RequestInterruptedException interrupted when !own -> {}
        case RuntimeException failure -> throw failure;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException("discovery failed", e);
      }
    }
  }
}
