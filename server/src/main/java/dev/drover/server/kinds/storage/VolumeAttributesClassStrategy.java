package dev.drover.server.kinds.storage;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import java.util.List;

/// Volume attributes classes, which are immutable.
public final class VolumeAttributesClassStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator place = FieldValidator.root(object);
    for (String name : List.of("driverName", "parameters")) {
      if (!Immutability.isSame(place.child(name), FieldValidator.root(old).child(name))) {
        place.child(name).forbidden("updates to " + name + " are forbidden.");
      }
    }
    check(place);
    return place.errors();
  }

  private static void check(FieldValidator place) {
    ProvisionerValidation.checkName(place.child("driverName"));
    FieldValidator parameters = place.child("parameters");
    ProvisionerValidation.checkParameters(parameters);
    if (parameters.size() == 0) {
      parameters.required("must contain at least one key/value pair");
    }
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
