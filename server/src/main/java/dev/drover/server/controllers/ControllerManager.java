package dev.drover.server.controllers;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.storage.Store;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the chosen controllers after every burst of writes, one after the other, on a thread of
/// their own.
///
/// They bear the names that kube-controller-manager gives them.
public final class ControllerManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerManager.class);

  /// A controller by its name.
  ///
  /// @param account the service account that it acts as
  private record Entry(String name, String account, Controller controller) {}

  private static final List<Entry> KNOWN =
      List.of(
          new Entry(
              "clusterrole-aggregation-controller",
              "clusterrole-aggregation-controller",
              new ClusterRoleAggregation()),
          new Entry(
              "garbage-collector-controller", "generic-garbage-collector", new GarbageCollector()),
          new Entry("namespace-controller", "namespace-controller", new NamespaceController()),
          new Entry(
              "serviceaccount-controller",
              "service-account-controller",
              new ServiceAccountController()));

  private final List<Entry> chosen;
  private final Store store;
  private final Catalog catalog;
  private final ApiObjects objects;
  private final Lifecycle threads =
      new Lifecycle(
          "server", e -> LOG.error("controllers of the server: their thread failed and ended", e));

  private ControllerManager(List<Entry> chosen, Store store, Catalog catalog, ApiObjects objects) {
    this.chosen = chosen;
    this.store = store;
    this.catalog = catalog;
    this.objects = objects;
  }

  /// The names of all controllers.
  public static List<String> names() {
    return KNOWN.stream().map(Entry::name).toList();
  }

  /// The controllers of these names, not started yet.
  ///
  /// @param names which ones, `*` for all
  /// @throws IllegalArgumentException when there is none of a name
  public static ControllerManager of(
      Collection<String> names, Store store, Catalog catalog, ApiObjects objects) {
    return new ControllerManager(choose(names), store, catalog, objects);
  }

  /// Lets them work, until they are closed.
  public void start() {
    if (!chosen.isEmpty()) {
      threads.fork("controllers", this::run);
    }
  }

  private static List<Entry> choose(Collection<String> names) {
    for (String name : names) {
      if (!name.equals("*") && !names().contains(name)) {
        throw new IllegalArgumentException(
            "no controller '%s'; there are: %s, or * for all"
                .formatted(name, String.join(", ", names())));
      }
    }
    return KNOWN.stream()
        .filter(entry -> names.contains("*") || names.contains(entry.name))
        .toList();
  }

  private void run() throws InterruptedException {
    for (long seen = store.revision(); ; seen = store.awaitAfter(seen)) {
      passes();
    }
  }

  private void passes() throws InterruptedException {
    for (Entry entry : chosen) {
      if (Thread.interrupted()) {
        throw new InterruptedException("closed");
      }
      try {
        entry.controller.pass(new ClusterPass(catalog, objects, store.objects(), entry.account));
      } catch (RuntimeException e) {
        LOG.error("controller {}: a pass failed, retrying with the next change", entry.name, e);
      }
    }
  }

  @Override
  public void close() {
    threads.interruptAndJoin();
  }
}
