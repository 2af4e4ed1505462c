package dev.drover.server.devices;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.core.StoredObjects;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Claims to devices: what is wanted, for good, and what became of it.
public final class ResourceClaimStrategy implements StatusStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ClaimRules.setDefaults(object.at("spec"));
    ClaimStatusRules.results(object).forEach(DeviceTaints::setTolerationDefaults);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    ClaimRules.check(spec);
    return spec.errors();
  }

  /// A change of the wish is all that is complained about: nobody could mend anything else.
  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place spec = Place.root(object).child("spec");
    if (!Changes.isSame(spec, Place.root(old).child("spec"))) {
      spec.invalid(InternalForm.of("resource/v1.ResourceClaimSpec", spec.node()), Place.IMMUTABLE);
    }
    return spec.errors();
  }

  @Override
  public List<FieldError> validateAmong(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    if (old == null) {
      return wishes(object, object.at("spec"), others);
    }
    boolean hadAccess =
        ClaimStatusRules.results(old).stream().anyMatch(it -> it.isTrue("adminAccess"));
    return hadAccess
        ? List.of()
        : AdminAccess.check(
            object,
            ClaimStatusRules.results(object),
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
  public void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    StatusStrategy.super.prepareForStatusUpdate(object, old);
    StatusStrategy.keepMetadata(object, old);
    ClaimStatusRules.dropFreed(object, old);
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    Place claim = Place.root(object);
    ClaimStatusRules.check(claim, Place.root(old));
    return claim.errors();
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
