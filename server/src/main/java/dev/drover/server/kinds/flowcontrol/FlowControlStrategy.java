package dev.drover.server.kinds.flowcontrol;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The common rules of both kinds of flow control: an update is validated like a new object, and a
/// write of the status changes nothing else.
interface FlowControlStrategy extends StatusStrategy {
  @Override
  default MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW);
  }

  @Override
  default UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating((object, _) -> validateStatus(object))
        .checkingMetadata();
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    StatusStrategy.keepWholeMetadata(object, old);
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    checkStatus(place);
    return place.errors();
  }

  /// Each condition has a type of its own.
  static void checkStatus(FieldValidator place) {
    Set<String> types = new HashSet<>();
    for (FieldValidator condition : place.child("status", "conditions").items()) {
      FieldValidator type = condition.child("type");
      if (!types.add(type.text())) {
        type.duplicate(new FieldError.Typed(type.text()));
      }
      type.needText();
    }
  }
}
