package dev.drover.api;

import java.util.ArrayList;
import java.util.List;

/// Checks the owners that are added to one object's metadata.
///
/// The garbage collector looks for an owner in the namespace of the object. It treats an owner that
/// is not there as deleted, and deletes the object. The API server cannot refuse such a reference,
/// because a reference does not name a namespace.
final class OwnerChecks {
  private final List<KubernetesObject> namespaced = new ArrayList<>(1);

  /// Refuses an owner in another namespace than `namespace`; [#atEnd] decides while that is empty.
  void add(KubernetesObject owner, String name, String namespace) {
    if (owner.namespace().isEmpty()) {
      return; // a cluster-scoped owner may own anything
    }
    if (!namespace.isEmpty()) {
      requireSame(owner, name, namespace);
    }
    namespaced.add(owner);
  }

  /// Checks all owners against the namespace that the object has in the end.
  void atEnd(String name, String namespace) {
    for (KubernetesObject owner : namespaced) {
      requireSame(owner, name, namespace);
    }
  }

  private static void requireSame(KubernetesObject owner, String name, String namespace) {
    String kind = Kind.ofObject(owner).gvk().kind();
    if (namespace.isEmpty()) {
      throw new IllegalArgumentException(
          ("object '%s' has no namespace and cannot be owned by %s '%s', which has one: the garbage"
                  + " collector would delete it; set namespace '%s' before the owner, or give a"
                  + " cluster-scoped object a cluster-scoped owner")
              .formatted(name, kind, owner.key(), owner.namespace()));
    }
    if (!namespace.equals(owner.namespace())) {
      throw new IllegalArgumentException(
          ("object '%s/%s' cannot be owned by %s '%s' in another namespace: the garbage collector"
               + " would delete it; put both into one namespace, or refer to the other by a label"
               + " or an annotation")
              .formatted(namespace, name, kind, owner.key()));
    }
  }

  /// Refuses a second controller.
  static void requireOneController(String name, OwnerReference controller, OwnerReference other) {
    if (!controller.isSameOwner(other)) {
      throw new IllegalArgumentException(
          ("object '%s' cannot be controlled by %s '%s': %s '%s' controls it already, and an object"
               + " has at most one controller; add further owners with alsoOwnedBy, or remove the"
               + " other reference first")
              .formatted(name, other.kind(), other.name(), controller.kind(), controller.name()));
    }
  }
}
