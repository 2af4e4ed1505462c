package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import org.jspecify.annotations.Nullable;

/// The key of an object to reconcile. It says nothing about the change that caused it: reconcilers
/// act on the present state.
///
/// ```java
/// controller.enqueue(Request.of("shop", "vanilla"));
/// controller.enqueue(Request.of(icecream));
/// ```
///
/// In Go: {@index reconcile.Request}, {@index ctrl.Request}.
///
/// @param key the object's namespace and name
/// @param cluster the cluster it lives in; empty where there is only one
public record Request(ObjectKey key, String cluster) {
  /// The object with this key.
  public static Request of(ObjectKey key) {
    return new Request(key, "");
  }

  /// An object in a namespace.
  public static Request of(String namespace, String name) {
    return of(ObjectKey.of(namespace, name));
  }

  /// An object of cluster scope.
  public static Request of(String name) {
    return of(ObjectKey.of(name));
  }

  /// This object.
  public static Request of(KubernetesObject object) {
    return of(object.key());
  }

  /// The object's namespace; empty for cluster scope.
  public String namespace() {
    return key.namespace();
  }

  /// The object's name.
  public String name() {
    return key.name();
  }

  /// The same object of another cluster.
  public Request inCluster(String name) {
    return new Request(key, name);
  }

  // See ObjectKey.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Request that && key.equals(that.key) && cluster.equals(that.cluster);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + cluster.hashCode();
  }

  /// `namespace/name`, with the cluster before it where there is one.
  @Override
  public String toString() {
    return cluster.isEmpty() ? key.toString() : cluster + ":" + key;
  }
}
