package dev.drover.informer;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// The pauses of a reflector before it tries again. One thread.
final class ReflectorPauses {
  private static final Duration PROBE_CAP = Duration.ofSeconds(2);
  private static final Duration CUT_CAP = Duration.ofSeconds(3);
  private static final Duration WAKE_SPREAD = Duration.ofSeconds(1);

  private final Timekeeper time;
  private final RandomGenerator random;
  private final Reachability reachability;
  private final BackoffSteps failures;
  private final BackoffSteps refusals; // while another reflector probes the server
  private final BackoffSteps probes; // while this one does
  private final BackoffSteps cuts; // after broken connections

  ReflectorPauses(ReflectorOptions<?> options) {
    this.time = options.time();
    this.random = options.random();
    this.reachability = options.reachability();
    Backoff backoff = options.backoff();
    this.failures = steps(backoff);
    this.refusals = steps(backoff);
    this.probes = steps(backoff.with(b -> b.capAtMost(PROBE_CAP)));
    this.cuts = steps(backoff.with(b -> b.capAtMost(CUT_CAP)));
  }

  private BackoffSteps steps(Backoff backoff) {
    return new BackoffSteps(backoff, random, time.nanoTime());
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
