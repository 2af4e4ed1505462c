package dev.drover.runtime;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls a function for requests periodically.
record TimerSource(Duration period, TimeSource time, Supplier<Collection<Request>> requests)
    implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(TimerSource.class);

  /// How long one may take that is just asked when it ends.
  private static final Duration LAST = Duration.ofSeconds(1);

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
    Lifecycle life =
        new Lifecycle(name(), e -> LOG.error("source {}: its thread failed and ended", name(), e));
    life.fork("tick", () -> tick(sink, life));
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) {
        // There is nothing to wait for: the first requests come after the first period.
      }

      @Override
      public void close() {
        life.close(LAST);
      }
    };
  }

  /// By an alarm: in a trial, sleeps are over soon, and timers go off when the trial says so.
  private void awaitTick() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    TimeSource.Alarm alarm = time.after(period, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }

  private void tick(Sink sink, Lifecycle life) throws InterruptedException {
    while (!life.isClosed()) {
      awaitTick();
      try {
        requests.get().forEach(request -> sink.add(request, new Reason.Timer(period), 0));
      } catch (RuntimeException e) {
        if (!life.isClosed()) {
          LOG.error("source {}: cannot list its requests, retrying at the next tick", name(), e);
        }
      }
    }
  }
}
