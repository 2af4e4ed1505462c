package dev.drover.recipes;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.TimeSource;
import dev.drover.recipes.set.SetSweeper;
import dev.drover.runtime.Source;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sweeps sets whose owners are gone as long as a shared controller runs: at its start, and after
/// each period. Hands over no requests.
///
/// @param time by which the period passes
record SweepSource(String setId, SetSweeper sweeper, Duration period, TimeSource time)
    implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(SweepSource.class);
  private static final Duration LAST = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "sweeper of " + setId;
  }

  @Override
  public Watching start(Sink sink) {
    Lifecycle threads =
        new Lifecycle(name(), e -> LOG.error("{}: its thread failed and ended", name(), e));
    threads.fork("sweep", this::run);
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) {
        // There is nothing to wait for: a sweep concerns objects that have no owner.
      }

      @Override
      public void close() {
        threads.close(LAST);
      }
    };
  }

  private void run() throws InterruptedException {
    while (true) {
      sweep();
      Pause.of(period, time);
    }
  }

  private void sweep() {
    try {
      var _ = sweeper.sweep();
    } catch (RequestInterruptedException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot sweep, retrying in {}", name(), period, e);
    }
  }
}
