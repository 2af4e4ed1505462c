package dev.drover.client;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.List;
import java.util.Optional;

/// Reads objects of any kind, from the server or from a cache.
///
/// ```java
/// static int scoops(Reader cluster) {
///   return cluster.list(Cone.class, in("shop"), label("app", "web")).size();
/// }
/// ```
///
/// Implemented by [Client], which reads from the server, and by the client of a manager, which
/// reads from its caches. All implementations have these rules:
/// - A key without a namespace, of a kind that has namespaces, means the namespace of the
///   configuration ([ClientConfig#namespace]); for a cluster-scoped kind the namespace of a key or
///   a list is ignored. A list without [ListOption#in] has the objects of all namespaces.
/// - [#find] of an object that does not exist is empty, [#get] throws [ApiException.NotFound].
///
/// Two methods are abstract, so that a decorator or a fake for tests is short. Any number of
/// threads.
///
/// In Go: {@index client.Reader}.
public interface Reader {
  /// The object with this key, if there is one.
  <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key);

  /// The objects that meet all options. Implementations read the options by [ListQuery].
  <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which);

  /// The object of this name, if there is one.
  default <T extends KubernetesObject> Optional<T> find(
      Class<T> type, String namespace, String name) {
    return find(Kind.of(type), ObjectKey.of(namespace, name));
  }

  /// The object of this name, if there is one: cluster-scoped, or in the namespace of the
  /// configuration.
  default <T extends KubernetesObject> Optional<T> find(Class<T> type, String name) {
    return find(type, "", name);
  }

  /// The object with this key.
  ///
  /// @throws ApiException.NotFound when there is none
  default <T extends KubernetesObject> T get(Kind<T> kind, ObjectKey key) {
    return find(kind, key).orElseThrow(() -> ApiException.notFound(kind, key));
  }

  /// The object of this name.
  ///
  /// @throws ApiException.NotFound when there is none
  default <T extends KubernetesObject> T get(Class<T> type, String namespace, String name) {
    return get(Kind.of(type), ObjectKey.of(namespace, name));
  }

  /// The object of this name: cluster-scoped, or in the namespace of the configuration.
  ///
  /// ```java
  /// client.get(Node.class, "worker-1");
  /// ```
  ///
  /// @throws ApiException.NotFound when there is none
  default <T extends KubernetesObject> T get(Class<T> type, String name) {
    return get(type, "", name);
  }

  /// The objects that meet all options.
  default <T extends KubernetesObject> List<T> list(Class<T> type, ListOption... which) {
    return list(Kind.of(type), which);
  }

  /// The reader of the server itself, past any cache; this one if it has no cache.
  default Reader live() {
    return this;
  }

  /// As [#find(Kind, ObjectKey)]; a reader with a cache reads kinds that are not in the cache whole
  /// from the server, instead of refusing.
  default <T extends KubernetesObject> Optional<T> findCachedOrLive(Kind<T> kind, ObjectKey key) {
    return find(kind, key);
  }

  /// The kind of an object: that of its class. Clients ask the server for the kind of a
  /// [dev.drover.api.DynamicObject], which does not know its resource.
  default <T extends KubernetesObject> Kind<T> kindOf(T object) {
    return Kind.ofObject(object);
  }
}
