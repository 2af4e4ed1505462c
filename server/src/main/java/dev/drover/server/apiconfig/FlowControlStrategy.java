package dev.drover.server.apiconfig;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What both kinds of flow control have in common: a change is judged like a new object, and a
/// write of the status changes nothing else.
interface FlowControlStrategy extends StatusStrategy {
  @Override
  default List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW);
  }

  @Override
  default List<MetadataCheck> statusMetadataChecks() {
    return List.of();
  }

  @Override
  default void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    StatusStrategy.super.prepareForStatusUpdate(object, old);
    StatusStrategy.keepWholeMetadata(object, old);
  }

  @Override
  default List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    Place place = Place.root(object);
    checkStatus(place);
    return place.errors();
  }

  /// Each condition has a type of its own.
  static void checkStatus(Place place) {
    Set<String> types = new HashSet<>();
    for (Place condition : place.child("status", "conditions").items()) {
      Place type = condition.child("type");
      if (!types.add(type.text())) {
        type.duplicate(new FieldError.Typed(type.text()));
      }
      type.needText();
    }
  }
}
