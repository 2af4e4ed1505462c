package dev.drover.runtime.engine;

import dev.drover.client.TimeSource;
import dev.drover.runtime.Controller;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.ControllerOptions;
import dev.drover.runtime.Reason;
import dev.drover.runtime.ReconcileTracer;
import dev.drover.runtime.Request;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.Source;
import dev.drover.runtime.internal.GuardedObserver;
import dev.drover.runtime.internal.Time;
import dev.drover.runtime.queue.KeyQueue;
import dev.drover.runtime.queue.QueueOptions;
import dev.drover.runtime.queue.QueueSnapshot;
import dev.drover.runtime.queue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A controller: a queue of requests, the sources that fill it and the workers that empty it.
///
/// ```
/// new ──startSources──▶ started ──stop──▶ closed
/// ```
///
/// Workers are started and stopped separately, because a standby has sources only. Any number of
/// threads.
public final class QueuedController implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final String name;
  private final ControllerOptions options;
  private final TimeSource time;
  private final KeyQueue<Request> queue;
  private final Reasons reasons = new Reasons();
  private final WorkerPool crew;
  private final Activity activity;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();
  private final Consumer<QueuedController> closed;
  private State state = State.NEW; // guarded by this

  private enum State {
    NEW,
    STARTED,
    CLOSED
  }

  /// What a controller needs of its environment.
  ///
  /// @param attribution finds out whose a change was
  /// @param activity counts everything that happens
  /// @param fatal called with an [Error] of a worker, after which nothing can be relied on
  /// @param closed called when the controller has been closed
  public record Environment(
      TimeSource time,
      ControllerObserver observer,
      ReconcileTracer tracer,
      UnaryOperator<Reason> attribution,
      Activity activity,
      Consumer<Error> fatal,
      Consumer<QueuedController> closed) {
    public Environment {
      observer = GuardedObserver.of(observer);
      tracer = new GuardedTracer(tracer);
    }
  }

  /// @param kind of its objects; empty when it has none of its own
  public QueuedController(
      String name, String kind, ControllerOptions options, Work work, Environment environment) {
    this.name = name;
    this.options = options;
    this.time = environment.time;
    this.activity = environment.activity;
    this.closed = environment.closed;
    this.queue =
        queue(
            options,
            QueueOptions.defaults()
                .with(
                    o ->
                        o.name(name)
                            .limiter(options.limiter())
                            .maxRetries(options.maxRetries())
                            .observer(environment.observer.queue(name))
                            .time(environment.time)));
    this.crew =
        new WorkerPool(
            new Worker(name, kind, queue, reasons, work, options.timeout(), environment),
            options.workers(),
            workers -> environment.observer.workers(name, workers));
  }

  private static KeyQueue<Request> queue(ControllerOptions options, QueueOptions how) {
    return options
        .queue()
        .<KeyQueue<Request>>map(factory -> factory.apply(how))
        .orElseGet(() -> new WorkQueue<>(how, options.order()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ControllerOptions options() {
    return options;
  }

  @Override
  public Source.Watching watch(Source source) {
    Watch watch = new Watch(source, sink(), watches::remove);
    boolean begins;
    synchronized (this) {
      begins = requireOpen() == State.STARTED;
      watches.add(watch);
    }
    if (begins) {
      LOG.debug("controller {} watches {}", name, watch.name());
      sourceStart().runOne(watch);
    }
    return watch;
  }

  private SourceStart sourceStart() {
    return new SourceStart(name, options.syncTimeout(), time);
  }

  private State requireOpen() {
    if (state == State.CLOSED) {
      throw new IllegalStateException("controller " + name + " is closed");
    }
    return state;
  }

  @Override
  public void enqueue(Request request) {
    sink().add(request, new Reason.Enqueued(), 0);
  }

  @Override
  public void enqueueAfter(Request request, Duration delay) {
    sink().addAfter(request, new Reason.Enqueued(), delay);
  }

  private Source.Sink sink() {
    return new Source.Sink() {
      @Override
      public void add(Request request, Reason why, int priority) {
        reasons.add(request, why);
        queue.add(request, priority);
        activity.happened();
      }

      @Override
      public void addAfter(Request request, Reason why, Duration delay) {
        reasons.addLater(request, why);
        queue.addAfter(request, delay);
      }
    };
  }

  @Override
  public void start() throws InterruptedException {
    startSources();
    startWorkers();
  }

  /// The part of the start that a standby does too: what waits in the queue is then at hand when it
  /// becomes the leader.
  public void startSources() throws InterruptedException {
    synchronized (this) {
      requireOpen();
      state = State.STARTED;
    }
    sourceStart().run(watches);
  }

  public void startWorkers() {
    LOG.info("Starting workers of controller {}: {}", name, crew.size());
    crew.start();
  }

  /// Whether it takes no more requests and sources.
  public synchronized boolean isClosed() {
    return state == State.CLOSED;
  }

  /// Lets the workers begin nothing new, until they are started again; does not wait.
  public void callOffWorkers() {
    crew.callOff();
  }

  /// Calls the workers off, until they are started again: those that are not done within the limit
  /// are interrupted, and what they had waits for the next ones.
  public void stopWorkers(Duration limit) throws InterruptedException {
    crew.stop(time, limit);
  }

  @Override
  public int workers() {
    return crew.size();
  }

  @Override
  public void workers(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("need workers >= 1, got " + number);
    }
    crew.resize(number);
  }

  @Override
  public QueueSnapshot<Request> snapshot() {
    return queue.snapshot(100);
  }

  @Override
  public boolean isIdle() {
    return watches.stream().allMatch(Watch::isIdle)
        && queue.isIdle(isRealTime() ? Settleable.RETRY_HORIZON : Duration.ZERO);
  }

  /// Time that is moved by hand does not pass while a test waits.
  private boolean isRealTime() {
    return Time.of(time) == Time.SYSTEM;
  }

  /// Takes no more requests and lets the workers finish; interrupts those that are not done within
  /// the limit.
  ///
  /// @return whether all were done
  public boolean stop(Duration limit) throws InterruptedException {
    synchronized (this) {
      state = State.CLOSED;
    }
    watches.forEach(this::end);
    queue.close();
    reasons.clear();
    if (crew.isWorking()) {
      LOG.info("Shutting down workers of controller {}", name);
    }
    closed.accept(this);
    return crew.stop(time, limit);
  }

  /// Whatever a source does, the rest of the controller stops.
  private void end(Watch watch) {
    try {
      watch.close();
    } catch (RuntimeException e) {
      LOG.warn("controller {} could not close its source {}", name, watch.name(), e);
    }
  }

  @Override
  public void close() {
    try {
      stop(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
