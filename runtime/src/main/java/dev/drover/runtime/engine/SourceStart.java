package dev.drover.runtime.engine;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.TimeSource;
import dev.drover.informer.SyncTimeoutException;
import dev.drover.runtime.StartException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts the sources of a controller concurrently, and waits until each has handed over its
/// initial objects, also those that are added meanwhile.
final class SourceStart {
  private static final Logger LOG = LoggerFactory.getLogger(SourceStart.class);

  private final String controller;
  private final Duration limit;
  private final TimeSource time;

  /// @param limit how long all sources together may take
  SourceStart(String controller, Duration limit, TimeSource time) {
    this.controller = controller;
    this.limit = limit;
    this.time = time;
  }

  /// @param watches the live list of the controller's watches
  /// @throws StartException if some sources are late; names all of them, each with its reason
  void run(List<Watch> watches) throws InterruptedException {
    long begin = time.nanoTime();
    List<Thread> starters = new ArrayList<>();
    Set<Watch> done = new HashSet<>();
    List<RuntimeException> late = new ArrayList<>();
    boolean isDone = false;
    try {
      for (List<Watch> next = without(done, watches);
          !next.isEmpty();
          next = without(done, watches)) {
        next.forEach(watch -> starters.add(begin(watch)));
        for (Watch watch : next) {
          await(watch, limit.minusNanos(time.nanoTime() - begin), late);
        }
        done.addAll(next);
      }
      if (!late.isEmpty()) {
        throw failure(late, done.size());
      }
      isDone = true;
    } finally {
      if (!isDone) {
        starters.forEach(Thread::interrupt); // has no effect on those that have returned
      }
    }
  }

  /// Starts one more source of a controller that runs; returns when its start has returned. The
  /// bound holds in real time, also where the controller's time is moved by hand: a start that
  /// blocks, blocks the caller.
  ///
  /// @throws StartException if the start fails or takes longer; the watch is closed then
  void runOne(Watch watch) {
    Thread starter = begin(watch);
    boolean isDone = false;
    try {
      watch.awaitStarted(limit, TimeSource.system());
      isDone = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cannotStart(watch, "interrupted", e);
    } catch (RuntimeException e) {
      throw cannotStart(watch, e.getMessage(), e);
    } finally {
      if (!isDone) {
        starter.interrupt();
        watch.close();
      }
    }
  }

  private StartException cannotStart(Watch watch, @Nullable String reason, Exception cause) {
    return new StartException(
        "controller %s cannot start its source %s: %s"
            .formatted(controller, watch.name(), reason == null ? cause : reason),
        cause);
  }

  private static List<Watch> without(Set<Watch> done, List<Watch> watches) {
    return watches.stream().filter(watch -> !done.contains(watch)).toList();
  }

  /// On a thread of its own, because the start of a source is user code and may block.
  private Thread begin(Watch watch) {
    return Thread.ofVirtual()
        .name(Lifecycle.threadName(controller, "start " + watch.name()))
        .start(
            () -> {
              try {
                watch.begin();
              } catch (RuntimeException e) {
                LOG.debug("controller {}: source {} cannot start", controller, watch.name(), e);
              }
            });
  }

  private void await(Watch watch, Duration left, List<RuntimeException> late)
      throws InterruptedException {
    try {
      watch.awaitSynced(left.isPositive() ? left : Duration.ofMillis(1), time);
    } catch (SyncTimeoutException | IllegalStateException e) {
      late.add(e);
    }
  }

  private StartException failure(List<RuntimeException> late, int all) {
    StartException failure =
        new StartException(
            "%d of %d sources of controller %s have not handed over their objects: %s"
                .formatted(
                    late.size(),
                    all,
                    controller,
                    String.join("\n  and ", late.stream().map(Throwable::getMessage).toList())),
            late.getFirst());
    late.stream().skip(1).forEach(failure::addSuppressed);
    return failure;
  }
}
