package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;

/// The rules that connect objects with their namespaces.
final class NamespaceValidation {
  private static final String NAMESPACES = "/namespaces";

  private NamespaceValidation() {}

  static boolean isNamespace(Resource resource) {
    return resource.storage().name().equals(NAMESPACES);
  }

  /// Puts an object into the namespace of the request.
  ///
  /// @throws ApiError when it says that it is in another one
  static void place(Resource resource, String namespace, TreeNode metadata) {
    String expected = resource.namespaced() ? namespace : "";
    String given = metadata.text("namespace");
    if (expected.isEmpty()) {
      metadata.remove("namespace");
    } else if (given.isEmpty()) {
      metadata.set("namespace", expected);
    } else if (!given.equals(expected)) {
      throw ApiError.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  /// Whether nothing keeps the object from going: a namespace has finalizers in its spec as well.
  static boolean mayGo(Resource resource, TreeNode object) {
    return !isNamespace(resource) || object.at("spec").list("finalizers").isEmpty();
  }
}
