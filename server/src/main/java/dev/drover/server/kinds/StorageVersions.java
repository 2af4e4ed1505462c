package dev.drover.server.kinds;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.autoscaling.AutoscalerConversion;
import dev.drover.server.kinds.batch.JobStrategy;
import dev.drover.server.kinds.core.EventConversion;
import dev.drover.server.kinds.core.service.Services;
import dev.drover.server.kinds.resource.V1Beta1Conversion;
import dev.drover.server.strategy.StorageVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the built-in kinds are stored: each under its own name and in its own version, except where
/// several versions or two groups show the same objects.
final class StorageVersions {
  private static final GroupVersionKind CORE_EVENT = new GroupVersionKind("", "v1", "Event");
  private static final GroupVersionKind AUTOSCALER =
      new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler");

  private StorageVersions() {}

  static StorageVersion of(KindEntry kind) {
    GroupVersionKind served = kind.gvk();
    String name = served.group() + "/" + kind.plural();
    return switch (served.apiVersion() + " " + served.kind()) {
      case "events.k8s.io/v1 Event" ->
          new StorageVersion(
              "/events", CORE_EVENT, EventConversion::toCore, EventConversion::fromCore);
      case "autoscaling/v1 HorizontalPodAutoscaler" ->
          new StorageVersion(
              name, AUTOSCALER, AutoscalerConversion::toV2, AutoscalerConversion::fromV2);
      case "v1 PersistentVolumeClaim" ->
          StorageVersion.same(name, served)
              .reading(tree -> withStatus(tree, Map.of("phase", "Pending")))
              .creating(StorageVersions::withoutStatus);
      case "v1 Service" ->
          StorageVersion.same(name, served).reading(StorageVersions::withoutUselessPolicy);
      case "batch/v1 Job" ->
          StorageVersion.same(name, served)
              .reading(tree -> withStatus(tree, Map.of()))
              .creating(
                  tree ->
                      JobStrategy.isStoredWithoutStatus(TreeNode.view(tree))
                          ? withoutStatus(tree)
                          : tree);
      case "resource.k8s.io/v1beta1 ResourceClaim" ->
          firstBeta(name, served, V1Beta1Conversion.CLAIM);
      case "resource.k8s.io/v1beta1 ResourceClaimTemplate" ->
          firstBeta(name, served, V1Beta1Conversion.CLAIM_TEMPLATE);
      case "resource.k8s.io/v1beta1 ResourceSlice" ->
          firstBeta(name, served, V1Beta1Conversion.SLICE);
      default -> sameFields(name, served);
    };
  }

  private static StorageVersion firstBeta(
      String name, GroupVersionKind served, V1Beta1Conversion shape) {
    GroupVersionKind stable = served.withVersion("v1");
    return new StorageVersion(
        name,
        stable,
        tree -> renamed(shape.toV1(tree), stable),
        tree -> renamed(shape.fromV1(tree), served));
  }

  /// A beta of a kind that is stable has the same fields, and is stored as the stable version.
  private static StorageVersion sameFields(String name, GroupVersionKind served) {
    GroupVersionKind stable = served.withVersion("v1");
    if (!served.version().contains("beta") || !isKnown(stable)) {
      return StorageVersion.same(name, served);
    }
    return new StorageVersion(
        name, stable, tree -> renamed(tree, stable), tree -> renamed(tree, served));
  }

  private static Map<String, @Nullable Object> withoutStatus(Map<String, @Nullable Object> tree) {
    return TreeNode.copyOf(tree).remove("status").map();
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
