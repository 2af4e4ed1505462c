package dev.drover.bench.harness;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/// The time since the start of a process, as its parent measured it: the JVM itself knows it to 10
/// ms only.
public final class Clock {
  /// The moment before the process was started, nanoseconds of the epoch.
  public static final String STARTED = "DROVER_BENCH_STARTED";

  /// The moment when the launcher began, which looks for a JDK and for changed sources first.
  public static final String LAUNCHED = "DROVER_LAUNCHED";

  private Clock() {}

  public static long nanos() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  /// Milliseconds between a moment of the environment and this one; empty when it does not say.
  public static Optional<Double> millisSince(
      String moment, long nanos, Map<String, String> environment) {
    return Optional.ofNullable(environment.get(moment))
        .map(start -> ResultLine.rounded((nanos - Long.parseLong(start)) / 1e6));
  }
}
