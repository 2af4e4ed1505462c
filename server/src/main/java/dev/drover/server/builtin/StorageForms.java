package dev.drover.server.builtin;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.StorageForm;
import dev.drover.server.devices.FirstBeta;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the built-in kinds are stored: each under its own name and in its own version, except where
/// several versions or two groups show the same objects.
final class StorageForms {
  private static final GroupVersionKind CORE_EVENT = new GroupVersionKind("", "v1", "Event");
  private static final GroupVersionKind AUTOSCALER =
      new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler");

  private StorageForms() {}

  static StorageForm of(KindEntry kind) {
    GroupVersionKind served = kind.gvk();
    String name = served.group() + "/" + kind.plural();
    return switch (served.apiVersion() + " " + served.kind()) {
      case "events.k8s.io/v1 Event" ->
          new StorageForm("/events", CORE_EVENT, EventForms::toCore, EventForms::fromCore);
      case "autoscaling/v1 HorizontalPodAutoscaler" ->
          new StorageForm(name, AUTOSCALER, AutoscalerForms::toV2, AutoscalerForms::fromV2);
      case "v1 PersistentVolumeClaim" ->
          new StorageForm(
              name, served, tree -> tree, tree -> withStatus(tree, Map.of("phase", "Pending")));
      case "v1 Service" ->
          new StorageForm(name, served, tree -> tree, StorageForms::withoutUselessPolicy);
      case "batch/v1 Job" ->
          new StorageForm(name, served, tree -> tree, tree -> withStatus(tree, Map.of()));
      case "resource.k8s.io/v1beta1 ResourceClaim" -> firstBeta(name, served, FirstBeta.CLAIM);
      case "resource.k8s.io/v1beta1 ResourceClaimTemplate" ->
          firstBeta(name, served, FirstBeta.CLAIM_TEMPLATE);
      case "resource.k8s.io/v1beta1 ResourceSlice" -> firstBeta(name, served, FirstBeta.SLICE);
      default -> sameFields(name, served);
    };
  }

  private static StorageForm firstBeta(String name, GroupVersionKind served, FirstBeta shape) {
    GroupVersionKind stable = served.withVersion("v1");
    return new StorageForm(
        name,
        stable,
        tree -> renamed(shape.toToday(tree), stable),
        tree -> renamed(shape.fromToday(tree), served));
  }

  /// A beta of a kind that is stable has the same fields, and is stored as the stable version.
  private static StorageForm sameFields(String name, GroupVersionKind served) {
    GroupVersionKind stable = served.withVersion("v1");
    if (!served.version().contains("beta") || !isKnown(stable)) {
      return StorageForm.same(name, served);
    }
    return new StorageForm(
        name, stable, tree -> renamed(tree, stable), tree -> renamed(tree, served));
  }

  /// Adds the status that a new object is stored without.
  private static Map<String, @Nullable Object> withStatus(
      Map<String, @Nullable Object> tree, Map<String, @Nullable Object> status) {
    return tree.containsKey("status") ? tree : TreeNode.copyOf(tree).set("status", status).map();
  }

  /// Services that are only names have no traffic of their own, even if a policy is left.
  private static Map<String, @Nullable Object> withoutUselessPolicy(
      Map<String, @Nullable Object> service) {
    TreeNode spec = TreeNode.view(service).at("spec");
    if (!Services.isExternalName(spec) || !spec.has("internalTrafficPolicy")) {
      return service;
    }
    TreeNode copy = TreeNode.copyOf(service);
    copy.at("spec").remove("internalTrafficPolicy");
    return copy.map();
  }

  private static boolean isKnown(GroupVersionKind kind) {
    return SchemaTable.builtIn().kind(kind).isPresent();
  }

  private static Map<String, @Nullable Object> renamed(
      Map<String, @Nullable Object> tree, GroupVersionKind kind) {
    return TreeNode.copyOf(tree)
        .set("apiVersion", kind.apiVersion())
        .set("kind", kind.kind())
        .map();
  }
}
