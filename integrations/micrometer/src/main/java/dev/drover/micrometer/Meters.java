package dev.drover.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// The meters of a registry by name and tags. Each exists once: a component that is built again
/// under its name finds the values of its predecessor, as metrics of a process have to be.
final class Meters {
  private final MeterRegistry registry;
  private final ConcurrentMap<Key, AtomicInteger> gauges = new ConcurrentHashMap<>();
  private final ConcurrentMap<Key, AtomicReference<Supplier<Optional<Duration>>>> durations =
      new ConcurrentHashMap<>();

  private record Key(String name, Tags tags) {}

  Meters(MeterRegistry registry) {
    this.registry = registry;
  }

  /// A counter. Prometheus registries add `_total` to the name.
  Counter counter(String name, String... tags) {
    return Counter.builder(name).tags(tags).register(registry);
  }

  /// A histogram. Prometheus registries add `_seconds` to the name.
  Timer timer(String name, Duration[] buckets, String... tags) {
    return Timer.builder(name).tags(tags).serviceLevelObjectives(buckets).register(registry);
  }

  /// A histogram of sizes. Prometheus registries add `_bytes` to the name.
  DistributionSummary bytes(String name, double[] buckets, String... tags) {
    return DistributionSummary.builder(name)
        .baseUnit("bytes")
        .tags(tags)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  /// A gauge that is set.
  AtomicInteger gauge(String name, String... tags) {
    return gauges.computeIfAbsent(
        new Key(name, Tags.of(tags)),
        key -> {
          AtomicInteger value = new AtomicInteger();
          Gauge.builder(name, value, AtomicInteger::get).tags(key.tags).register(registry);
          return value;
        });
  }

  /// A gauge in seconds that is read from `source` from now on; 0 once the source is empty.
  void duration(String name, Supplier<Optional<Duration>> source, String... tags) {
    durations
        .computeIfAbsent(
            new Key(name, Tags.of(tags)),
            key -> {
              AtomicReference<Supplier<Optional<Duration>>> current =
                  new AtomicReference<>(Optional::empty);
              Gauge.builder(name, current, now -> seconds(now.get()))
                  .tags(key.tags)
                  .register(registry);
              return current;
            })
        .set(source);
  }

  private static double seconds(Supplier<Optional<Duration>> source) {
    return source.get().orElse(Duration.ZERO).toNanos() / 1e9;
  }
}
