package dev.drover.informer;

import dev.drover.client.Backoff;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// The pauses of a reflector before it tries again. One thread.
final class ReflectorPauses {
  private static final Duration PROBE_CAP = Duration.ofSeconds(2);
  private static final Duration CUT_CAP = Duration.ofSeconds(3);
  private static final Duration WAKE_SPREAD = Duration.ofSeconds(1);

  private final TimeSource time;
  private final RandomGenerator random;
  private final Reachability reachability;
  private final Backoff.Steps failures;
  private final Backoff.Steps refusals; // while another reflector probes the server
  private final Backoff.Steps probes; // while this one does
  private final Backoff.Steps cuts; // after broken connections

  ReflectorPauses(ReflectorOptions<?> options) {
    this.time = options.time();
    this.random = options.random();
    this.reachability = options.reachability();
    Backoff backoff = options.backoff();
    this.failures = steps(backoff);
    this.refusals = steps(backoff);
    this.probes = steps(capped(backoff, PROBE_CAP));
    this.cuts = steps(capped(backoff, CUT_CAP));
  }

  private Backoff.Steps steps(Backoff backoff) {
    return backoff.steps(random, time.nanoTime());
  }

  private static Backoff capped(Backoff backoff, Duration highest) {
    Duration cap = shorter(backoff.cap(), highest);
    return backoff.with(b -> b.first(shorter(backoff.first(), cap)).cap(cap));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /// Waits after a failure.
  ///
  /// @param atLeast the wait that the server asked for
  void await(Outage outage, Duration atLeast) throws InterruptedException {
    long now = time.nanoTime();
    switch (outage) {
      case REFUSED -> awaitConnection(now);
      case CUT -> time.sleep(cuts.next(now));
      case NONE -> {
        Duration wait = failures.next(now);
        time.sleep(wait.compareTo(atLeast) < 0 ? atLeast : wait);
      }
    }
  }

  private void awaitConnection(long now) throws InterruptedException {
    if (reachability.claimProbe(this)) {
      time.sleep(probes.next(now));
    } else if (reachability.awaitReturn(refusals.next(now), time)) {
      // All reflectors wake up now: the server must not get all their requests at once.
      time.sleep(Duration.ofNanos((long) (WAKE_SPREAD.toNanos() * random.nextDouble())));
    }
  }

  /// The reflector ends: another one probes the server in its place.
  void end() {
    reachability.leave(this);
  }
}
