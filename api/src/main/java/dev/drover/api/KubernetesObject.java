package dev.drover.api;

/// A whole Kubernetes object: something with metadata that the API server stores. {@index
/// runtime.Object} {@index client.Object}
///
/// Implementations are immutable values: model classes, records of the user's, or [DynamicObject].
/// A deep copy is the object itself. Its kind belongs to its type: see [Kind#of(Class)].
public interface KubernetesObject {
  /// Name, version, labels and the rest. {@index meta.Accessor}
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
  default ObjectKey key() {
    return ObjectKey.of(namespace(), name());
  }
}
