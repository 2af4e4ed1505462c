package dev.drover.server.kinds.resource;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.CrossObjectRules;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Claims to devices: an immutable request, and its allocation in the status.
public final class ResourceClaimStrategy implements StatusStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ResourceClaimValidation.setDefaults(object.at("spec"));
    ResourceClaimStatusValidation.results(object)
        .forEach(DeviceTaintValidation::setTolerationDefaults);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    ResourceClaimValidation.check(spec);
    return spec.errors();
  }

  /// Only a change of `spec` is reported: a client cannot fix anything else.
  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    if (!Immutability.isSame(spec, FieldValidator.root(old).child("spec"))) {
      spec.invalid(
          InternalForm.of("resource/v1.ResourceClaimSpec", spec.node()), FieldValidator.IMMUTABLE);
    }
    return spec.errors();
  }

  @Override
  public CrossObjectRules crossObjectRules() {
    return CrossObjectRules.validating(ResourceClaimStrategy::validateAccess);
  }

  private static List<FieldError> validateAccess(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    if (old == null) {
      return wishes(object, object.at("spec"), others);
    }
    boolean hadAccess =
        ResourceClaimStatusValidation.results(old).stream()
            .anyMatch(it -> it.isTrue("adminAccess"));
    return hadAccess
        ? List.of()
        : AdminAccess.check(
            object,
            ResourceClaimStatusValidation.results(object),
            FieldPath.of("status", "allocation", "devices", "results"),
            others);
  }

  static List<FieldError> wishes(TreeNode object, TreeNode spec, StoredObjects others) {
    return AdminAccess.check(
        object,
        spec.at("devices").items("requests").stream().map(it -> it.at("exactly")).toList(),
        FieldPath.of("spec", "devices", "requests"),
        others);
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating(this::validateStatus);
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    StatusStrategy.keepMetadata(object, old);
    ResourceClaimStatusValidation.dropFreed(object, old);
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    FieldValidator claim = FieldValidator.root(object);
    ResourceClaimStatusValidation.check(claim, FieldValidator.root(old));
    return claim.errors();
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
