package dev.drover.server.kinds.resource;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.CrossObjectRules;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.TemplateMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Templates of claims, which are immutable.
public final class ResourceClaimTemplateStrategy implements DataStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ResourceClaimValidation.setDefaults(object.at("spec").at("spec"));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    if (!Immutability.isSame(spec, FieldValidator.root(old).child("spec"))) {
      spec.invalid(
          InternalForm.of("resource/v1.ResourceClaimTemplateSpec", spec.node()),
          FieldValidator.IMMUTABLE);
    }
    return spec.errors();
  }

  private static void check(FieldValidator spec) {
    TemplateMetadata.check(spec.child("metadata"));
    ResourceClaimValidation.check(spec.child("spec"));
  }

  @Override
  public CrossObjectRules crossObjectRules() {
    return CrossObjectRules.validating(ResourceClaimTemplateStrategy::validateAccess);
  }

  private static List<FieldError> validateAccess(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    return old == null
        ? ResourceClaimStrategy.wishes(object, object.at("spec").at("spec"), others)
        : List.of();
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
