package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// How to take part in a [LeaderElection].
///
/// In Go: {@index leaderelection.LeaderElectionConfig}.
///
/// @param namespace of the lease
/// @param name of the lease
/// @param identity what this contender is called; no other may have the same
/// @param leaseDuration how long others wait before they take over from a leader that says nothing
/// @param renewDeadline how long a leader tries to renew before it steps down
/// @param retryPeriod how often a leader renews, and a contender looks
/// @param releaseOnStop whether a leader that stops lets others take over at once
/// @param labels of the lease; others on it stay
/// @param listener is told every change, in order, by one thread; a slow one delays only itself
/// @param time where the time is taken from
/// @param random spreads contenders that began together
public record LeaderOptions(
    String namespace,
    String name,
    String identity,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod,
    boolean releaseOnStop,
    Map<String, String> labels,
    Consumer<Leadership> listener,
    Timekeeper time,
    RandomGenerator random) {
  /// A contender waits up to this many retry periods longer, by chance.
  static final double JITTER = 1.2;

  public LeaderOptions {
    labels = Map.copyOf(labels);
    if (namespace.isEmpty() || name.isEmpty() || identity.isEmpty()) {
      throw new IllegalArgumentException(
          "need a namespace, a name and an identity, got \"%s\", \"%s\" and \"%s\""
              .formatted(namespace, name, identity));
    }
    double retries = JITTER * retryPeriod.toNanos();
    if (!retryPeriod.isPositive()
        || renewDeadline.toNanos() <= retries
        || leaseDuration.compareTo(renewDeadline) <= 0
        || leaseDuration.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "need leaseDuration > renewDeadline > %s x retryPeriod > 0, and a second at least, got %s, %s and %s"
              .formatted(JITTER, leaseDuration, renewDeadline, retryPeriod));
    }
  }

  /// client-go's times (15 s, 10 s, 2 s); others take over at once from one that stops.
  public static LeaderOptions of(String namespace, String name, String identity) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        Duration.ofSeconds(15),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2),
        true,
        Map.of(),
        _ -> {},
        Timekeeper.system(),
        RandomGenerator.getDefault());
  }

  public LeaderOptions withTimes(Duration lease, Duration renew, Duration retry) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        lease,
        renew,
        retry,
        releaseOnStop,
        labels,
        listener,
        time,
        random);
  }

  public LeaderOptions withReleaseOnStop(boolean release) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        leaseDuration,
        renewDeadline,
        retryPeriod,
        release,
        labels,
        listener,
        time,
        random);
  }

  public LeaderOptions withLabels(Map<String, String> newLabels) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        leaseDuration,
        renewDeadline,
        retryPeriod,
        releaseOnStop,
        newLabels,
        listener,
        time,
        random);
  }

  public LeaderOptions withListener(Consumer<Leadership> newListener) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        leaseDuration,
        renewDeadline,
        retryPeriod,
        releaseOnStop,
        labels,
        newListener,
        time,
        random);
  }

  public LeaderOptions withTime(Timekeeper newTime) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        leaseDuration,
        renewDeadline,
        retryPeriod,
        releaseOnStop,
        labels,
        listener,
        newTime,
        random);
  }

  public LeaderOptions withRandom(RandomGenerator newRandom) {
    return new LeaderOptions(
        namespace,
        name,
        identity,
        leaseDuration,
        renewDeadline,
        retryPeriod,
        releaseOnStop,
        labels,
        listener,
        time,
        newRandom);
  }
}
