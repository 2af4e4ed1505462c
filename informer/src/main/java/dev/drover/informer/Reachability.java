package dev.drover.informer;

import dev.drover.client.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Coordinates the reflectors of one cluster while its server accepts no connections.
///
/// ```
///   refused ──▶ first one: the prober, retries every few seconds ──▶ answered ──▶ all others wake up
///           └─▶ others: wait for the prober, or for their own longer back-off
/// ```
///
/// So a server that comes back is noticed within seconds however long it was away, and meanwhile
/// one connection attempt at a time reaches it instead of one per watch. Any number of threads.
final class Reachability {
  private volatile @Nullable Object prober; // changed under this; null = the server can be reached
  private long returns; // guarded by this; how often the server could be reached again

  /// Makes this reflector the prober if there is none.
  ///
  /// @return whether it is the prober
  synchronized boolean claimProbe(Object reflector) {
    if (prober == null) {
      prober = reflector;
    }
    return prober == reflector;
  }

  /// The server answered a request.
  void reached() {
    if (prober != null) {
      synchronized (this) {
        prober = null;
        returns++;
        notifyAll();
      }
    }
  }

  /// This reflector ends; if it was the prober, one of those that wait takes over.
  synchronized void leave(Object reflector) {
    if (prober == reflector) {
      prober = null;
      notifyAll();
    }
  }

  /// Waits for the prober, no longer than the limit.
  ///
  /// @return whether the server was reached meanwhile
  boolean awaitReturn(Duration limit, TimeSource time) throws InterruptedException {
    long start = time.nanoTime();
    TimeSource.Alarm alarm = time.after(limit, this::wake);
    try {
      synchronized (this) {
        long before = returns;
        while (returns == before
            && prober != null
            && limit.minusNanos(time.nanoTime() - start).isPositive()) {
          wait();
        }
        return returns != before;
      }
    } finally {
      alarm.cancel();
    }
  }

  private synchronized void wake() {
    notifyAll();
  }
}
