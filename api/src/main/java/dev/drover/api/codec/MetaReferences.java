package dev.drover.api.codec;

import dev.drover.api.Condition;
import dev.drover.api.DeleteOptions;
import dev.drover.api.FieldSelectorRequirement;
import dev.drover.api.LabelSelector;
import dev.drover.api.LabelSelectorRequirement;
import dev.drover.api.ListMeta;
import dev.drover.api.ManagedFieldsEntry;
import dev.drover.api.ObjectMeta;
import dev.drover.api.OwnerReference;
import dev.drover.api.Preconditions;
import dev.drover.api.ShardInfo;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import org.jspecify.annotations.Nullable;

/// Maps the names that fields use for types of `meta/v1` to those types, which are written by hand
/// and therefore not in a generated factory.
final class MetaReferences {
  private MetaReferences() {}

  /// The type of this name, or null if it is not one of these.
  static @Nullable StructType<?> find(String reference) {
    return switch (reference) {
      case "meta/v1.ObjectMeta" -> ObjectMeta.TYPE;
      case "meta/v1.ListMeta" -> ListMeta.TYPE;
      case "meta/v1.OwnerReference" -> OwnerReference.TYPE;
      case "meta/v1.ManagedFieldsEntry" -> ManagedFieldsEntry.TYPE;
      case "meta/v1.LabelSelector" -> LabelSelector.TYPE;
      case "meta/v1.LabelSelectorRequirement" -> LabelSelectorRequirement.TYPE;
      case "meta/v1.FieldSelectorRequirement" -> FieldSelectorRequirement.TYPE;
      case "meta/v1.Condition" -> Condition.TYPE;
      case "meta/v1.Status" -> Status.TYPE;
      case "meta/v1.StatusDetails" -> StatusDetails.TYPE;
      case "meta/v1.StatusCause" -> StatusCause.TYPE;
      case "meta/v1.Preconditions" -> Preconditions.TYPE;
      case "meta/v1.DeleteOptions" -> DeleteOptions.TYPE;
      case "meta/v1.ShardInfo" -> ShardInfo.TYPE;
      default -> null;
    };
  }
}
