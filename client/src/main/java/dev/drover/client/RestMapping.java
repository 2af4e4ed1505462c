package dev.drover.client;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.Scope;

/// Which resource serves the objects of a kind, as the server says.
///
/// In Go: {@index meta.RESTMapping}.
///
/// @param gvk the kind
/// @param resource the resource
/// @param scope where the objects live
public record RestMapping(GroupVersionKind gvk, GroupVersionResource resource, Scope scope) {
  /// The kind for objects without a Java type of their own.
  public Kind<DynamicObject> kind() {
    return Kind.dynamic(gvk, resource.resource(), scope);
  }

  /// Whether the objects live in a namespace.
  public boolean isNamespaced() {
    return scope == Scope.NAMESPACED;
  }
}
