package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
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
  private final WorkQueue<Request> queue;
  private final Reasons reasons = new Reasons();
  private final Crew crew;
  private final Activity activity;
  private final List<Source> planned = new ArrayList<>(); // guarded by this
  private final List<Source.Watching> watches = new CopyOnWriteArrayList<>();
  private State state = State.NEW; // guarded by this

  private enum State {
    NEW,
    STARTED,
    CLOSED
  }

  /// What a controller needs of its surroundings.
  ///
  /// @param attribution finds out whose a change was
  /// @param activity is told of everything that happens
  /// @param fatal is told of an [Error] in a worker, after which nothing can be relied on
  record Surroundings(
      Timekeeper time,
      ControllerObserver observer,
      ReconcileTracer tracer,
      UnaryOperator<Reason> attribution,
      Activity activity,
      Consumer<Error> fatal) {}

  /// @param kind of its objects; empty when it has none of its own
  Controller(
      String name, String kind, ControllerOptions options, Work work, Surroundings surroundings) {
    this.name = name;
    this.options = options;
    this.time = surroundings.time;
    this.activity = surroundings.activity;
    this.queue =
        new WorkQueue<>(
            QueueOptions.DEFAULT
                .withName(name)
                .withLimiter(options.limiter())
                .withMaxRetries(options.maxRetries())
                .withObserver(surroundings.observer.queue(name))
                .withTime(surroundings.time));
    this.crew =
        new Crew(
            new Worker(name, kind, queue, reasons, work, options.timeout(), surroundings),
            workers -> surroundings.observer.workers(name, workers));
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
  /// @return closes the source again
  public synchronized AutoCloseable watch(Source source) {
    switch (state) {
      case NEW -> {
        planned.add(source);
        return () -> forget(source);
      }
      case STARTED -> {
        Source.Watching watching = source.start(sink());
        watches.add(watching);
        return () -> end(watching);
      }
      case CLOSED -> throw new IllegalStateException("controller " + name + " is closed");
    }
    throw new AssertionError(state);
  }

  private synchronized void forget(Source source) {
    planned.remove(source);
  }

  private void end(Source.Watching watching) {
    watches.remove(watching);
    watching.close();
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
        reasons.add(request, why);
        queue.addAfter(request, delay);
      }
    };
  }

  /// Starts the sources, waits until they have handed over what is there, and starts the workers.
  /// Nothing when it was started already.
  ///
  /// @throws dev.drover.informer.SyncTimeoutException when a cache is not there in time
  public void start() throws InterruptedException {
    startSources();
    startWorkers();
  }

  /// The part of the start that a standby does too: what waits in the queue is then at hand when it
  /// becomes the leader.
  void startSources() throws InterruptedException {
    List<Source> sources;
    synchronized (this) {
      if (state == State.CLOSED) {
        throw new IllegalStateException("controller " + name + " is closed");
      }
      state = State.STARTED;
      sources = List.copyOf(planned);
      planned.clear();
    }
    List<Source.Watching> started = new ArrayList<>();
    for (Source source : sources) {
      LOG.debug("controller {} watches {}", name, source.name());
      Source.Watching watching = source.start(sink());
      watches.add(watching);
      started.add(watching);
    }
    long begin = time.nanoTime();
    for (Source.Watching watching : started) {
      watching.awaitSynced(options.syncTimeout().minusNanos(time.nanoTime() - begin));
    }
  }

  void startWorkers() {
    LOG.info("Starting workers of controller {}: {}", name, options.workers());
    crew.resize(options.workers());
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

  /// The number of workers.
  public int workers() {
    return crew.size();
  }

  /// Changes the number of workers. Those that are too many finish what they have.
  public void workers(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("need workers >= 1, got " + number);
    }
    crew.resize(number);
  }

  /// Who waits since when, and what runs.
  public QueueSnapshot<Request> snapshot() {
    return queue.snapshot(100);
  }

  /// Whether nothing waits and nothing runs; what waits for its time does not count.
  boolean isIdle() {
    return watches.stream().allMatch(Source.Watching::isIdle)
        && queue.isEmpty()
        && queue.running() == 0;
  }

  /// Takes no more requests and lets the workers finish; interrupts those that are not done within
  /// the limit.
  ///
  /// @return whether all were done
  boolean stop(Duration limit) throws InterruptedException {
    synchronized (this) {
      state = State.CLOSED;
    }
    watches.forEach(Source.Watching::close);
    watches.clear();
    queue.close();
    reasons.clear();
    if (crew.size() > 0) {
      LOG.info("Shutting down workers of controller {}", name);
    }
    return crew.stop(time, limit);
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
