package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks for requests again and again.
record TimerSource(Duration period, Timekeeper time, Supplier<Collection<Request>> requests)
    implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(TimerSource.class);

  TimerSource {
    if (!period.isPositive()) {
      throw new IllegalArgumentException("need a positive period, got " + period);
    }
  }

  @Override
  public String name() {
    return "timer of " + period;
  }

  @Override
  public Watching start(Sink sink) {
    Thread ticking = Thread.ofVirtual().name("drover-" + name()).start(() -> tick(sink));
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) {
        // There is nothing to wait for: the first requests come after the first period.
      }

      @Override
      public void close() {
        ticking.interrupt();
      }
    };
  }

  private void tick(Sink sink) {
    while (true) {
      try {
        time.sleep(period);
        requests.get().forEach(request -> sink.add(request, new Reason.Timer(period), 0));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // closed
        return;
      } catch (RuntimeException e) {
        LOG.error("{} could not say what to look at; it is asked again", name(), e);
      }
    }
  }
}
