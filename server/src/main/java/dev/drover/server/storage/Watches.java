package dev.drover.server.storage;

import dev.drover.api.Status;
import dev.drover.server.core.ApiError;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The open watches by what they follow, so that a write wakes only those whom it concerns.
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
    Scope scope = new Scope(query.resource(), query.namespace(), query.name());
    Watch watch = new Watch(log, clock, scope, query, this::remove);
    open.compute(
        scope,
        (same, watches) -> {
          Set<Watch> all = watches == null ? ConcurrentHashMap.newKeySet() : watches;
          all.add(watch);
          return all;
        });
    watch.start(from); // after it is known here: no write goes by unseen
    return watch;
  }

  /// A watch that only tells why it cannot be.
  Watch failed(Status status) {
    Scope nothing = new Scope("", "", "");
    Watch watch = new Watch(log, clock, nothing, WatchQuery.of(""), this::remove);
    watch.fail(ApiError.of(status));
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

  private List<Watch> all() {
    return open.values().stream().flatMap(Set::stream).toList();
  }
}
