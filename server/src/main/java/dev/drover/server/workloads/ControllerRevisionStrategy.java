package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Controller revisions, which keep former states of stateful sets and daemon sets.
public final class ControllerRevisionStrategy implements Strategy {
  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    place.child("revision").needNonNegative();
    Place data = place.child("data");
    if (!data.isPresent()) {
      data.required("data is mandatory");
    } else if (!(data.value() instanceof Map<?, ?>)) {
      data.required("data must be a valid JSON object");
    }
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place place = Place.root(object);
    place.child("revision").needNonNegative();
    Place data = place.child("data");
    if (!Objects.equals(data.value(), old.get("data"))) {
      data.invalid(Place.IMMUTABLE);
    }
    return place.errors();
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
