package dev.drover.console;

import dev.drover.runtime.Component;
import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Request;
import dev.drover.runtime.queue.QueueSnapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Samples the counts of each controller once a second and keeps the last two minutes, for
/// sparklines. One writer; any readers.
final class Sampler {
  static final int SAMPLES = 120;
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Manager manager;
  private final RunLog runs;
  private final ConcurrentMap<String, Series> series = new ConcurrentHashMap<>();

  /// What happened in a second.
  ///
  /// @param micros how long a run took on average
  /// @param ready how many requests waited at its end
  private record Sample(long runs, long failures, long micros, long ready) {}

  /// The samples of a controller and the counts as of the last one.
  private static final class Series {
    private final Deque<Sample> samples = new ArrayDeque<>(); // guarded by this
    private long runs;
    private long failures;
    private long nanos;

    synchronized void add(@Nullable RunCounts now, long ready) {
      long allRuns = now == null ? 0 : now.runs();
      long allFailures = now == null ? 0 : now.failures();
      long allNanos = now == null ? 0 : now.nanos();
      long more = allRuns - runs;
      samples.addLast(
          new Sample(
              more,
              allFailures - failures,
              more == 0 ? 0 : (allNanos - nanos) / more / 1000,
              ready));
      if (samples.size() > SAMPLES) {
        samples.removeFirst();
      }
      runs = allRuns;
      failures = allFailures;
      nanos = allNanos;
    }

    synchronized List<Long> of(ToLongFunction<Sample> what) {
      List<Long> values = new ArrayList<>(samples.size());
      samples.forEach(sample -> values.add(what.applyAsLong(sample)));
      return values;
    }
  }

  Sampler(Manager manager, RunLog runs) {
    this.manager = manager;
    this.runs = runs;
  }

  Component component() {
    return Component.of(
        "console-sampler",
        () -> {
          while (true) {
            sample();
            Thread.sleep(PERIOD); // real time, as rates are: also where a test moves the clock
          }
        });
  }

  void sample() {
    for (Controller controller : manager.controllers()) {
      QueueSnapshot<Request> queue = controller.snapshot();
      series
          .computeIfAbsent(controller.name(), _ -> new Series())
          .add(runs.counts().get(controller.name()), queue.ready());
    }
  }

  /// The last two minutes of a controller, a value for each second, the latest last.
  Map<String, @Nullable Object> tree(String controller) {
    Series one = series.getOrDefault(controller, new Series());
    return Trees.of(
        "runs", one.of(Sample::runs),
        "failures", one.of(Sample::failures),
        "micros", one.of(Sample::micros),
        "ready", one.of(Sample::ready));
  }
}
