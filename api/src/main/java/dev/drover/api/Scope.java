package dev.drover.api;

/// Where the objects of a kind live.
///
/// In Go: {@index meta.RESTScope}.
public enum Scope {
  /// In a namespace.
  NAMESPACED,
  /// In the cluster as a whole.
  CLUSTER
}
