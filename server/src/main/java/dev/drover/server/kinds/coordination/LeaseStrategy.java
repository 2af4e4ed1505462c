package dev.drover.server.kinds.coordination;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Leases: positive durations and counts.
///
/// The fields of coordinated leader election are dropped, as that is off by default.
public final class LeaseStrategy implements DataStrategy {
  @Override
  public void prepareForCreate(TreeNode object) {
    object.at("spec").remove("strategy").remove("preferredHolder");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    prepareForCreate(object);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    FieldValidator duration = spec.child("leaseDurationSeconds");
    if (duration.isPresent() && duration.number() <= 0) {
      duration.invalid("must be greater than 0");
    }
    spec.child("leaseTransitions").needNonNegative();
    return spec.errors();
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES_CONDITIONAL;
  }
}
