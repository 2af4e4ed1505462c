package dev.drover.runtime.events;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.api.text.PrintableText;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.runtime.internal.Nanos;
import dev.drover.runtime.internal.ReconcileLogger;
import dev.drover.runtime.internal.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Records events of objects, as `kubectl describe` and `kubectl events` show them, and logs them.
///
/// ```java
/// try (var events = new EventRecorder(client, EventOptions.of("shop-controller")).start()) {
///   events.normal(deployment, "ScaledUp", "from 2 to 3 replicas");
///   events.warning(deployment, "NoQuota", "the quota of " + namespace + " is used up");
/// }
/// ```
///
/// Repeated events are counted, not written again; [EventOptions.Api] has the two ways. Never
/// waits: a thread of its own writes. When too many wait, the newest are dropped and counted, which
/// the log reports. [#close] writes what waits, as far as its time allows.
///
/// Any number of threads.
///
/// In Go: {@index record.EventBroadcaster}, {@index events.EventBroadcaster}, {@index
/// record.EventRecorder}, {@index events.EventRecorder}, {@index record.EventCorrelator}.
public final class EventRecorder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

  private final EventOptions options;
  private final Time time;
  private final EventWriter writer;
  private final Lifecycle life;
  private final BlockingQueue<Occurrence> waiting;
  private final AtomicLong serials = new AtomicLong();
  private final AtomicLong recorded = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private volatile boolean closing;
  private volatile boolean pausing; // before a retry
  private volatile @Nullable Thread thread;
  private volatile @Nullable EventBook book; // none before the server was asked for its kinds

  public EventRecorder(Client client, EventOptions options) {
    this.options = options;
    this.time = Time.of(options.time());
    this.writer = new EventWriter(client);
    this.waiting = new ArrayBlockingQueue<>(options.capacity());
    this.life =
        new Lifecycle(
            "events",
            e ->
                LOG.error(
                    "event recorder {}: its thread failed and ended", options.controller(), e));
  }

  /// Begins to write.
  public EventRecorder start() {
    thread = life.fork("writer", this::run);
    return this;
  }

  /// All is as it should be.
  ///
  /// @param reason why, in one word that programs can read: `ScaledUp`
  public void normal(KubernetesObject regarding, String reason, String note) {
    record(Occurrence.Type.NORMAL, regarding, null, reason, reason, note);
  }

  /// Something is not as it should be.
  ///
  /// @param reason why, in one word that programs can read: `NoQuota`
  public void warning(KubernetesObject regarding, String reason, String note) {
    record(Occurrence.Type.WARNING, regarding, null, reason, reason, note);
  }

  /// As [#normal(KubernetesObject, String, String)], about two objects.
  ///
  /// In Go: {@index Eventf}.
  ///
  /// @param related another object that has to do with it
  /// @param action what was done, in one word that programs can read
  public void normal(
      KubernetesObject regarding,
      KubernetesObject related,
      String reason,
      String action,
      String note) {
    record(Occurrence.Type.NORMAL, regarding, related, reason, action, note);
  }

  /// As [#warning(KubernetesObject, String, String)], about two objects.
  ///
  /// @param related another object that has to do with it
  /// @param action what was done, in one word that programs can read
  public void warning(
      KubernetesObject regarding,
      KubernetesObject related,
      String reason,
      String action,
      String note) {
    record(Occurrence.Type.WARNING, regarding, related, reason, action, note);
  }

  private void record(
      Occurrence.Type type,
      KubernetesObject regarding,
      @Nullable KubernetesObject related,
      String reason,
      String action,
      String note) {
    recorded.incrementAndGet();
    log(type, regarding, reason, note);
    Instant at = time.instant();
    Occurrence occurrence =
        new Occurrence(
            Occurrence.reference(regarding),
            related == null ? null : Occurrence.reference(related),
            type,
            reason,
            action,
            Occurrence.cut(note),
            serial(at),
            time.nanos(),
            at);
    if (closing || !waiting.offer(occurrence)) {
      reportDrop(dropped.incrementAndGet());
    }
    time.unpark(thread);
  }

  private static void log(
      Occurrence.Type type, KubernetesObject regarding, String reason, String note) {
    String kind = Kind.ofObject(regarding).gvk().kind();
    Level level = type == Occurrence.Type.WARNING ? Level.WARN : Level.INFO;
    ReconcileLogger.ofCurrentRun(LOG)
        .atLevel(level)
        .log(
            "Event occurred: {} {}: {}: {}",
            kind,
            PrintableText.of(regarding.key().toString()),
            PrintableText.of(reason),
            PrintableText.of(note));
  }

  /// The time, or the next number: two events about one object need two names.
  private long serial(Instant at) {
    long now = at.getEpochSecond() * 1_000_000_000 + at.getNano();
    return serials.updateAndGet(last -> Math.max(last + 1, now));
  }

  /// A flood of events must not become a flood in the log.
  private void reportDrop(long count) {
    if (Long.bitCount(count) == 1) {
      LOG.warn(
          "event recorder {}: the queue is full, {} dropped so far", options.controller(), count);
    }
  }

  /// Whether no event waits to be written for the first time. Retries do not count, nor does a
  /// recorder that was not started.
  public boolean isIdle() {
    Thread writing = thread;
    return waiting.isEmpty() || pausing || writing == null || !writing.isAlive();
  }

  /// What became of the events so far.
  public EventCounts counts() {
    EventBook current = book;
    return new EventCounts(
        recorded.get(),
        written.get(),
        dropped.get(),
        current == null ? 0 : current.limited(),
        failed.get());
  }

  private void run() throws InterruptedException {
    EventBook current = null;
    long look = time.nanos() + EventBook.LOOK.toNanos();
    while (!closing || !waiting.isEmpty()) {
      Occurrence next = waiting.peek();
      long now = time.nanos();
      if (next != null) {
        if (current == null) {
          current = open();
          if (current == null) {
            continue;
          }
        }
        writeAll(current.record(next));
        waiting.remove(); // only now: what is being written counts as waiting
      } else if (now - look >= 0) {
        look = now + EventBook.LOOK.toNanos();
        writeAll(current == null ? List.of() : current.look(now));
      } else {
        pause(look);
      }
    }
    if (current != null) {
      writeAll(current.finish());
    }
  }

  /// None if the server cannot be reached yet, or never when this closes.
  private @Nullable EventBook open() throws InterruptedException {
    try {
      EventBook opened = writer.book(options);
      book = opened;
      return opened;
    } catch (RequestInterruptedException e) {
      throw interrupted(e);
    } catch (RuntimeException e) {
      LOG.warn(
          "event recorder {}: cannot discover the API version of events, retrying",
          options.controller(),
          e);
      if (closing) {
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      pauseBeforeRetry(1);
      return null;
    }
  }

  private void writeAll(List<EventWrite> writes) throws InterruptedException {
    for (EventWrite write : writes) {
      write(write);
    }
  }

  private void write(EventWrite write) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        writer.write(write);
        written.incrementAndGet();
        return;
      } catch (RequestInterruptedException e) {
        throw interrupted(e);
      } catch (ApiException e) {
        // Said twice, it would be refused twice.
        failed.incrementAndGet();
        LOG.warn(
            "event recorder {}: the server refused an event, dropped", options.controller(), e);
        return;
      } catch (KubernetesException e) {
        if (tries >= options.tries() || closing) {
          failed.incrementAndGet();
          LOG.warn("event recorder {}: cannot write an event, dropped", options.controller(), e);
          return;
        }
        LOG.debug("event recorder {}: cannot write an event, retrying", options.controller(), e);
        pauseBeforeRetry(tries);
      } catch (RuntimeException e) {
        // For example a response that cannot be parsed: only this event is lost.
        failed.incrementAndGet();
        LOG.warn("event recorder {}: cannot write an event, dropped", options.controller(), e);
        return;
      }
    }
  }

  private static InterruptedException interrupted(RequestInterruptedException e) {
    InterruptedException interrupted = new InterruptedException();
    interrupted.initCause(e);
    return interrupted;
  }

  /// The first pause is random, so that recorders do not retry at the same moment.
  private void pauseBeforeRetry(int tries) throws InterruptedException {
    double factor = tries == 1 ? options.random().nextDouble() : 1;
    long until = time.nanos() + (long) (Nanos.of(options.pause()) * factor);
    pausing = true;
    try {
      while (!closing && time.nanos() - until < 0) {
        pause(until);
      }
    } finally {
      pausing = false;
    }
  }

  private void pause(long until) throws InterruptedException {
    time.parkUntil(until);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /// Writes what waits, no longer than its time; says in the log what was lost.
  @Override
  public void close() {
    closing = true;
    Thread writing = thread;
    if (writing != null) {
      time.unpark(writing);
      try {
        writing.join(options.closing());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    life.close(Duration.ofSeconds(1));
    long lost = waiting.size();
    if (lost > 0) {
      waiting.clear();
      dropped.addAndGet(lost);
      LOG.warn("event recorder {}: closed with {} unwritten events", options.controller(), lost);
    }
  }

  @Override
  public String toString() {
    return "EventRecorder[" + options.controller() + ", " + counts() + "]";
  }
}
