package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Place;
import java.util.List;

/// Leases: numbers that make sense, and a strategy where a holder is preferred.
final class LeaseStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    Place duration = spec.child("leaseDurationSeconds");
    if (duration.isPresent() && duration.number() <= 0) {
      duration.invalid("must be greater than 0");
    }
    spec.child("leaseTransitions").needNonNegative();
    Place strategy = spec.child("strategy");
    strategy.ifPresent(LeaseStrategy::checkStrategy);
    Place preferred = spec.child("preferredHolder");
    if (!preferred.isBlank() && strategy.isBlank()) {
      preferred.forbidden("may only be specified if `strategy` is defined");
    }
    return spec.errors();
  }

  /// Complains one level too deep, as Kubernetes does.
  static void checkStrategy(Place strategy) {
    Place complained = strategy.as(strategy.path().child("strategy"));
    if (strategy.text().indexOf('/') < 0) {
      complained.needOneOf(List.of("OldestEmulationVersion"));
    } else {
      complained.invalid(Names.qualifiedName(strategy.text()));
    }
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
