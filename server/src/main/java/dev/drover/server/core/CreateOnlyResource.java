package dev.drover.server.core;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers creates of something that is not stored: a review, a token, an eviction.
///
/// The body is read, defaulted and admitted as for every create; only then it comes here.
///
/// In Go: a `rest.Creater` or `rest.NamedCreater` that is not a `registry.Store`.
public interface CreateOnlyResource {
  /// Defaults of the version.
  default void setDefaults(TreeNode object) {}

  /// Whether what the client says in `metadata` counts where otherwise only the server sets it,
  /// such as `uid`.
  default boolean keepsMetadata() {
    return false;
  }

  /// Kinds with the same fields that a body may be of, too.
  default List<GroupVersionKind> alsoReads() {
    return List.of();
  }

  /// Answers a create.
  ///
  /// @param resource the resource of the call's path; with a subresource, the one above it
  /// @param object what the client sent, with `apiVersion` and `kind`; may be changed
  /// @return what the client gets, with status 201 unless it is a `Status` with a code of its own
  /// @throws ApiError for every answer that is a failure `Status`
  Map<String, @Nullable Object> create(Call call, Resource resource, TreeNode object);
}
