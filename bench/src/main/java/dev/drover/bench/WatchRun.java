package dev.drover.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// One handler of this fresh JVM that is told of all events of a watch.
final class WatchRun {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private WatchRun() {}

  static ResultLine measure(
      String name, Cache.Starter starter, Target target, Served served, int events)
      throws Exception {
    Tally tally = new Tally(events, ReplayEvents.START_VERSION);
    try (Cache _ = starter.start(target, served, tally)) {
      tally.await(LIMIT);
      ForkEnd end = ForkEnd.now(tally.seen(), 0);
      double process = Clock.millisSince(Clock.STARTED, Clock.nanos(), System.getenv()).orElse(0.0);
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("bench", "watch");
      result.put("contender", name);
      result.put("kind", served.plural());
      result.put("events", tally.seen());
      result.put("inOrder", tally.isInOrder());
      result.put("processMillis", process);
      result.put("eventsPerSecond", ResultLine.rounded(tally.perSecond()));
      result.put("lateEventsPerSecond", ResultLine.rounded(tally.latePerSecond()));
      result.put("cpuSeconds", end.cpuMillis() / 1e3);
      result.put("peakKilobytes", end.peakKilobytes());
      return new ResultLine(result);
    }
  }
}
