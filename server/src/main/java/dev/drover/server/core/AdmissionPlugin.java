package dev.drover.server.core;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StoredObjects;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A rule that depends on more than the object itself: on other objects, the caller, the state of
/// the namespace. Runs after authorization and defaulting, before validation.
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
  /// @param kind of the object: that of the resource, or that of the subresource
  /// @param subresource empty for the object itself
  /// @param name empty where the request names no object
  /// @param object the new state, which [#admit] may change; null for deletes
  /// @param old the state before; null for creates
  record Attempt(
      Operation operation,
      Resource resource,
      GroupVersionKind kind,
      String subresource,
      String namespace,
      String name,
      @Nullable TreeNode object,
      @Nullable TreeNode old,
      UserInfo user,
      boolean dryRun,
      CallNotes notes,
      OperationOptions options,
      Reinvocation reinvocation,
      StoredObjects stored) {

    /// A write of an object of the resource itself, without options.
    public Attempt(
        Operation operation,
        Resource resource,
        String subresource,
        String namespace,
        String name,
        @Nullable TreeNode object,
        @Nullable TreeNode old,
        UserInfo user,
        boolean dryRun,
        CallNotes notes,
        StoredObjects stored) {
      this(
          operation,
          resource,
          resource.gvk(),
          subresource,
          namespace,
          name,
          object,
          old,
          user,
          dryRun,
          notes,
          OperationOptions.of(dryRun),
          new Reinvocation(),
          stored);
    }

    /// The options as an object; null where the operation has none.
    public @Nullable Map<String, @Nullable Object> optionsTree() {
      return options.tree(operation);
    }

    /// Whether the server itself writes: rules that clients configure are not applied.
    ///
    /// The server writes while it settles what follows from a write of a client; a webhook or
    /// policy that could refuse this would leave that undone.
    public boolean isByServer() {
      return user.equals(UserInfo.SERVER);
    }
  }

  /// Changes the new state.
  ///
  /// @throws ApiError when the write is refused
  default void admit(Attempt attempt) {}

  /// Looks at the final state, after all changes and validation of the kind.
  ///
  /// @throws ApiError when the write is refused
  default void validate(Attempt attempt) {}
}
