package dev.drover.runtime.leader;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Options of a [LeaderElection]: the lease, the identity, the times, the listener.
///
/// ```java
/// LeaderOptions.of("shop", "till", identity).with(o -> o.labels(labels).listener(this::leads))
/// ```
///
/// In Go: {@index leaderelection.LeaderElectionConfig}, {@index resourcelock.LeaseLock}.
public final class LeaderOptions {
  /// The jitter: a contender waits up to this many retry periods longer.
  static final double JITTER = 1.2;

  private final String namespace;
  private final String name;
  private final String identity;
  private final Duration leaseDuration;
  private final Duration renewDeadline;
  private final Duration retryPeriod;
  private final boolean releaseOnStop;
  private final Map<String, String> labels;
  private final Consumer<Leadership> listener;
  private final TimeSource time;
  private final RandomGenerator random;

  private LeaderOptions(Builder from) {
    from.check();
    this.namespace = from.namespace;
    this.name = from.name;
    this.identity = from.identity;
    this.leaseDuration = from.leaseDuration;
    this.renewDeadline = from.renewDeadline;
    this.retryPeriod = from.retryPeriod;
    this.releaseOnStop = from.releaseOnStop;
    this.labels = Map.copyOf(from.labels);
    this.listener = from.listener;
    this.time = from.time;
    this.random = from.random;
  }

  /// client-go's times (15 s, 10 s, 2 s); others take over at once from one that stops.
  public static LeaderOptions of(String namespace, String name, String identity) {
    return new LeaderOptions(new Builder(namespace, name, identity));
  }

  /// A copy with changes.
  public LeaderOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return new LeaderOptions(builder);
  }

  /// The namespace of the lease.
  public String namespace() {
    return namespace;
  }

  /// The name of the lease.
  public String name() {
    return name;
  }

  /// What this contender is called; no other may have the same.
  public String identity() {
    return identity;
  }

  /// How long others wait before they take over from a leader that says nothing.
  public Duration leaseDuration() {
    return leaseDuration;
  }

  /// How long a leader tries to renew before it steps down.
  public Duration renewDeadline() {
    return renewDeadline;
  }

  /// How often a leader renews, and a contender looks.
  public Duration retryPeriod() {
    return retryPeriod;
  }

  /// Whether a leader that stops lets others take over at once.
  public boolean releaseOnStop() {
    return releaseOnStop;
  }

  /// Labels of the lease; others on it stay.
  public Map<String, String> labels() {
    return labels;
  }

  /// Called with every change, in order, by one thread; a slow listener delays only itself.
  public Consumer<Leadership> listener() {
    return listener;
  }

  /// Where the time is taken from.
  public TimeSource time() {
    return time;
  }

  /// Spreads contenders that began together.
  public RandomGenerator random() {
    return random;
  }

  @Override
  public String toString() {
    return "LeaderOptions[namespace=%s, name=%s, identity=%s, leaseDuration=%s, renewDeadline=%s, retryPeriod=%s, releaseOnStop=%s]"
        .formatted(
            namespace, name, identity, leaseDuration, renewDeadline, retryPeriod, releaseOnStop);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private String namespace;
    private String name;
    private String identity;
    private Duration leaseDuration = Duration.ofSeconds(15);
    private Duration renewDeadline = Duration.ofSeconds(10);
    private Duration retryPeriod = Duration.ofSeconds(2);
    private boolean releaseOnStop = true;
    private Map<String, String> labels = Map.of();
    private Consumer<Leadership> listener = _ -> {};
    private TimeSource time = TimeSource.system();
    private RandomGenerator random = RandomGenerator.getDefault();

    private Builder(String namespace, String name, String identity) {
      this.namespace = namespace;
      this.name = name;
      this.identity = identity;
    }

    private Builder(LeaderOptions from) {
      this(from.namespace, from.name, from.identity);
      leaseDuration = from.leaseDuration;
      renewDeadline = from.renewDeadline;
      retryPeriod = from.retryPeriod;
      releaseOnStop = from.releaseOnStop;
      labels = from.labels;
      listener = from.listener;
      time = from.time;
      random = from.random;
    }

    /// Where the lease is.
    public Builder namespace(String changed) {
      namespace = changed;
      return this;
    }

    /// What the lease is called.
    public Builder name(String changed) {
      name = changed;
      return this;
    }

    /// What this contender is called; no other may have the same.
    public Builder identity(String changed) {
      identity = changed;
      return this;
    }

    /// The times of the election.
    ///
    /// @param lease how long others wait before they take over from a leader that says nothing;
    ///   whole seconds
    /// @param renew how long a leader tries to renew before it steps down; shorter
    /// @param retry how often a leader renews, and a contender looks
    public Builder times(Duration lease, Duration renew, Duration retry) {
      leaseDuration = lease;
      renewDeadline = renew;
      retryPeriod = retry;
      return this;
    }

    /// Whether a leader that stops lets others take over at once.
    public Builder releaseOnStop(boolean release) {
      releaseOnStop = release;
      return this;
    }

    /// Labels of the lease; others on it stay.
    public Builder labels(Map<String, String> changed) {
      labels = changed;
      return this;
    }

    /// Called for every change, in order, by one thread.
    public Builder listener(Consumer<Leadership> changed) {
      listener = changed;
      return this;
    }

    /// Where the time is taken from.
    public Builder time(TimeSource keeper) {
      time = keeper;
      return this;
    }

    /// What spreads contenders that began together.
    public Builder random(RandomGenerator changed) {
      random = changed;
      return this;
    }

    private void check() {
      if (namespace.isEmpty() || name.isEmpty() || identity.isEmpty()) {
        throw new IllegalArgumentException(
            "need a namespace, a name and an identity, got \"%s\", \"%s\" and \"%s\""
                .formatted(namespace, name, identity));
      }
      if (leaseDuration.toNanosPart() != 0) {
        throw new IllegalArgumentException(
            "a Lease says its duration in whole seconds, so others would not wait as long as "
                + leaseDuration);
      }
      if (!retryPeriod.isPositive()
          || renewDeadline.toNanos() <= JITTER * retryPeriod.toNanos()
          || leaseDuration.compareTo(renewDeadline) <= 0
          || leaseDuration.toSeconds() < 1) {
        throw new IllegalArgumentException(
            ("need leaseDuration > renewDeadline > %s x retryPeriod > 0, and a second at least, got"
                    + " %s, %s and %s")
                .formatted(JITTER, leaseDuration, renewDeadline, retryPeriod));
      }
    }
  }
}
