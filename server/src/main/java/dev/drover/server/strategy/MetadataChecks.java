package dev.drover.server.strategy;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a kind checks metadata. The errors of Kubernetes depend on it: some kinds check metadata
/// twice, some not at all, and some after the rest of the object.
///
/// @param checksNew whether the metadata of a new object must follow the common rules; if not, its
///   name may be anything that fits into a path
/// @param ofUpdate the checks of a changed object, in this order
/// @param early the errors of the object that are reported before those of metadata
public record MetadataChecks(boolean checksNew, List<MetadataCheck> ofUpdate, Early early) {
  /// The checks of most kinds.
  public static final MetadataChecks DEFAULT = onUpdate(MetadataCheck.AS_CHANGE);

  /// Metadata is not checked by the kind itself.
  public static final MetadataChecks NONE =
      new MetadataChecks(false, List.of(), (_, _) -> List.of());

  /// Validates an object before its metadata.
  @FunctionalInterface
  public interface Early {
    /// The errors of an object.
    ///
    /// @param old null for a new object
    List<FieldError> errors(TreeNode object, @Nullable TreeNode old);
  }

  public MetadataChecks {
    ofUpdate = List.copyOf(ofUpdate);
  }

  /// The usual check of new objects, and these of changed ones.
  public static MetadataChecks onUpdate(MetadataCheck... checks) {
    return new MetadataChecks(true, List.of(checks), (_, _) -> List.of());
  }

  /// The same after these checks of the object.
  public MetadataChecks after(Early first) {
    return new MetadataChecks(checksNew, ofUpdate, first);
  }
}
