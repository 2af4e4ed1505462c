package dev.drover.server.devices;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.core.StoredObjects;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.TemplateMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Templates of claims, which never change.
public final class ResourceClaimTemplateStrategy implements DataStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ClaimRules.setDefaults(object.at("spec").at("spec"));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place spec = Place.root(object).child("spec");
    check(spec);
    if (!Changes.isSame(spec, Place.root(old).child("spec"))) {
      spec.invalid(
          InternalForm.of("resource/v1.ResourceClaimTemplateSpec", spec.node()), Place.IMMUTABLE);
    }
    return spec.errors();
  }

  private static void check(Place spec) {
    TemplateMetadata.check(spec.child("metadata"));
    ClaimRules.check(spec.child("spec"));
  }

  @Override
  public List<FieldError> validateAmong(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    return old == null
        ? ResourceClaimStrategy.wishes(object, object.at("spec").at("spec"), others)
        : List.of();
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
