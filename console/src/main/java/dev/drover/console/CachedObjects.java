package dev.drover.console;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.recipes.condition.Summary;
import dev.drover.runtime.Manager;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds objects in the caches of a manager, by kind, key and owner. Sends no requests.
final class CachedObjects {
  private final Manager manager;

  CachedObjects(Manager manager) {
    this.manager = manager;
  }

  /// An object of a cache.
  ///
  /// @param kind as the API names it
  record Found(String kind, KubernetesObject object) {
    Map<String, @Nullable Object> tree() {
      Summary summary = Summary.of(object);
      return Trees.of(
          "kind",
          kind,
          "namespace",
          object.namespace(),
          "name",
          object.name(),
          "uid",
          object.metadata().uid(),
          "created",
          object.metadata().creationTimestamp() == null
              ? null
              : String.valueOf(object.metadata().creationTimestamp()),
          "ageMillis",
          object.metadata().creationTimestamp() == null
              ? null
              : Duration.between(object.metadata().creationTimestamp(), Instant.now()).toMillis(),
          "state",
          summary.state().name().toLowerCase(Locale.ROOT),
          "messages",
          summary.messages().stream().map(Masking::text).toList());
    }
  }

  /// The informer of a kind.
  Optional<SharedIndexInformer<?>> informer(String kind) {
    return manager.cache().informers().stream()
        .filter(informer -> Trees.id(informer.kind()).equals(kind))
        .findFirst();
  }

  /// The object with this key.
  Optional<Found> find(String kind, ObjectKey key) {
    return informer(kind).flatMap(i -> i.store().getByKey(key)).map(o -> new Found(kind, o));
  }

  /// Objects whose namespace and name contain a text, sorted.
  List<Found> list(String kind, String text) {
    Predicate<KubernetesObject> matches =
        o -> text.isEmpty() || (o.namespace() + "/" + o.name()).contains(text);
    return informer(kind).stream()
        .flatMap(CachedObjects::objects)
        .filter(matches)
        .sorted(
            Comparator.comparing(KubernetesObject::namespace).thenComparing(KubernetesObject::name))
        .map(object -> new Found(kind, object))
        .toList();
  }

  private static Stream<KubernetesObject> objects(SharedIndexInformer<?> informer) {
    return informer.store().list().stream().map(o -> o);
  }

  /// Every object of every cache, once.
  Stream<Found> all() {
    Map<String, Found> byUid = new HashMap<>();
    for (SharedIndexInformer<?> informer : manager.cache().informers()) {
      String kind = Trees.id(informer.kind());
      objects(informer).forEach(o -> byUid.putIfAbsent(o.metadata().uid(), new Found(kind, o)));
    }
    return byUid.values().stream();
  }
}
