package dev.drover.api;

/// A whole Kubernetes object: something with metadata that the API server stores.
///
/// Implementations are immutable values: model classes, users' records, or [DynamicObject]. A deep
/// copy is the object itself. Its kind belongs to its type: see [Kind#of(Class)] and
/// [Kind#ofObject].
///
/// ```java
/// static <T extends KubernetesObject> boolean isBeingDeleted(T object) {
///   LOG.info("{} of {}", object.key(), Kind.ofObject(object));
///   return object.metadata().deletionTimestamp() != null;
/// }
/// ```
///
/// In Go: {@index runtime.Object}, {@index client.Object}, {@index DeepCopyObject}.
public interface KubernetesObject {
  /// Name, version, labels and the rest.
  ///
  /// In Go: {@index meta.Accessor}.
  ObjectMeta metadata();

  /// The name; empty when the server is to choose one.
  default String name() {
    return metadata().name();
  }

  /// The namespace; empty for objects of the cluster.
  default String namespace() {
    return metadata().namespace();
  }

  /// Namespace and name.
  ///
  /// In Go: {@index client.ObjectKeyFromObject}.
  default ObjectKey key() {
    return ObjectKey.of(namespace(), name());
  }
}
