package dev.drover.server.kinds.apps;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Controller revisions: the former states of stateful sets and daemon sets.
public final class ControllerRevisionStrategy implements Strategy {
  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    place.child("revision").needNonNegative();
    FieldValidator data = place.child("data");
    if (!data.isPresent()) {
      data.required("data is mandatory");
    } else if (!(data.value() instanceof Map<?, ?>)) {
      data.required("data must be a valid JSON object");
    }
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator place = FieldValidator.root(object);
    place.child("revision").needNonNegative();
    FieldValidator data = place.child("data");
    if (!Objects.equals(data.value(), old.get("data"))) {
      data.invalid(FieldValidator.IMMUTABLE);
    }
    return place.errors();
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
