package dev.drover.runtime.leader;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.api.text.PrintableText;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.TimeSource;
import dev.drover.model.coordination.v1.Lease;
import dev.drover.model.coordination.v1.LeaseSpec;
import dev.drover.runtime.internal.Deadline;
import dev.drover.runtime.internal.Nanos;
import dev.drover.runtime.internal.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets one of several contenders lead, by a `Lease` on the server.
///
/// ```
///             lease free, expired or ours             renewed
///   vacant ──────────────────────────────▶ leading ◀──────────┐
///     ▲ │                                  │  │ └─────────────┘
///     │ └▶ following ──── lease expired ───┘  │
///     │         ▲                             │ another took the lease,
///     └─────────┴─────────────────────────────┘ or not renewed for renewDeadline
/// ```
///
/// ```java
/// var options = LeaderOptions.of("shop", "icecreams", identity).with(o -> o.listener(this::changed));
/// try (var election = new LeaderElection(client, options).start()) {
///   signals.await();
/// }
/// ```
///
/// One that loses the lead campaigns again. [#close] ends its part, and gives the lease up if it
/// leads; close what only the leader may do first.
///
/// **Guarantees.** Clocks of other machines do not matter: a lease has expired when this contender
/// has not seen it change for its duration. [#isLeader] is false as soon as the lease that was last
/// written may have expired, even when the thread that renews it hangs or the process was stopped
/// for a while. Requests end with the renew deadline, however slowly the server sends its response:
/// the listener learns in time that the lead is lost.
///
/// **Assumptions.** Clocks run at about the same speed. What a leader has begun takes a moment to
/// end, so another may lead already: writes need resource versions all the same.
///
/// Renews on a platform thread: virtual ones are not preempted, and busy ones could keep it from
/// renewing. Any number of threads may ask.
///
/// In Go: {@index leaderelection.LeaderElector}, {@index leaderelection.RunOrDie}.
public final class LeaderElection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
  private static final int RELEASE_TRIES = 3;
  private static final Duration MIN_LIMIT = Duration.ofSeconds(1);

  private final LeaderOptions options;
  private final Time time;
  private final LeaseLock lock;
  private final Lifecycle life;
  private final LinkedBlockingQueue<Leadership> news = new LinkedBlockingQueue<>();
  private final AtomicLong slowPaths = new AtomicLong();
  private volatile Leadership state = new Leadership.Vacant();
  private volatile long renewedAt; // when the last successful write was sent

  // Of the electing thread alone.
  private @Nullable Lease observed;
  private long observedAt; // when it was first seen like this

  public LeaderElection(Client client, LeaderOptions options) {
    this.options = options;
    this.time = Time.of(options.time());
    this.lock = new LeaseLock(client, options);
    this.life =
        new Lifecycle(
            "leader-" + options.name(),
            e -> LOG.error("leader election {}: its thread failed and ended", options.name(), e));
  }

  /// Takes part from now on.
  public LeaderElection start() {
    life.fork("listener", this::tellListener);
    life.forkPlatform("election", this::run);
    return this;
  }

  /// The current leader, as far as this contender knows.
  ///
  /// In Go: {@index GetLeader}.
  public Leadership state() {
    return state instanceof Leadership.Leading && !isLeader() ? new Leadership.Vacant() : state;
  }

  /// Whether this one leads for certain.
  ///
  /// In Go: {@index IsLeader}; the metric is `leader_election_master_status`.
  public boolean isLeader() {
    long duration = Nanos.of(options.leaseDuration());
    return state instanceof Leadership.Leading && time.nanos() - renewedAt < duration;
  }

  /// How often a leader had to read the lease before it could renew it: the metric
  /// `leader_election_slowpath_total`.
  public long slowPaths() {
    return slowPaths.get();
  }

  /// Whether all is well: not so when a leader should have renewed its lease, or stepped down, this
  /// long ago.
  ///
  /// In Go: {@index leaderelection.HealthzAdaptor}.
  public boolean isHealthy(Duration tolerance) {
    long allowed = Nanos.of(options.leaseDuration().plus(tolerance));
    return !(state instanceof Leadership.Leading) || time.nanos() - renewedAt <= allowed;
  }

  /// Ends this one's part; gives the lease up if it leads.
  @Override
  public void close() {
    life.close(options.renewDeadline().multipliedBy(2));
  }

  private void tellListener() throws InterruptedException {
    boolean over = false;
    while (!over) {
      Leadership change;
      try {
        change = news.take();
      } catch (InterruptedException e) {
        if (!life.isClosed()) {
          throw e;
        }
        continue; // it still has to learn how this ends, and that is on the way
      }
      over = change instanceof Leadership.Stopped;
      try {
        options.listener().accept(change);
      } catch (RuntimeException e) {
        LOG.error("leader election {}: the listener failed with {}", options.name(), change, e);
      }
    }
  }

  private void become(Leadership next) {
    if (!next.equals(state)) {
      state = next;
      LOG.info(
          "leader election {}/{}: {}: {}",
          options.namespace(),
          options.name(),
          options.identity(),
          PrintableText.of(next.toString()));
      news.add(next);
    }
  }

  private void run() throws InterruptedException {
    try {
      while (true) {
        campaign();
        lead();
      }
    } catch (RequestInterruptedException e) {
      throw (InterruptedException) new InterruptedException().initCause(e);
    } finally {
      become(new Leadership.Stopped());
      boolean interrupted = Thread.interrupted(); // otherwise no request could be made
      if (observed != null && !isTaken() && options.releaseOnStop()) {
        release();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Returns when this one leads.
  private void campaign() throws InterruptedException {
    while (!attempt()) {
      become(seenState());
      double factor = 1 + LeaderOptions.JITTER * options.random().nextDouble();
      time.sleep(Duration.ofNanos((long) (options.retryPeriod().toNanos() * factor)));
    }
    become(new Leadership.Leading(time.instant()));
  }

  private Leadership seenState() {
    Lease lease = observed;
    String holder = lease == null ? "" : LeaseLock.holder(lease);
    return holder.isEmpty() || holder.equals(options.identity()) || !isValid(time.nanos())
        ? new Leadership.Vacant()
        : new Leadership.Following(holder);
  }

  /// Returns when this one does not lead any more.
  private void lead() throws InterruptedException {
    long deadline = Nanos.of(options.renewDeadline());
    long pause = Nanos.of(options.retryPeriod());
    while (true) {
      long left = deadline - (time.nanos() - renewedAt);
      if (left <= 0) {
        LOG.warn(
            "leader election {}: {} cannot renew the lease within {}, leading no longer",
            options.name(),
            options.identity(),
            options.renewDeadline());
        become(new Leadership.Vacant());
        return;
      }
      time.sleep(Duration.ofNanos(Math.min(pause, left)));
      if (time.nanos() - renewedAt < deadline && !attemptInTime() && isTaken()) {
        become(seenState());
        return;
      }
    }
  }

  /// As [#attempt], and ends with the renew deadline whatever holds the request up: besides the
  /// server, whose answers have a limit of their own, that is a credentials plugin or a user's
  /// transport layer that hangs. In real time, as the limits of requests.
  private boolean attemptInTime() {
    Duration left = options.renewDeadline().minusNanos(time.nanos() - renewedAt);
    Deadline deadline = Deadline.forThisThread(TimeSource.system(), left);
    boolean held = false;
    try {
      held = attempt();
    } catch (RequestInterruptedException e) {
      if (!deadline.isOver()) {
        throw e;
      }
    } finally {
      if (deadline.end()) {
        var _ = Thread.interrupted();
        if (life.isClosed()) {
          Thread.currentThread().interrupt(); // that of close must not be lost
        }
      }
    }
    return held;
  }

  /// Whether another contender holds the lease.
  private boolean isTaken() {
    Lease lease = observed;
    return lease != null && !LeaseLock.holder(lease).equals(options.identity());
  }

  /// Takes the lease or renews it. False when that is not possible now.
  private boolean attempt() {
    try {
      return tryToHold();
    } catch (RequestInterruptedException e) {
      throw e;
    } catch (KubernetesException e) {
      LOG.debug("leader election {}: {} cannot acquire it", options.name(), options.identity(), e);
      return false;
    } catch (RuntimeException e) {
      // For example a response that cannot be parsed, from a proxy while the server is down.
      LOG.warn(
          "leader election {}: {} cannot parse the lease, retrying",
          options.name(),
          options.identity(),
          e);
      return false;
    }
  }

  private boolean tryToHold() {
    boolean leading = state instanceof Leadership.Leading;
    Lease known = observed;
    if (leading && known != null && isValid(time.nanos()) && renewQuickly(known)) {
      return true;
    }
    Optional<Lease> read = lock.find(limit());
    if (read.isEmpty()) {
      long sent = time.nanos();
      return written(lock.create(lock.taken(Optional.empty()), limit()), sent);
    }
    Lease lease = read.get();
    observe(lease);
    boolean ours = LeaseLock.holder(lease).equals(options.identity());
    if (!ours && !LeaseLock.holder(lease).isEmpty() && isValid(time.nanos())) {
      return false;
    }
    if (leading && ours) {
      slowPaths.incrementAndGet();
    } else if (leading) {
      return false; // another contender led meanwhile: this one has to start again
    }
    long sent = time.nanos();
    LeaseSpec spec = ours ? lock.renewed(lease) : lock.taken(read);
    return written(lock.update(lease, spec, limit()), sent);
  }

  /// The limit of a request: what a leader has left until its renew deadline, and no more than half
  /// of it, so that a second try fits.
  private Duration limit() {
    if (!(state instanceof Leadership.Leading)) {
      return usualLimit();
    }
    Duration left = options.renewDeadline().minusNanos(time.nanos() - renewedAt);
    Duration usual = usualLimit();
    Duration shorter = left.compareTo(usual) < 0 ? left : usual;
    return shorter.isPositive() ? shorter : Duration.ofMillis(1);
  }

  private Duration usualLimit() {
    Duration half = options.renewDeadline().dividedBy(2);
    return half.compareTo(MIN_LIMIT) < 0 ? MIN_LIMIT : half;
  }

  /// Renews without reading first, which is correct as long as there is no other writer.
  private boolean renewQuickly(Lease known) {
    long sent = time.nanos();
    try {
      return written(lock.update(known, lock.renewed(known), limit()), sent);
    } catch (ApiException e) {
      LOG.debug(
          "leader election {}: {} cannot renew from its copy, reading the lease",
          options.name(),
          options.identity(),
          e);
      return false;
    }
  }

  /// Others count from when they see what was written, so this one counts from before it was.
  private boolean written(Lease lease, long sent) {
    observed = lease;
    observedAt = sent;
    renewedAt = sent;
    return true;
  }

  private void observe(Lease lease) {
    Lease before = observed;
    if (before == null || !before.spec().equals(lease.spec())) {
      observedAt = time.nanos();
    }
    observed = lease; // in any case: it has the version that a write needs
  }

  private boolean isValid(long now) {
    Lease lease = observed;
    return lease != null && now - observedAt < Nanos.of(LeaseLock.duration(lease));
  }

  /// Decides by what the server has now: a late release must not take the lease from a successor.
  private void release() {
    for (int i = 0; i < RELEASE_TRIES; i++) {
      try {
        Optional<Lease> lease = lock.find(usualLimit());
        if (lease.isPresent() && LeaseLock.holder(lease.get()).equals(options.identity())) {
          lock.update(lease.get(), lock.released(lease.get()), usualLimit());
        }
        return;
      } catch (ApiException.Conflict e) {
        LOG.debug(
            "leader election {}: {} lost a race to release the lease, retrying",
            options.name(),
            options.identity(),
            e);
      } catch (RuntimeException e) {
        LOG.warn(
            "leader election {}: {} cannot release the lease, which stays until it expires",
            options.name(),
            options.identity(),
            e);
        return;
      }
    }
  }
}
