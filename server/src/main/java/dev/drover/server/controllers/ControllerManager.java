package dev.drover.server.controllers;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.NamedController;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the chosen controllers, one after the other, on one thread: each after writes of the
/// resources that it watches, and at the times that it requested.
public final class ControllerManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerManager.class);

  private final List<NamedController> chosen;
  private final Store store;
  private final Catalog catalog;
  private final ApiObjects objects;
  private final InstantSource clock;
  private final PassSchedule schedule;
  private final Map<NamedController, Instant> due = new HashMap<>(); // used by the thread alone
  private final Lifecycle threads =
      new Lifecycle(
          "server", e -> LOG.error("controllers of the server: their thread failed and ended", e));

  private ControllerManager(
      List<NamedController> chosen,
      Store store,
      Catalog catalog,
      ApiObjects objects,
      InstantSource clock) {
    this.chosen = chosen;
    this.store = store;
    this.catalog = catalog;
    this.objects = objects;
    this.clock = clock;
    this.schedule = new PassSchedule(clock);
  }

  /// The names of all controllers.
  public static List<String> names() {
    return KnownControllers.names();
  }

  /// The controllers of these names, `*` for all.
  ///
  /// @param caPem the authority of the server's certificate
  /// @throws IllegalArgumentException when there is none of a name
  public static List<NamedController> choose(Collection<String> names, String caPem) {
    return KnownControllers.choose(names, caPem);
  }

  /// A manager of these controllers, not started yet.
  public static ControllerManager of(
      List<NamedController> chosen,
      Store store,
      Catalog catalog,
      ApiObjects objects,
      InstantSource clock) {
    return new ControllerManager(List.copyOf(chosen), store, catalog, objects, clock);
  }

  /// Lets them work, until they are closed.
  public void start() {
    if (!chosen.isEmpty()) {
      store.observe(schedule::written);
      threads.fork("controllers", this::run);
    }
  }

  /// Looks at the clock again; to be called after a clock was set by hand.
  public void clockChanged() {
    if (!chosen.isEmpty()) {
      schedule.clockChanged();
    }
  }

  /// Waits until the controllers have nothing to do now. What they do later, by the clock, does not
  /// count.
  ///
  /// @throws TimeoutException if that takes longer than the limit
  public void awaitRest(Duration limit) throws InterruptedException, TimeoutException {
    if (!chosen.isEmpty()) {
      schedule.awaitRest(limit);
    }
  }

  /// A number that grows whenever there is something to do for controllers.
  public long activity() {
    return schedule.rounds();
  }

  private void run() throws InterruptedException {
    try {
      passes(chosen);
      while (true) {
        Set<String> written = schedule.await(due.values().stream().min(Comparator.naturalOrder()));
        Instant now = clock.instant();
        passes(chosen.stream().filter(entry -> isConcerned(entry, written, now)).toList());
      }
    } finally {
      schedule.close();
    }
  }

  private boolean isConcerned(NamedController entry, Set<String> written, Instant now) {
    Instant time = due.get(entry);
    return entry.watchesAny(written) || (time != null && !time.isAfter(now));
  }

  private void passes(List<NamedController> entries) throws InterruptedException {
    for (NamedController entry : entries) {
      if (Thread.interrupted()) {
        throw new InterruptedException("closed");
      }
      Optional<Instant> next = pass(entry);
      due.remove(entry);
      next.ifPresent(time -> due.put(entry, time));
    }
  }

  private Optional<Instant> pass(NamedController entry) {
    ClusterPass cluster =
        new ClusterPass(catalog, objects, store.objects(), entry.identity(), clock.instant());
    try {
      entry.controller().pass(cluster);
    } catch (RuntimeException e) {
      LOG.error("controller {}: a pass failed, retrying with the next change", entry.name(), e);
    }
    return cluster.wakeUp();
  }

  @Override
  public void close() {
    threads.interruptAndJoin();
  }
}
