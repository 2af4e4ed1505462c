package dev.drover.server.kinds.core;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.QuotaEvaluator;
import dev.drover.server.validation.ResourceLists;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How claims count against quotas: by number and requested storage, in total and by storage class.
///
/// In Go: `pvcEvaluator`.
final class VolumeClaimQuota implements QuotaEvaluator {
  private static final String OF_CLASS = ".storageclass.storage.k8s.io/";
  private static final Quantity ONE = Quantity.parse("1");
  private static final Set<String> RESOURCES = Set.of("persistentvolumeclaims", "requests.storage");

  @Override
  public boolean handles(Attempt attempt) {
    return QuotaEvaluator.isCreateOrUpdate(attempt);
  }

  @Override
  public boolean uses(String resource) {
    return RESOURCES.contains(resource)
        || RESOURCES.stream().anyMatch(it -> resource.endsWith(OF_CLASS + it));
  }

  @Override
  public void addUsage(TreeNode claim, Map<String, Quantity> usage) {
    TreeNode spec = claim.at("spec");
    String annotated =
        claim
            .at("metadata")
            .textMap("annotations")
            .getOrDefault("volume.beta.kubernetes.io/storage-class", "");
    String storageClass = annotated.isEmpty() ? spec.text("storageClassName") : annotated;
    usage.put("persistentvolumeclaims", ONE);
    Quantity storage = ResourceLists.read(spec.at("resources"), "requests").get("storage");
    Quantity allocated =
        ResourceLists.read(claim.at("status"), "allocatedResources").get("storage");
    if (storage != null && allocated != null && allocated.compareTo(storage) > 0) {
      storage = allocated;
    }
    if (storage != null) {
      Quantity whole =
          Quantity.of(storage.toBigDecimal().setScale(0, RoundingMode.UP), storage.format());
      usage.put("requests.storage", whole);
      if (!storageClass.isEmpty()) {
        usage.put(storageClass + OF_CLASS + "requests.storage", whole);
      }
    }
    if (!storageClass.isEmpty()) {
      usage.put(storageClass + OF_CLASS + "persistentvolumeclaims", ONE);
    }
  }

  @Override
  public boolean isInScope(String scope, String operator, List<String> values, TreeNode claim) {
    if (!scope.equals("VolumeAttributesClass")) {
      return false;
    }
    Set<String> classes = attributesClasses(claim);
    return classes.isEmpty()
        ? QuotaEvaluator.selects("", operator, values)
        : classes.stream().anyMatch(name -> QuotaEvaluator.selects(name, operator, values));
  }

  /// The classes that a claim has, wants, and is being changed to.
  private static Set<String> attributesClasses(TreeNode claim) {
    TreeNode status = claim.at("status");
    Set<String> classes =
        new HashSet<>(List.of(claim.at("spec").text("volumeAttributesClassName")));
    classes.add(status.text("currentVolumeAttributesClassName"));
    classes.add(status.at("modifyVolumeStatus").text("targetVolumeAttributesClassName"));
    classes.remove("");
    return classes;
  }
}
