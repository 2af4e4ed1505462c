package dev.drover.runtime.events;

import dev.drover.api.Patch;
import dev.drover.model.core.v1.ObjectReference;
import dev.drover.model.events.v1.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Correlates events of `events.k8s.io/v1`, where a repeated event makes a series:
/// - the first is written;
/// - with the second the series begins, and its count is written;
/// - all others are counted here, and the count is written every half hour, when nothing has
///   happened for six minutes, and at the end.
///
/// In Go: `events.EventRecorder`.
final class SeriesBook implements EventBook {
  private static final long SILENCE = LOOK.toNanos();
  private static final long REFRESH = Duration.ofMinutes(30).toNanos();

  /// What makes two events the same; what they say in their note does not matter.
  private record Key(
      Occurrence.Type type,
      String action,
      String reason,
      ObjectReference regarding,
      @Nullable ObjectReference related) {}

  private static final class Series {
    final Event first;
    int count = 1;
    int written = 1; // the count that the server knows
    long writtenAt;
    long lastNanos;
    Instant last;

    Series(Event first, Occurrence occurrence) {
      this.first = first;
      this.writtenAt = occurrence.nanos();
      this.lastNanos = occurrence.nanos();
      this.last = occurrence.at();
    }
  }

  private final EventOptions options;
  private final LinkedHashMap<Key, Series> series = new LinkedHashMap<>(16, 0.75f, true);

  SeriesBook(EventOptions options) {
    this.options = options;
  }

  @Override
  public List<EventWrite> record(Occurrence o) {
    // The version of an object says nothing about what happened to it.
    ObjectReference regarding = o.regarding().with(r -> r.resourceVersion(null));
    Key key = new Key(o.type(), o.action(), o.reason(), regarding, o.related());
    Series known = series.get(key);
    if (known == null) {
      return begin(key, o);
    }
    known.count++;
    known.lastNanos = o.nanos();
    known.last = o.at();
    return known.count == 2 ? List.of(update(known, o.nanos())) : List.of();
  }

  private List<EventWrite> begin(Key key, Occurrence o) {
    Event event =
        Event.named(o.namespace(), o.name())
            .with(
                e ->
                    e.eventTime(o.at().truncatedTo(ChronoUnit.MICROS))
                        .reportingController(options.controller())
                        .reportingInstance(options.instance())
                        .action(o.action())
                        .reason(o.reason())
                        .regarding(o.regarding())
                        .related(o.related())
                        .note(o.note())
                        .type(o.type().text));
    series.put(key, new Series(event, o));
    List<EventWrite> writes = new ArrayList<>(List.of(new EventWrite.Create(event)));
    if (series.size() > CAPACITY) {
      Series eldest = series.pollFirstEntry().getValue();
      if (eldest.count > eldest.written) {
        writes.add(update(eldest, o.nanos()));
      }
    }
    return writes;
  }

  private static EventWrite update(Series series, long now) {
    series.written = series.count;
    series.writtenAt = now;
    Instant last = series.last.truncatedTo(ChronoUnit.MICROS);
    Event event =
        series.first.with(e -> e.series(s -> s.count(series.count).lastObservedTime(last)));
    Map<String, Object> change =
        Map.of("series", Map.of("count", (long) series.count, "lastObservedTime", micro(last)));
    return new EventWrite.Update(event, Patch.merge(change));
  }

  /// The server wants all six digits.
  private static String micro(Instant time) {
    String text = time.toString();
    int dot = text.indexOf('.');
    String digits = dot < 0 ? "" : text.substring(dot + 1, text.length() - 1);
    String seconds = dot < 0 ? text.substring(0, text.length() - 1) : text.substring(0, dot);
    return seconds + "." + (digits + "000000").substring(0, 6) + "Z";
  }

  @Override
  public List<EventWrite> look(long now) {
    List<EventWrite> writes = new ArrayList<>();
    for (Iterator<Series> all = series.values().iterator(); all.hasNext(); ) {
      Series each = all.next();
      boolean over = now - each.lastNanos >= SILENCE;
      boolean stale = each.count > 1 && now - each.writtenAt >= REFRESH;
      if (each.count > each.written && over || stale) {
        writes.add(update(each, now));
      }
      if (over) {
        all.remove();
      }
    }
    return writes;
  }

  @Override
  public List<EventWrite> finish() {
    List<EventWrite> writes =
        series.values().stream()
            .filter(each -> each.count > each.written)
            .map(each -> update(each, each.lastNanos))
            .toList();
    series.clear();
    return writes;
  }

  @Override
  public long limited() {
    return 0;
  }
}
