package dev.drover.server.openapi;

import dev.drover.api.GroupVersionKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One way to call the server.
///
/// @param method of HTTP, in lower case
/// @param id unique in all documents
/// @param action what Kubernetes calls it: `get`, `list`, `post`, `put`, `patch`, `delete`,
///   `deletecollection`, `connect`
/// @param body the name of the schema of what is sent; null for nothing
/// @param result the name of the schema of what comes back; null for text
/// @param codes with which it comes back
/// @param isCustom whether it is of a custom resource, which has fewer formats
record Operation(
    String method,
    String id,
    String action,
    GroupVersionKind kind,
    List<Parameter> parameters,
    @Nullable String body,
    @Nullable String result,
    List<Integer> codes,
    boolean isCustom) {

  /// What is sent beside the body.
  ///
  /// @param type `string`, `integer` or `boolean`
  record Parameter(String name, String type, boolean isInPath) {
    static Parameter query(String name, String type) {
      return new Parameter(name, type, false);
    }

    static Parameter path(String name) {
      return new Parameter(name, "string", true);
    }
  }

  /// A path and what can be done there.
  ///
  /// @param parameters of all its operations
  record PathItem(String path, List<Parameter> parameters, List<Operation> operations) {}

  boolean isPatch() {
    return action.equals("patch");
  }

  boolean isList() {
    return action.equals("list");
  }

  Operation withParameters(List<Parameter> others) {
    return new Operation(method, id, action, kind, others, body, result, codes, isCustom);
  }

  Operation withCodes(List<Integer> others) {
    return new Operation(method, id, action, kind, parameters, body, result, others, isCustom);
  }

  Operation withoutBody() {
    return new Operation(method, id, action, kind, parameters, null, result, codes, isCustom);
  }
}
