package dev.drover.client;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;

/// Decides from the object in a response whether the server still has it.
///
/// | the object in the answer                                  | to a delete | to any other write |
/// |-----------------------------------------------------------|-------------|--------------------|
/// | is not marked for deletion                                | gone        | there              |
/// | is marked, and has finalizers or a grace period           | there       | there              |
/// | is a marked namespace with finalizers in its spec         | there       | there              |
/// | is marked, with nothing left that holds it                | gone        | gone               |
final class DeletionState {
  private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");

  private DeletionState() {}

  /// Whether the server still has the object that it showed in the answer to a delete. Some kinds
  /// are shown once more when they are gone.
  static boolean isHeld(Kind<?> kind, KubernetesObject answered) {
    return answered.metadata().isDeleting() && hasHolder(kind, answered);
  }

  /// Whether the write that was answered so was the last one of the object: it removed what had
  /// held a deletion.
  static boolean isGone(Kind<?> kind, KubernetesObject answered) {
    return answered.metadata().isDeleting() && !hasHolder(kind, answered);
  }

  private static boolean hasHolder(Kind<?> kind, KubernetesObject object) {
    ObjectMeta metadata = object.metadata();
    Long grace = metadata.deletionGracePeriodSeconds();
    return !metadata.finalizers().isEmpty()
        || (grace != null && grace > 0)
        || (kind.gvk().equals(NAMESPACE) && hasContent(object));
  }

  /// Namespaces are held by finalizers of their spec, which metadata alone does not show.
  private static boolean hasContent(KubernetesObject namespace) {
    return namespace instanceof PartialObject
        || !DynamicObject.of(namespace).list("spec", "finalizers").isEmpty();
  }
}
