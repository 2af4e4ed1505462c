package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import dev.drover.runtime.internal.GuardedObserver;
import dev.drover.runtime.internal.Time;
import dev.drover.runtime.queue.KeyQueue;
import dev.drover.runtime.queue.QueueOptions;
import dev.drover.runtime.queue.QueueSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes requests from its sources and hands each to a worker.
///
/// ```
/// Source ─▶ WorkQueue ─▶ Worker × n ─▶ Result
///              ▲                          │ after, retry, exception
///              └──────────────────────────┘
/// ```
///
/// It belongs to a [Manager] or to a [SharedControllerFactory]; [ControllerBuilder#unmanaged] makes
/// one that its caller starts and closes. Any number of threads.
///
/// In Go: {@index controller.Controller}, {@index lasso controller.Controller}.
public final class Controller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final String name;
  private final ControllerOptions options;
  private final Timekeeper time;
  private final KeyQueue<Request> queue;
  private final Reasons reasons = new Reasons();
  private final WorkerPool crew;
  private final Activity activity;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();
  private final Consumer<Controller> closed;
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
  record Environment(
      Timekeeper time,
      ControllerObserver observer,
      ReconcileTracer tracer,
      UnaryOperator<Reason> attribution,
      Activity activity,
      Consumer<Error> fatal,
      Consumer<Controller> closed) {
    Environment {
      observer = GuardedObserver.of(observer);
      tracer = new GuardedTracer(tracer);
    }
  }

  /// @param kind of its objects; empty when it has none of its own
  Controller(
      String name, String kind, ControllerOptions options, Work work, Environment environment) {
    this.name = name;
    this.options = options;
    this.time = environment.time;
    this.activity = environment.activity;
    this.closed = environment.closed;
    this.queue =
        options.newQueue(
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

  /// What logs, metrics and threads call it.
  public String name() {
    return name;
  }

  /// How it works.
  public ControllerOptions options() {
    return options;
  }

  /// Takes requests from one more source; also while it runs.
  ///
  /// @return closes the source again, whether the controller has started by then or not
  public AutoCloseable watch(Source source) {
    Watch watch = new Watch(source, sink(), watches::remove);
    boolean begins;
    synchronized (this) {
      begins = requireOpen() == State.STARTED;
      watches.add(watch);
    }
    if (begins) {
      begin(watch);
    }
    return watch;
  }

  private State requireOpen() {
    if (state == State.CLOSED) {
      throw new IllegalStateException("controller " + name + " is closed");
    }
    return state;
  }

  private void begin(Watch watch) {
    LOG.debug("controller {} watches {}", name, watch.name());
    try {
      watch.begin();
    } catch (RuntimeException e) {
      watches.remove(watch);
      throw e;
    }
  }

  /// Wants an object to be looked at. No failure is counted.
  ///
  /// In Go: {@index Enqueue}.
  public void enqueue(Request request) {
    sink().add(request, new Reason.Enqueued(), 0);
  }

  /// Wants an object to be looked at when so much time has passed.
  ///
  /// In Go: {@index EnqueueAfter}.
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

  /// Starts the sources, waits until they have handed over what is there, and starts the workers.
  /// Nothing when it was started already.
  ///
  /// @throws StartException if a source has not handed over its objects in time; names each late
  ///   source and its reason
  public void start() throws InterruptedException {
    startSources();
    startWorkers();
  }

  /// The part of the start that a standby does too: what waits in the queue is then at hand when it
  /// becomes the leader.
  void startSources() throws InterruptedException {
    synchronized (this) {
      requireOpen();
      state = State.STARTED;
    }
    new SourceStart(name, options.syncTimeout(), time).run(watches);
  }

  void startWorkers() {
    LOG.info("Starting workers of controller {}: {}", name, crew.size());
    crew.start();
  }

  /// Lets the workers begin nothing new, until they are started again; does not wait.
  void callOffWorkers() {
    crew.callOff();
  }

  /// Calls the workers off, until they are started again: those that are not done within the limit
  /// are interrupted, and what they had waits for the next ones.
  void stopWorkers(Duration limit) throws InterruptedException {
    crew.stop(time, limit);
  }

  /// The number of workers; those of a standby begin when it leads.
  public int workers() {
    return crew.size();
  }

  /// Changes the number of workers, also before they begin. Those that are too many finish what
  /// they have.
  public void workers(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("need workers >= 1, got " + number);
    }
    crew.resize(number);
  }

  /// The requests that wait, since when, and those that run.
  public QueueSnapshot<Request> snapshot() {
    return queue.snapshot(100);
  }

  /// Whether no request waits, runs or is about to be retried, as [Settleable] defines it.
  boolean isIdle() {
    return watches.stream().allMatch(Watch::isIdle)
        && queue.size() == 0
        && queue.running() == 0
        && !(isRealTime() && queue.hasRetryWithin(Settleable.RETRY_HORIZON));
  }

  /// Time that is moved by hand does not pass while a test waits.
  private boolean isRealTime() {
    return Time.of(time) == Time.SYSTEM;
  }

  /// Takes no more requests and lets the workers finish; interrupts those that are not done within
  /// the limit.
  ///
  /// @return whether all were done
  boolean stop(Duration limit) throws InterruptedException {
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

  /// Stops at once: interrupts what runs. No run begins after this returns.
  @Override
  public void close() {
    try {
      stop(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
