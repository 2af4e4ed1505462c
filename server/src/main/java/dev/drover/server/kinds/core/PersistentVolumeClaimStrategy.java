package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import dev.drover.server.validation.UnifiedDiff;
import dev.drover.server.validation.VolumeClaimSpecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Prepares and validates persistent volume claims.
public final class PersistentVolumeClaimStrategy implements StatusStrategy {
  private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";
  private static final String ATTRIBUTES = "volumeAttributesClassName";
  private static final String CURRENT_IS_SET =
      " is forbidden when status.currentVolumeAttributesClassName is not nil";
  private static final List<String> RESIZE_STATES =
      List.of(
          "ControllerResizeInProgress",
          "ControllerResizeInfeasible",
          "NodeResizeInProgress",
          "NodeResizeInfeasible",
          "NodeResizePending");

  @Override
  public void setDefaults(TreeNode object) {
    VolumeClaimSpecs.setDefaults(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status").orCreate("status").set("phase", "Pending");
    sameDataSources(object.at("spec"), TreeNode.empty());
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    StatusStrategy.keep(object, old, "status");
    sameDataSources(object.at("spec"), old.at("spec"));
  }

  /// A claim has its source under two names. Under the old one only some kinds count, and others go
  /// unless they were there before.
  private static void sameDataSources(TreeNode spec, TreeNode was) {
    if (!was.has("dataSourceRef") && !spec.at("dataSourceRef").text("namespace").isEmpty()) {
      spec.remove("dataSourceRef"); // sources of other namespaces are a feature that is off
    }
    boolean wasUsed = was.has("dataSource") || was.has("dataSourceRef");
    if (!wasUsed && !spec.has("dataSourceRef") && !isOldKind(spec.at("dataSource"))) {
      spec.remove("dataSource");
    }
    if (spec.has("dataSource") && !spec.has("dataSourceRef")) {
      copySource(spec.at("dataSource"), spec.orCreate("dataSourceRef"));
    } else if (spec.has("dataSourceRef")
        && !spec.has("dataSource")
        && spec.at("dataSourceRef").text("namespace").isEmpty()) {
      copySource(spec.at("dataSourceRef"), spec.orCreate("dataSource"));
    }
  }

  private static boolean isOldKind(TreeNode source) {
    String group = source.text("apiGroup");
    return switch (source.text("kind")) {
      case "PersistentVolumeClaim" -> group.isEmpty();
      case "VolumeSnapshot" -> group.equals("snapshot.storage.k8s.io");
      default -> false;
    };
  }

  private static void copySource(TreeNode from, TreeNode to) {
    to.set("kind", from.text("kind")).set("name", from.text("name"));
    if (from.has("apiGroup")) {
      to.set("apiGroup", from.text("apiGroup"));
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    VolumeClaimSpecs.checkSpec(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator claim = FieldValidator.root(object);
    FieldValidator spec = claim.child("spec");
    TreeNode was = old.at("spec");
    VolumeClaimSpecs.checkSpec(spec, was);
    checkSameSpec(claim, old);
    checkSize(spec.child("resources", "requests").child("storage"), old);
    FieldValidator mode = spec.child("volumeMode");
    if (!Objects.equals(mode.value(), was.get("volumeMode"))) {
      mode.as(FieldPath.of("volumeMode"))
          .invalid(
              mode.isPresent() ? new FieldError.Typed(mode.text()) : null,
              FieldValidator.IMMUTABLE);
    }
    checkAttributes(spec.child(ATTRIBUTES), old);
    return claim.errors();
  }

  /// What may change goes back to what it was; then nothing else may differ.
  private static void checkSameSpec(FieldValidator claim, TreeNode old) {
    TreeNode now = TreeNode.copyOf(claim.node().at("spec").map());
    TreeNode was = TreeNode.copyOf(old.at("spec").map());
    if (was.text("volumeName").isEmpty()) {
      StatusStrategy.keep(was, now, "volumeName");
    }
    allowClass(claim, now, old);
    if (claim.child("status", "phase").text().equals("Bound")) {
      TreeNode requests = now.at("resources").at("requests");
      if (now.at("resources").has("requests")) {
        requests.set(
            "storage", was.at("resources").textMap("requests").getOrDefault("storage", "0"));
      }
      StatusStrategy.keep(now, was, ATTRIBUTES);
    }
    if (!sameAmounts(now).equals(sameAmounts(was))) {
      String type = "core/v1.PersistentVolumeClaimSpec";
      claim
          .child("spec")
          .forbidden(
              "spec is immutable after creation except resources.requests and"
                  + " volumeAttributesClassName for bound claims\n"
                  + UnifiedDiff.of(InternalForm.of(type, was), InternalForm.of(type, now)));
    }
  }

  /// Equal amounts may be written in different ways.
  private static Map<String, ?> sameAmounts(TreeNode spec) {
    TreeNode copy = TreeNode.copyOf(spec.map());
    for (String field : List.of("requests", "limits")) {
      TreeNode resources = copy.at("resources");
      ResourceLists.read(resources, field)
          .forEach(
              (name, amount) ->
                  resources
                      .at(field)
                      .set(name, amount.toBigDecimal().stripTrailingZeros().toPlainString()));
    }
    return copy.map();
  }

  /// A claim may get the class that an annotation gave it before, or one that it did not have.
  private static void allowClass(FieldValidator claim, TreeNode now, TreeNode old) {
    FieldValidator annotations = claim.child("metadata", "annotations");
    Map<String, String> before = old.at("metadata").textMap("annotations");
    Map<String, String> after = claim.node().at("metadata").textMap("annotations");
    String annotated = before.get(CLASS_ANNOTATION);
    boolean hadClass = old.at("spec").has("storageClassName");
    boolean isAnnotated =
        now.has("storageClassName") && now.text("storageClassName").equals(annotated);
    boolean mayUpgrade =
        annotated != null
            && !hadClass
            && isAnnotated
            && annotated.equals(after.getOrDefault(CLASS_ANNOTATION, annotated));
    if (mayUpgrade) {
      now.remove("storageClassName");
      return;
    }
    if (!after
        .getOrDefault(CLASS_ANNOTATION, "")
        .equals(before.getOrDefault(CLASS_ANNOTATION, ""))) {
      annotations
          .child(CLASS_ANNOTATION)
          .invalid(after.getOrDefault(CLASS_ANNOTATION, ""), FieldValidator.IMMUTABLE);
    }
    if (now.has("storageClassName") && !hadClass && (annotated == null || isAnnotated)) {
      now.remove("storageClassName");
    }
  }

  /// A claim may shrink only to recover from growth that did not succeed.
  private static void checkSize(FieldValidator storage, TreeNode old) {
    Quantity was = amount(old.at("spec").at("resources").at("requests"));
    Quantity now = storage.isBlank() ? Quantity.parse("0") : Quantity.parse(storage.text());
    if (now.compareTo(was) < 0 && now.compareTo(amount(old.at("status").at("capacity"))) <= 0) {
      storage.forbidden("field can not be less than status.capacity");
    }
  }

  private static Quantity amount(TreeNode amounts) {
    String text = amounts.text("storage");
    return Quantity.parse(text.isEmpty() ? "0" : text);
  }

  private static void checkAttributes(FieldValidator name, TreeNode old) {
    boolean isChanged = !Objects.equals(name.value(), old.at("spec").get(ATTRIBUTES));
    if (!isChanged || !old.at("status").has("currentVolumeAttributesClassName")) {
      return;
    }
    if (!name.isPresent()) {
      name.forbidden("update to nil" + CURRENT_IS_SET);
    } else if (name.isBlank()) {
      name.forbidden("update to empty string" + CURRENT_IS_SET);
    }
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating((object, _) -> validateStatus(object));
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator claim = FieldValidator.root(object);
    FieldValidator status = claim.child("status");
    if (claim.child("spec", "accessModes").size() == 0) {
      claim.child("Spec", "accessModes").required("");
    }
    status.child("capacity").entries().values().forEach(PersistentVolumeClaimStrategy::checkAmount);
    FieldValidator states = status.child("allocatedResourceStatuses");
    states
        .entries()
        .forEach(
            (name, state) -> {
              checkName(states, name);
              if (!RESIZE_STATES.contains(state.text())) {
                states.notSupported(new FieldError.Typed(name), RESIZE_STATES);
              }
            });
    FieldValidator allocated = status.child("allocatedResources");
    allocated
        .entries()
        .forEach(
            (name, amount) -> {
              if (checkName(allocated, name) && checkAmount(amount)) {
                ResourceNames.checkAmount(amount, "storage");
              }
            });
    return claim.errors();
  }

  private static boolean checkAmount(FieldValidator amount) {
    long value = Quantity.parse(amount.text()).toLong();
    if (value < 0) {
      amount.invalid(value, "must be a valid resource quantity");
    }
    return value >= 0;
  }

  /// Of Kubernetes' own resources, only storage can be allocated.
  private static boolean checkName(FieldValidator where, String name) {
    List<String> complaints = Names.qualifiedName(name);
    complaints.forEach(complaint -> where.invalid(name, complaint));
    if (!complaints.isEmpty()) {
      return false;
    }
    boolean isFine = !ResourceNames.isNative(name) || name.equals("storage");
    if (!isFine) {
      where.notSupported(name, List.of("storage"));
    }
    return isFine;
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    if (object.at("metadata").at("annotations").has(CLASS_ANNOTATION)) {
      warnings.add(
          "metadata.annotations["
              + CLASS_ANNOTATION
              + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
    }
    warnings.addAll(VolumeClaimSpecs.warnings(FieldValidator.root(object).child("spec")));
    return warnings;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
