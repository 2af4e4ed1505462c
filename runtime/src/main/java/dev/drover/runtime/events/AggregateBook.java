package dev.drover.runtime.events;

import dev.drover.api.Patch;
import dev.drover.model.core.v1.Event;
import dev.drover.model.core.v1.ObjectReference;
import dev.drover.runtime.internal.Limiter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// Correlates events of `v1`:
/// - the same event again raises its count;
/// - from the tenth on, those that differ only in their message within ten minutes become one;
/// - about one object, 25 may come at once and then one every five minutes; others are left out.
///
/// In Go: `record.EventRecorder`, `record.EventCorrelator`.
final class AggregateBook implements EventBook {
  private static final int SIMILAR = 10;
  private static final long SIMILAR_WITHIN = Duration.ofMinutes(10).toNanos();
  private static final int BURST = 25;
  private static final double PER_SECOND = 1 / 300.0;

  /// What similar events have in common.
  private record Topic(ObjectReference regarding, Occurrence.Type type, String reason) {}

  /// What the same events have in common. One for all messages when they have become one.
  private record Key(Topic topic, boolean combined, String message) {}

  private record Subject(ObjectReference regarding, Occurrence.Type type) {}

  private static final class Similar {
    final Set<String> messages = new LinkedHashSet<>();
    long last;
  }

  /// What the server has of an event.
  private record Logged(Event event, int count) {}

  private final EventOptions options;
  private final Map<Topic, Similar> topics = new LruMap<>();
  private final Map<Key, Logged> logged = new LruMap<>();
  private final Map<Subject, Limiter.Tokens> limits = new LruMap<>();
  private final AtomicLong limited = new AtomicLong(); // read by others

  AggregateBook(EventOptions options) {
    this.options = options;
  }

  /// Forgets what was not used for longest.
  private static final class LruMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    LruMap() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > CAPACITY;
    }
  }

  @Override
  public List<EventWrite> record(Occurrence o) {
    ObjectReference regarding = o.regarding().with(r -> r.resourceVersion(null));
    Topic topic = new Topic(regarding, o.type(), o.reason());
    boolean combined = isCombined(topic, o);
    String message =
        combined ? Occurrence.cut("(combined from similar events): " + o.note()) : o.note();
    EventWrite write = count(new Key(topic, combined, combined ? "" : o.note()), o, message);
    Limiter.Tokens limit =
        limits.computeIfAbsent(
            new Subject(regarding, o.type()),
            _ -> new Limiter.Tokens(PER_SECOND, BURST, o.nanos()));
    if (!limit.tryTake(o.nanos())) {
      limited.incrementAndGet();
      return List.of();
    }
    return List.of(write);
  }

  private boolean isCombined(Topic topic, Occurrence o) {
    Similar similar = topics.computeIfAbsent(topic, _ -> new Similar());
    if (o.nanos() - similar.last > SIMILAR_WITHIN) {
      similar.messages.clear();
    }
    similar.last = o.nanos();
    similar.messages.add(o.note());
    if (similar.messages.size() < SIMILAR) {
      return false;
    }
    similar.messages.remove(similar.messages.iterator().next()); // no need to know more of them
    return true;
  }

  private EventWrite count(Key key, Occurrence o, String message) {
    Instant at = o.at().truncatedTo(ChronoUnit.SECONDS);
    Logged before = logged.get(key);
    if (before == null) {
      Event event = event(o, message, at);
      logged.put(key, new Logged(event, 1));
      return new EventWrite.Create(event);
    }
    int count = before.count + 1;
    Event event = before.event.with(e -> e.message(message).count(count).lastTimestamp(at));
    logged.put(key, new Logged(event, count));
    return new EventWrite.Update(
        event,
        Patch.merge(
            Map.of("count", (long) count, "lastTimestamp", at.toString(), "message", message)));
  }

  private Event event(Occurrence o, String message, Instant at) {
    return Event.named(o.namespace(), o.name())
        .with(
            e ->
                e.involvedObject(o.regarding())
                    .type(o.type().text)
                    .reason(o.reason())
                    .message(message)
                    .source(s -> s.component(options.controller()).host(options.host()))
                    .reportingComponent(options.controller())
                    .firstTimestamp(at)
                    .lastTimestamp(at)
                    .count(1));
  }

  @Override
  public List<EventWrite> look(long now) {
    return List.of();
  }

  @Override
  public List<EventWrite> finish() {
    return List.of();
  }

  @Override
  public long limited() {
    return limited.get();
  }
}
