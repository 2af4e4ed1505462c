package dev.drover.informer.classic;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;

/// Computes the key of an object in a store.
///
/// ```java
/// KeyFunction<Order> byNumber = order -> ObjectKey.of("", order.number());
/// ```
///
/// In Go: {@index cache.KeyFunc}.
///
/// @param <T> the type of the objects
@FunctionalInterface
public interface KeyFunction<T> {
  /// The key of an object. What this throws, callers of the store get as the cause of a
  /// [KeyException].
  ObjectKey key(T object);

  /// Namespace and name.
  ///
  /// In Go: {@index cache.MetaNamespaceKeyFunc}.
  static <T extends KubernetesObject> KeyFunction<T> namespaceAndName() {
    return KubernetesObject::key;
  }
}
