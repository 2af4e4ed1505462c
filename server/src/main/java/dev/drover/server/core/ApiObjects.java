package dev.drover.server.core;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Reads and writes objects with all the rules of the API: defaults, admission, validation, managed
/// fields, optimistic locking, finalizers. What a request does to an object goes through here, and
/// so does what one part of the server does on behalf of another (an eviction deletes a pod).
///
/// Trees are in the version of the given [Resource]. Authorization is the caller's matter.
public interface ApiObjects {
  /// The object of this name.
  ///
  /// @param namespace empty for cluster-wide objects
  /// @throws ApiError when there is none
  Map<String, @Nullable Object> get(Resource resource, String namespace, String name);

  /// Creates an object.
  ///
  /// @return the object as it is stored
  /// @throws ApiError when a rule refuses it, or the name is taken
  Map<String, @Nullable Object> create(
      Resource resource, String namespace, Map<String, @Nullable Object> object, Write write);

  /// Changes an object; retries if it was changed concurrently, unless the change sets the
  /// resourceVersion.
  ///
  /// @param rules what may be changed: see [UpdateStrategy#main] and `Strategy.status()`
  /// @param change from the current state, which it may alter, to the new one
  /// @return the object as it is stored
  /// @throws ApiError when there is no such object, or a rule refuses the change
  Map<String, @Nullable Object> update(
      Resource resource,
      UpdateStrategy rules,
      String namespace,
      String name,
      UnaryOperator<TreeNode> change,
      Write write);

  /// Applies a configuration to an existing object: other managers lose the fields that it sets.
  ///
  /// @param rules what may be changed: see [UpdateStrategy#main] and `Strategy.status()`
  /// @param configuration with `apiVersion` and `kind`
  /// @return the object as it is stored
  /// @throws ApiError when there is no such object, or a rule refuses the configuration
  Map<String, @Nullable Object> apply(
      Resource resource,
      UpdateStrategy rules,
      String namespace,
      String name,
      Map<String, @Nullable Object> configuration,
      Write write);

  /// Deletes an object, or marks it for deletion while it has finalizers or time to end.
  ///
  /// @throws ApiError when there is no such object, or a precondition does not hold
  Deleted delete(
      Resource resource, String namespace, String name, DeleteOptions options, Write write);

  /// The user and the options of a write.
  ///
  /// @param fieldManager the owner of the fields that the write sets
  /// @param subresource through which path the write comes; empty for the object itself
  /// @param dryRun whether everything is done but the storing
  /// @param options what the client asked for, as admission sees it
  record Write(
      UserInfo user,
      String fieldManager,
      String subresource,
      boolean dryRun,
      CallNotes notes,
      OperationOptions options) {

    /// A write that comes without options of a client.
    public Write(
        UserInfo user, String fieldManager, String subresource, boolean dryRun, CallNotes notes) {
      this(user, fieldManager, subresource, dryRun, notes, OperationOptions.of(dryRun));
    }

    /// What the server writes without a request.
    public static Write byServer(String subresource) {
      return new Write(UserInfo.SERVER, "kube-apiserver", subresource, false, new CallNotes());
    }
  }

  /// What a deletion came to.
  ///
  /// @param isGone whether the object is no longer stored
  /// @param object its last state
  record Deleted(boolean isGone, Map<String, @Nullable Object> object) {}
}
