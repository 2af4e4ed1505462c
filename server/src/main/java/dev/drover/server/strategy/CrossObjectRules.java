package dev.drover.server.strategy;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of a kind that depend on other stored objects.
///
/// @param validation errors that are reported before all others, for every path of the object
/// @param allocation runs inside the write, while no other write happens
public record CrossObjectRules(Validation validation, Allocation allocation) {
  /// Objects of the kind are independent of others.
  public static final CrossObjectRules NONE =
      new CrossObjectRules((_, _, _) -> List.of(), (_, _, _) -> {});

  /// Validates an object given all others.
  @FunctionalInterface
  public interface Validation {
    /// The errors of an object.
    ///
    /// @param old null for a new object
    List<FieldError> errors(TreeNode object, @Nullable TreeNode old, StoredObjects others);
  }

  /// Allocates what must be unique among all objects, such as the cluster IP of a service.
  @FunctionalInterface
  public interface Allocation {
    /// Writes what was allocated into the object; for a dry run too, which is not stored.
    ///
    /// @param old null for a new object
    void allocate(TreeNode object, @Nullable TreeNode old, StoredObjects others);
  }

  /// Only the validation.
  public static CrossObjectRules validating(Validation validation) {
    return new CrossObjectRules(validation, (_, _, _) -> {});
  }
}
