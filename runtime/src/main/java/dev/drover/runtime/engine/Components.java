package dev.drover.runtime.engine;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.TimeSource;
import dev.drover.runtime.Component;
import dev.drover.runtime.Phase;
import dev.drover.runtime.StartException;
import dev.drover.runtime.StopException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The components of a manager: started phase by phase, stopped in the reverse order.
///
/// ```
/// new ──start──▶ running ──stop, fatal error──▶ stopped
/// ```
///
/// Any number of threads.
public final class Components {
  private static final Logger LOG = LoggerFactory.getLogger(Components.class);

  private enum State {
    NEW,
    RUNNING,
    STOPPED
  }

  private record Part(Phase phase, Component component) {}

  private final String owner;
  private final Duration grace;
  private final TimeSource time;
  private final List<Part> parts = new ArrayList<>(); // guarded by this
  private final Deque<Component> started =
      new ArrayDeque<>(); // the last one first; guarded by this
  private final CountDownLatch stopWanted = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
  private volatile @Nullable StopException stopFailure; // set before stopped is released
  private State state = State.NEW; // guarded by this
  private @Nullable Phase reached; // whose parts start or have started; guarded by this
  private @Nullable Thread starter; // as long as it starts; guarded by this
  private @Nullable Thread stopper; // the thread that stops the parts; guarded by this

  /// @param grace how long all parts together may take to stop
  public Components(String owner, Duration grace, TimeSource time) {
    this.owner = owner;
    this.grace = grace;
    this.time = time;
  }

  public void add(Phase phase, Component component) {
    synchronized (this) {
      if (state == State.STOPPED) {
        throw new IllegalStateException(
            owner + " has stopped: " + component.name() + " comes late");
      }
      parts.add(new Part(phase, component));
      if (state == State.NEW || reached == null || phase.compareTo(reached) > 0) {
        return; // the start comes to it
      }
    }
    try {
      start(component);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException(
          owner + " was interrupted while " + component.name() + " started", e);
    }
  }

  /// Forgets a part that has ended by itself: it is neither started nor stopped any more.
  public synchronized void remove(Component component) {
    parts.removeIf(part -> part.component.equals(component));
    started.removeIf(component::equals);
  }

  /// Starts all parts in order.
  ///
  /// @return false if it was stopped meanwhile
  /// @throws IllegalStateException when a fatal error stopped it meanwhile
  public boolean start() throws InterruptedException {
    synchronized (this) {
      if (state != State.NEW) {
        throw new IllegalStateException(owner + " was started before");
      }
      state = State.RUNNING;
      starter = Thread.currentThread();
    }
    LOG.info("Starting {}", owner);
    try {
      startAll();
      LOG.info("Started {}", owner);
      return true;
    } catch (InterruptedException | IllegalStateException e) {
      if (!isStopWanted()) {
        throw e;
      }
      throwIfFatal();
      LOG.debug("{} was stopped while it started", owner, e);
      return false;
    } finally {
      endStart();
    }
  }

  private void startAll() throws InterruptedException {
    for (Phase phase : Phase.values()) {
      for (Component component : of(phase)) {
        start(component);
      }
    }
  }

  private synchronized void endStart() {
    starter = null;
    if (isStopWanted()) {
      var _ = Thread.interrupted(); // it was meant for the start and nothing else
    }
  }

  private synchronized List<Component> of(Phase phase) {
    reached = phase;
    return parts.stream()
        .filter(part -> part.phase == phase && !isStarted(part.component))
        .map(Part::component)
        .toList();
  }

  /// By identity: two parts may be equal, and still both have to be started.
  private boolean isStarted(Component component) {
    return started.stream().anyMatch(other -> other == component);
  }

  private void start(Component component) throws InterruptedException {
    synchronized (this) {
      if (state != State.RUNNING) {
        throw new IllegalStateException(owner + " was stopped while it started");
      }
      if (isStarted(component)) {
        return; // added while everything starts: one of the two threads starts it
      }
      started.push(component); // before it starts: half of a part must be stopped, too
    }
    try {
      component.start();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (isStopWanted()) {
        throw new IllegalStateException(owner + " was stopped while it started", e);
      }
      StartException failure =
          new StartException(
              owner + " cannot start " + component.name() + ": " + e.getMessage(), e);
      stop().ifPresent(failure::addSuppressed);
      throw failure;
    }
  }

  /// Something happened after which nothing can be relied on: everything stops, by a thread of its
  /// own, as the one that calls this is often one that has to end.
  public void fail(Throwable error) {
    if (fatal.compareAndSet(null, error)) {
      LOG.error("{}: fatal failure, stopping everything", owner, error);
      Thread.ofVirtual().name(Lifecycle.threadName(owner, "stop")).start(this::stopAndLog);
    }
    requestStop();
  }

  /// What [#fail] was called with first.
  public Optional<Throwable> failure() {
    return Optional.ofNullable(fatal.get());
  }

  /// As [#stop], for callers that cannot throw.
  public void stopAndLog() {
    stop().ifPresent(e -> LOG.warn("{}", e.getMessage(), e));
  }

  /// Ends [#awaitStop] and, if it has not come to that, the start.
  public void requestStop() {
    stopWanted.countDown();
    synchronized (this) {
      if (starter != null && starter != Thread.currentThread()) {
        starter.interrupt();
      }
    }
  }

  private boolean isStopWanted() {
    return stopWanted.getCount() == 0;
  }

  /// Waits until a stop is requested.
  ///
  /// @throws IllegalStateException when that was a fatal error
  public void awaitStop() throws InterruptedException {
    stopWanted.await();
    throwIfFatal();
  }

  /// Waits until everything has stopped.
  ///
  /// @throws IllegalStateException if a fatal error stopped it
  /// @throws StopException if parts failed to stop
  public void awaitStopped() throws InterruptedException {
    stopped.await();
    throwIfFatal();
    StopException failed = stopFailure;
    if (failed != null) {
      throw failed;
    }
  }

  private void throwIfFatal() {
    Throwable error = fatal.get();
    if (error != null) {
      throw new IllegalStateException(owner + " stopped: " + error, error);
    }
  }

  public synchronized boolean isRunning() {
    return state == State.RUNNING;
  }

  /// Stops everything that was started, also after a part has failed to stop. Several callers all
  /// return when everything has stopped.
  ///
  /// @return the parts that failed to stop
  public Optional<StopException> stop() {
    requestStop();
    if (!isMineToStop()) {
      awaitOtherStopper();
      return Optional.ofNullable(stopFailure);
    }
    try {
      stopAll();
    } finally {
      stopped.countDown();
    }
    return Optional.ofNullable(stopFailure);
  }

  private synchronized boolean isMineToStop() {
    if (state == State.STOPPED) {
      return false;
    }
    state = State.STOPPED;
    stopper = Thread.currentThread();
    return true;
  }

  private void awaitOtherStopper() {
    synchronized (this) {
      if (stopper == Thread.currentThread()) {
        return; // a part that stops the owner while it is stopped
      }
    }
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // no more patience
    }
  }

  private void stopAll() {
    List<Component> all;
    synchronized (this) {
      all = List.copyOf(started);
      started.clear();
    }
    if (!all.isEmpty()) {
      LOG.info("Stopping {}", owner);
    }
    GracePeriod left = new GracePeriod(grace, time);
    for (Component component : all) {
      left.stop(component.name(), component::stop);
    }
    stopFailure = left.failure(owner).orElse(null);
  }
}
