package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectList;
import dev.drover.api.PartialObject;
import dev.drover.api.ResourceVersion;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.informer.Deletion;
import dev.drover.informer.EventHandler;
import dev.drover.informer.Registration;
import dev.drover.informer.SharedIndexInformer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Waits until a cache has everything that the server has: lists the collection, and compares.
final class CatchUp<T extends KubernetesObject> {
  private final Client client;
  private final SharedIndexInformer<T> informer;
  private final Activity events = new Activity();

  CatchUp(Client client, SharedIndexInformer<T> informer) {
    this.client = client;
    this.informer = informer;
  }

  /// Whether it has, within the limit.
  boolean await(Activity.Deadline limit) throws InterruptedException {
    List<ObjectList<PartialObject>> there = lists();
    try (Registration _ = informer.addEventHandler(new Signal())) {
      return events.await(() -> there.stream().allMatch(this::isSeen), limit);
    }
  }

  private List<ObjectList<PartialObject>> lists() {
    Kind<T> kind = informer.kind();
    Set<String> named = informer.options().namespaces();
    Collection<String> namespaces = named.isEmpty() ? List.of("") : named;
    ListOptions which =
        ListOptions.ALL
            .withLabels(informer.options().labels())
            .withFields(informer.options().fields());
    try {
      return namespaces.stream()
          .map(namespace -> client.metadata(kind).inNamespace(namespace).list(which))
          .toList();
    } catch (ApiException.NotFound e) {
      if (informer.options().whenInstalled()) {
        return List.of(); // nothing to catch up with
      }
      throw e;
    }
  }

  /// Whether the cache is where the list was, or further.
  private boolean isSeen(ObjectList<PartialObject> there) {
    Map<ObjectKey, String> listed = new HashMap<>();
    there.items().forEach(o -> listed.put(o.key(), o.metadata().resourceVersion()));
    for (T object : informer.indexer().list()) {
      String version = object.metadata().resourceVersion();
      String known = listed.remove(object.key());
      boolean isOther = known == null && isOfOther(there, object);
      if (!isOther && !isAtLeast(version, known == null ? there.resourceVersion() : known)) {
        return false; // old, or deleted on the server
      }
    }
    return listed.isEmpty(); // those that are left have not arrived
  }

  /// An object of another namespace than this list is of.
  private boolean isOfOther(ObjectList<PartialObject> there, T object) {
    Set<String> named = informer.options().namespaces();
    return named.size() > 1
        && there.items().stream().noneMatch(o -> o.namespace().equals(object.namespace()));
  }

  private static boolean isAtLeast(String version, String other) {
    return ResourceVersion.compare(version, other) >= 0;
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
      events.happened();
    }
  }
}
