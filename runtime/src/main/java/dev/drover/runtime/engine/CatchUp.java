package dev.drover.runtime.engine;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectList;
import dev.drover.api.PartialObject;
import dev.drover.api.ResourceVersion;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.informer.CacheScope;
import dev.drover.informer.Deletion;
import dev.drover.informer.EventHandler;
import dev.drover.informer.Registration;
import dev.drover.informer.SharedIndexInformer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;

/// Waits until a cache is at or past the present state of the server, and its handlers have been
/// called: lists the collection, and compares.
final class CatchUp<T extends KubernetesObject> {
  private final Client client;
  private final SharedIndexInformer<T> informer;
  private final BiPredicate<CacheScope, String> seenWrites;
  private final BooleanSupplier released;
  private final Activity events = new Activity();
  private final Map<ObjectKey, String> gone = new ConcurrentHashMap<>(); // with the version

  /// @param seenWrites whether the cache has seen what this program wrote in a scope, as far as a
  ///   list of this version has it
  /// @param released whether nothing needs the cache any more, which ends the wait
  CatchUp(
      Client client,
      SharedIndexInformer<T> informer,
      BiPredicate<CacheScope, String> seenWrites,
      BooleanSupplier released) {
    this.client = client;
    this.informer = informer;
    this.seenWrites = seenWrites;
    this.released = released;
  }

  /// Whether it has, within the limit.
  boolean await(Activity.Deadline limit) throws InterruptedException {
    // What is deleted after the list was made must not be waited for, so this listens first.
    try (Registration _ = informer.addEventHandler(new Signal())) {
      List<Listed> there = lists();
      return events.await(
          () ->
              released.getAsBoolean()
                  || (there.stream().allMatch(this::isSeen) && informer.isIdle()),
          limit);
    } catch (IllegalStateException e) {
      if (released.getAsBoolean()) {
        return true; // it has stopped, and takes no handler
      }
      throw e;
    }
  }

  /// What the server has.
  ///
  /// @param scope of the cache that the list is of
  private record Listed(CacheScope scope, ObjectList<PartialObject> list) {}

  private List<Listed> lists() {
    Kind<T> kind = informer.kind();
    try {
      return informer.options().scopes().stream()
          .map(scope -> new Listed(scope, list(kind, scope)))
          .toList();
    } catch (ApiException.NotFound e) {
      if (informer.options().whenInstalled()) {
        return List.of(); // nothing to catch up with
      }
      throw e;
    }
  }

  private ObjectList<PartialObject> list(Kind<T> kind, CacheScope scope) {
    return client
        .metadata(kind)
        .inNamespace(scope.namespace())
        .list(ListOptions.defaults().with(o -> o.labels(scope.labels()).fields(scope.fields())));
  }

  /// Whether the cache is where the list was, or further.
  private boolean isSeen(Listed there) {
    if (!seenWrites.test(there.scope, there.list.resourceVersion())) {
      return false;
    }
    Map<ObjectKey, String> listed = new HashMap<>();
    there.list.items().forEach(o -> listed.put(o.key(), o.metadata().resourceVersion()));
    for (T object : informer.indexer().list()) {
      String version = object.metadata().resourceVersion();
      String known = listed.remove(object.key());
      boolean isOther = !there.scope.covers(object.namespace());
      if (!isOther && !isAtLeast(version, known == null ? there.list.resourceVersion() : known)) {
        return false; // old, or deleted on the server
      }
    }
    listed.entrySet().removeIf(entry -> isGone(entry.getKey(), entry.getValue()));
    return listed.isEmpty(); // those that are left have not arrived
  }

  private boolean isGone(ObjectKey key, String listed) {
    String version = gone.get(key);
    return version != null && isAtLeast(version, listed);
  }

  /// Fakes and some aggregated servers send no versions: then only the same state counts as seen.
  private static boolean isAtLeast(String version, String other) {
    return ResourceVersion.isWellFormed(version) && ResourceVersion.isWellFormed(other)
        ? ResourceVersion.compare(version, other) >= 0
        : version.equals(other);
  }

  private final class Signal implements EventHandler<T> {
    @Override
    public void onAdd(T object, boolean isInInitialList) {
      events.happened();
    }

    @Override
    public void onUpdate(T before, T now) {
      events.happened();
    }

    @Override
    public void onDelete(Deletion<T> deletion) {
      gone.put(
          deletion.key(),
          deletion instanceof Deletion.Seen<T>(_, T object)
              ? object.metadata().resourceVersion()
              : informer.lastSyncResourceVersion());
      events.happened();
    }
  }
}
