package dev.drover.server.core;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StoredObjects;
import org.jspecify.annotations.Nullable;

/// A rule that looks beyond the object itself: at others, at the caller, at the state of the
/// namespace. Runs after authorization and defaulting, before validation.
///
/// In Go: the admission plug-ins that kube-apiserver runs by default.
public interface AdmissionPlugin {
  /// What kind of write it is.
  enum Operation {
    CREATE,
    UPDATE,
    DELETE,
    CONNECT
  }

  /// A write on its way.
  ///
  /// @param subresource empty for the object itself
  /// @param object the new state, which [#admit] may change; null for deletes
  /// @param old the state before; null for creates
  record Attempt(
      Operation operation,
      Resource resource,
      String subresource,
      String namespace,
      String name,
      @Nullable TreeNode object,
      @Nullable TreeNode old,
      UserInfo user,
      boolean dryRun,
      Warnings warnings,
      StoredObjects stored) {}

  /// Changes the new state.
  ///
  /// @throws ApiError when the write is refused
  default void admit(Attempt attempt) {}

  /// Looks at the final state, after all changes and validation of the kind.
  ///
  /// @throws ApiError when the write is refused
  default void validate(Attempt attempt) {}
}
