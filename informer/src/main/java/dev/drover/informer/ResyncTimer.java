package dev.drover.informer;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Calls [ObjectSink#resync] from time to time, on a virtual thread of its own while it runs: the
/// reflector's thread waits for events. Started and stopped by one thread.
final class ResyncTimer {
  private final String name;
  private final ObjectSink<?> sink;
  private final Duration period;
  private final BooleanSupplier shouldResync;
  private final TimeSource time;
  private final Runnable onFailure;
  private @Nullable Thread thread;
  private volatile @Nullable RuntimeException failure;

  ResyncTimer(String name, ObjectSink<?> sink, ReflectorOptions<?> options, Runnable onFailure) {
    this.name = name;
    this.sink = sink;
    this.period = options.resyncPeriod();
    this.shouldResync = options.shouldResync();
    this.time = options.time();
    this.onFailure = onFailure;
  }

  /// Begins a period, unless one has begun.
  void start() {
    if (thread == null && period.isPositive()) {
      failure = null;
      thread = Thread.ofVirtual().name(Lifecycle.threadName(name, "resync")).start(this::loop);
    }
  }

  private void loop() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        awaitPeriod();
        if (shouldResync.getAsBoolean()) {
          sink.resync();
          sink.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) { // the reflector checks it, and relists
      failure = ReflectorException.Unexpected.of(e);
      onFailure.run();
    }
  }

  /// By an alarm: in a trial, sleeps are over soon, and timers go off when the trial says so.
  private void awaitPeriod() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    TimeSource.Alarm alarm = time.after(period, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }

  /// Why it ended by itself.
  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /// Ends; nothing is resynced once this has returned.
  void stop() {
    Thread running = thread;
    thread = null;
    if (running == null) {
      return;
    }
    running.interrupt();
    boolean interrupted = false;
    while (running.isAlive()) {
      try {
        running.join();
      } catch (InterruptedException e) {
        interrupted = true; // the timer ends anyway; the interrupt is for the caller
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
