package dev.drover.api;

/// Whether the objects of a kind belong to a namespace or to the cluster.
///
/// In Go: {@index meta.RESTScope}.
public enum Scope {
  /// In a namespace.
  NAMESPACED,
  /// In the cluster as a whole.
  CLUSTER
}
