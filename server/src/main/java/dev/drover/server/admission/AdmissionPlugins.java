package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import java.util.List;

/// The plug-ins, in the order in which kube-apiserver runs them.
public final class AdmissionPlugins {
  private AdmissionPlugins() {}

  public static List<AdmissionPlugin> inOrder() {
    return List.of(
        new NamespaceLifecycle(),
        new LimitRanger(),
        new TaintNodesByCondition(),
        new PodSecurity(),
        new Priority(),
        new DefaultTolerationSeconds(),
        new DefaultStorageClass(),
        new StorageObjectInUseProtection(),
        new PersistentVolumeClaimResize(),
        new RuntimeClassOverhead(),
        new DefaultIngressClass(),
        new PodTopologyLabels(),
        new PodResizeValidator());
  }

  /// Whether the write is about the object itself of this resource.
  static boolean isFor(AdmissionPlugin.Attempt attempt, String storage) {
    return attempt.subresource().isEmpty() && attempt.resource().storage().name().equals(storage);
  }

  /// Whether an object of this resource is created.
  static boolean creates(AdmissionPlugin.Attempt attempt, String storage) {
    return attempt.operation() == AdmissionPlugin.Operation.CREATE && isFor(attempt, storage);
  }

  /// The new state of an object that is created or changed.
  static TreeNode object(AdmissionPlugin.Attempt attempt) {
    TreeNode object = attempt.object();
    return object == null ? TreeNode.empty() : object;
  }

  /// The state before; empty for a new object.
  static TreeNode old(AdmissionPlugin.Attempt attempt) {
    TreeNode old = attempt.old();
    return old == null ? TreeNode.empty() : old;
  }

  /// A refusal. An object that has no name yet is called by what its name will begin with.
  public static ApiError forbidden(AdmissionPlugin.Attempt attempt, String detail) {
    TreeNode metadata = object(attempt).at("metadata");
    String name = attempt.name();
    if (name.isEmpty()) {
      name =
          metadata.text("name").isEmpty() ? metadata.text("generateName") : metadata.text("name");
    }
    return ApiError.forbidden(
        attempt.resource().groupResource(), name.isEmpty() ? "Unknown" : name, detail);
  }
}
