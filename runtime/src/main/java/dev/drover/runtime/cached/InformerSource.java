package dev.drover.runtime.cached;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.api.text.PrintableText;
import dev.drover.client.TimeSource;
import dev.drover.informer.Deletion;
import dev.drover.informer.EventHandler;
import dev.drover.informer.Registration;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Change;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Reason;
import dev.drover.runtime.Request;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.Source;
import dev.drover.runtime.internal.Limiter;
import dev.drover.runtime.internal.Time;
import dev.drover.runtime.queue.AddOptions;
import dev.drover.runtime.queue.RetryLimiter;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The changes of one kind as a source of requests: filtered, then mapped.
///
/// What was there at the start and what did not really change comes after everything else, so that
/// news is not kept waiting by a long list.
public final class InformerSource<T extends KubernetesObject> implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(InformerSource.class);
  private static final RetryLimiter MAPPER_PAUSES =
      RetryLimiter.exponential(Duration.ofSeconds(1), Duration.ofMinutes(5));

  private final SharedIndexInformer<T> informer;
  private final Kind<T> kind;
  private final EventFilter<? super T> filter;
  private final EventMapper<? super T> mapper;

  public InformerSource(
      SharedIndexInformer<T> informer,
      Kind<T> kind,
      EventFilter<? super T> filter,
      EventMapper<? super T> mapper) {
    this.informer = informer;
    this.kind = kind;
    this.filter = filter;
    this.mapper = mapper;
  }

  @Override
  public String name() {
    return informer.name();
  }

  @Override
  public Watching start(Sink sink) {
    informer.start();
    Handler handler = new Handler(sink);
    Registration registration = informer.addEventHandler(handler);
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) throws InterruptedException {
        registration.awaitSynced(limit);
      }

      @Override
      public boolean isIdle() {
        return registration.isIdle() && handler.soon.get() == 0;
      }

      @Override
      public void close() {
        registration.close();
        handler.closed = true;
      }
    };
  }

  private final class Handler implements EventHandler<T> {
    private final Sink sink;
    private final AtomicInteger soon = new AtomicInteger(); // calls of mappers that are due soon
    private volatile boolean closed;

    Handler(Sink sink) {
      this.sink = sink;
    }

    @Override
    public void onAdd(T object, boolean isInInitialList) {
      int priority = isInInitialList ? AddOptions.LOW : 0;
      handle(object.key(), new Change.Added<>(object, isInInitialList), priority);
    }

    @Override
    public void onUpdate(T before, T now) {
      boolean isSame = before.metadata().resourceVersion().equals(now.metadata().resourceVersion());
      handle(now.key(), new Change.Updated<>(before, now), isSame ? AddOptions.LOW : 0);
    }

    @Override
    public void onDelete(Deletion<T> deletion) {
      handle(deletion.key(), new Change.Deleted<>(deletion), 0);
    }

    private void handle(ObjectKey key, Change<T> change, int priority) {
      if (passes(key, change)) {
        Reason why = new Reason.Event(kind.gvk(), key, change);
        LOG.trace("{}", why);
        pass(change, why, priority, 1);
      }
    }

    /// A mapper that fails is called again, because it may depend on a server that was away for a
    /// moment: the change must not be lost with it.
    private void pass(Change<T> change, Reason why, int priority, int attempt) {
      if (closed) {
        return;
      }
      Set<Request> requests;
      try {
        requests =
            Objects.requireNonNull(
                mapper.map(change),
                "the mapper returned null: without requests it returns Set.of()");
      } catch (RuntimeException | StackOverflowError e) { // deep objects need much stack
        Duration pause = Duration.ofNanos(Limiter.of(MAPPER_PAUSES, 0).delay(attempt, 0));
        LOG.error(
            "source {}: a mapper failed, retrying in {} s: {}",
            informer.name(),
            pause.toSeconds(),
            why,
            e);
        passLater(change, why, priority, attempt + 1, pause);
        return;
      }
      requests.forEach(request -> sink.add(request, why, priority));
    }

    /// On a thread of its own: that of the alarms is for all.
    private void passLater(
        Change<T> change, Reason why, int priority, int attempt, Duration pause) {
      TimeSource time = informer.options().time();
      boolean isSoon =
          pause.compareTo(Settleable.RETRY_HORIZON) <= 0 && Time.of(time) == Time.SYSTEM;
      int count = isSoon ? 1 : 0;
      soon.addAndGet(count);
      Thread again =
          Thread.ofVirtual()
              .name(Lifecycle.threadName(informer.name(), "mapper-retry"))
              .unstarted(
                  () -> {
                    try {
                      pass(change, why, priority, attempt);
                    } finally {
                      soon.addAndGet(-count);
                    }
                  });
      var _ = time.after(pause, again::start);
    }

    /// A run too many does no harm; one too few is a lost change.
    private boolean passes(ObjectKey key, Change<T> change) {
      try {
        return filter.test(change);
      } catch (RuntimeException | StackOverflowError e) {
        LOG.error(
            "source {}: a filter failed, so the change of {} {} passes",
            informer.name(),
            kind.gvk().kind(),
            PrintableText.of(key.toString()),
            e);
        return true;
      }
    }
  }
}
