package dev.drover.recipes.set;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.ObjectKey;

/// Names one object of the cluster.
///
/// @param gvk its kind
/// @param key its namespace and name
public record ObjectRef(GroupVersionKind gvk, ObjectKey key) {
  /// What the object is, whatever the version it is read in.
  Id id() {
    return new Id(gvk.groupKind(), key);
  }

  /// `Deployment.apps shop/web`.
  @Override
  public String toString() {
    return gvk.groupKind() + " " + key;
  }

  /// The same for all versions of a kind.
  record Id(GroupKind kind, ObjectKey key) {}
}
