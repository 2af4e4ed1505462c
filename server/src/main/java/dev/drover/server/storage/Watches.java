package dev.drover.server.storage;

import dev.drover.server.core.ApiError;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The open watches by their selection, so that a write wakes only the watches that it concerns.
final class Watches {
  /// What a watch follows; an empty namespace or name stands for all.
  record Scope(String resource, String namespace, String name) {
    boolean covers(StorageKey key) {
      return resource.equals(key.resource())
          && (namespace.isEmpty() || namespace.equals(key.namespace()))
          && (name.isEmpty() || name.equals(key.name()));
    }
  }

  private final RevisionLog log;
  private final InstantSource clock;
  private final Map<Scope, Set<Watch>> open = new ConcurrentHashMap<>();

  Watches(RevisionLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /// Starts a watch.
  ///
  /// @param from the revision that the query names; 0 for none
  Watch open(WatchQuery query, long from) {
    Watch watch = new Watch(log, clock, query, this::remove);
    open.compute(
        watch.scope(),
        (scope, watches) -> {
          Set<Watch> all = watches == null ? ConcurrentHashMap.newKeySet() : watches;
          all.add(watch);
          return all;
        });
    watch.start(from); // after it is known here: no write goes by unseen
    return watch;
  }

  /// A watch that only tells why it cannot be.
  Watch refused(WatchQuery query, ApiError reason) {
    Watch watch = new Watch(log, clock, query, this::remove);
    watch.refuse(reason);
    return watch;
  }

  private void remove(Watch watch) {
    open.computeIfPresent(
        watch.scope(),
        (scope, watches) -> {
          watches.remove(watch);
          return watches.isEmpty() ? null : watches;
        });
  }

  /// Wakes whom a change concerns.
  void signal(Change change) {
    StorageKey key = change.object().key();
    Consumer<Watch> wake = watch -> watch.signal(change.revision());
    at(key.resource(), "", "").forEach(wake);
    at(key.resource(), "", key.name()).forEach(wake);
    if (!key.namespace().isEmpty()) {
      at(key.resource(), key.namespace(), "").forEach(wake);
      at(key.resource(), key.namespace(), key.name()).forEach(wake);
    }
  }

  private Collection<Watch> at(String resource, String namespace, String name) {
    return open.getOrDefault(new Scope(resource, namespace, name), Collections.emptySet());
  }

  /// Wakes all.
  void wake() {
    all().forEach(Watch::wake);
  }

  /// Ends all.
  void cut() {
    all().forEach(Watch::close);
  }

  /// Ends those of a resource, when they have told everything.
  void end(String resource) {
    all().stream()
        .filter(watch -> watch.scope().resource().equals(resource))
        .forEach(Watch::endSoon);
  }

  private List<Watch> all() {
    return open.values().stream().flatMap(Set::stream).toList();
  }
}
