package dev.drover.recipes;

import dev.drover.client.RequestInterruptedException;
import dev.drover.client.TimeSource;
import dev.drover.recipes.set.SetSweeper;
import dev.drover.runtime.Source;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/// Sweeps sets whose owners are gone as long as a shared controller runs: at its start, and after
/// each period. Hands over no requests.
record SweepSource(String setId, SetSweeper sweeper, Duration period) implements Source {
  private static final Duration LAST = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "sweeper of " + setId;
  }

  @Override
  public Watching start(Sink sink) {
    Thread thread = Thread.ofVirtual().name(name()).start(this::run);
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) {
        // There is nothing to wait for: a sweep concerns objects that have no owner.
      }

      @Override
      public void close() {
        thread.interrupt();
        try {
          boolean _ = thread.join(LAST);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  private void run() {
    try {
      while (true) {
        sweep();
        TimeSource.system().sleep(period);
      }
    } catch (InterruptedException | RequestInterruptedException e) {
      LoggerFactory.getLogger(SweepSource.class).debug("{} ends", name());
    }
  }

  private void sweep() {
    try {
      var _ = sweeper.sweep();
    } catch (RequestInterruptedException e) {
      throw e;
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(SweepSource.class)
          .warn("{} failed, it is tried again in {}", name(), period, e);
    }
  }
}
