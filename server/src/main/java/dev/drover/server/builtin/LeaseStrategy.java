package dev.drover.server.builtin;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Place;
import java.util.List;

/// Leases: numbers that make sense.
///
/// The fields of coordinated leader election are dropped, as that is off by default.
final class LeaseStrategy implements DataStrategy {
  @Override
  public void prepareForCreate(TreeNode object) {
    object.at("spec").remove("strategy").remove("preferredHolder");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    prepareForCreate(object);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    Place duration = spec.child("leaseDurationSeconds");
    if (duration.isPresent() && duration.number() <= 0) {
      duration.invalid("must be greater than 0");
    }
    spec.child("leaseTransitions").needNonNegative();
    return spec.errors();
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
