package dev.drover.runtime;

import dev.drover.client.TimeSource;
import dev.drover.runtime.engine.Attempt;
import dev.drover.runtime.internal.LruMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Detects hot loops: a run writes, the write is a change, the change causes the next run. That
/// costs load and changes nothing.
///
/// The usual cause is that the server makes something else of what is written, say another spelling
/// of a quantity, so that it looks different the next time: the report names the field. Any number
/// of threads.
final class HotLoops {
  private static final Logger LOG = LoggerFactory.getLogger(HotLoops.class);

  /// So many runs in a row that an own write caused, within the window, are a circle.
  static final int RUNS = 10;

  static final Duration WINDOW = Duration.ofSeconds(10);

  private final WriteLog writes;
  private final TimeSource time;
  private final Consumer<HotLoop> report;
  private final Map<LoopKey, Streak> streaks = new LruMap<>(); // guarded by itself

  private record LoopKey(String controller, Request request) {
    // See ObjectKey.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof LoopKey that
          && request.equals(that.request)
          && controller.equals(that.controller);
    }

    @Override
    public int hashCode() {
      return 31 * controller.hashCode() + request.hashCode();
    }
  }

  /// Runs in a row that an own write caused.
  ///
  /// @param since nanoseconds, when the first of them began
  private record Streak(int runs, long since) {}

  HotLoops(WriteLog writes, TimeSource time, Consumer<HotLoop> report) {
    this.writes = writes;
    this.time = time;
    this.report = report;
  }

  /// A run begins.
  void begins(String controller, Attempt attempt) {
    LoopKey place = new LoopKey(controller, attempt.request());
    if (!(attempt.reason() instanceof Reason.OwnWrite(var event))) {
      if (!(attempt.reason() instanceof Reason.Retry)) {
        synchronized (streaks) {
          streaks.remove(place);
        }
      }
      return;
    }
    Streak streak = longer(place);
    if (streak.runs == RUNS) {
      tell(place, streak, event);
    }
  }

  private Streak longer(LoopKey place) {
    long now = time.nanoTime();
    synchronized (streaks) {
      Streak before = streaks.get(place);
      Streak streak =
          before != null && now - before.since < WINDOW.toNanos()
              ? new Streak(before.runs + 1, before.since)
              : new Streak(1, now);
      streaks.put(place, streak);
      return streak;
    }
  }

  private void tell(LoopKey place, Streak streak, Reason.Event event) {
    Duration took = Duration.ofNanos(time.nanoTime() - streak.since);
    List<String> changed =
        writes
            .find(event.kind(), event.key())
            .map(WriteLog.Entry::changedByTheServer)
            .orElse(List.of());
    HotLoop loop =
        new HotLoop(place.controller, place.request, streak.runs, took, event.fields(), changed);
    LOG.warn("{}", loop);
    report.accept(loop);
  }
}
