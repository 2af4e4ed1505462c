package dev.drover.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The parts of a manager: started phase by phase, stopped in the reverse order.
///
/// ```
/// new ──start──▶ running ──stop, fatal error──▶ stopped
/// ```
final class Components {
  private static final Logger LOG = LoggerFactory.getLogger(Components.class);

  private enum State {
    NEW,
    RUNNING,
    STOPPED
  }

  private record Part(Phase phase, Component component) {}

  private final String owner;
  private final Duration grace;
  private final List<Part> parts = new ArrayList<>(); // guarded by this
  private final Deque<Component> started =
      new ArrayDeque<>(); // the last one first; guarded by this
  private final CountDownLatch stopWanted = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
  private State state = State.NEW; // guarded by this
  private @Nullable Thread starter; // as long as it starts; guarded by this

  Components(String owner, Duration grace) {
    this.owner = owner;
    this.grace = grace;
  }

  void add(Phase phase, Component component) {
    synchronized (this) {
      if (state == State.STOPPED) {
        throw new IllegalStateException(
            owner + " has stopped: " + component.name() + " comes late");
      }
      parts.add(new Part(phase, component));
      if (state == State.NEW) {
        return;
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

  /// Starts all parts in order.
  ///
  /// @return false when it was told to stop meanwhile
  boolean start() throws InterruptedException {
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
    return parts.stream()
        .filter(part -> part.phase == phase && !started.contains(part.component))
        .map(Part::component)
        .toList();
  }

  private void start(Component component) throws InterruptedException {
    synchronized (this) {
      if (state != State.RUNNING) {
        throw new IllegalStateException(owner + " was stopped while it started");
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
      stop();
      throw new StartException(
          owner + " cannot start " + component.name() + ": " + e.getMessage(), e);
    }
  }

  /// Something happened after which nothing can be relied on.
  void fail(Throwable error) {
    if (fatal.compareAndSet(null, error)) {
      LOG.error("{} stops, as an error cannot be recovered from", owner, error);
    }
    requestStop();
  }

  /// Ends [#awaitStop] and, if it has not come to that, the start.
  void requestStop() {
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

  /// Waits until somebody wants it to stop.
  ///
  /// @throws IllegalStateException when that was a fatal error
  void awaitStop() throws InterruptedException {
    stopWanted.await();
    Throwable error = fatal.get();
    if (error != null) {
      throw new IllegalStateException(owner + " stopped: " + error, error);
    }
  }

  synchronized boolean isRunning() {
    return state == State.RUNNING;
  }

  /// Stops everything that was started; goes on whatever happens.
  void stop() {
    requestStop();
    List<Component> all;
    synchronized (this) {
      if (state == State.STOPPED) {
        return;
      }
      state = State.STOPPED;
      all = List.copyOf(started);
      started.clear();
    }
    if (!all.isEmpty()) {
      LOG.info("Stopping {}", owner);
    }
    for (Component component : all) {
      stop(component);
    }
  }

  private void stop(Component component) {
    try {
      component.stop(grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the rest stops without waiting
    } catch (Exception e) {
      LOG.warn("{} did not stop well", component.name(), e);
    }
  }
}
