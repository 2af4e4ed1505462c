package dev.drover.client;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Scope;
import java.util.List;

/// A resource, or a subresource, that the server offers.
///
/// In Go: {@index metav1.APIResource}.
///
/// @param groupVersion where it is served
/// @param name the name in URLs: `pods`, or `pods/status` for a subresource
/// @param singular the name of one object; empty for subresources and on servers that do not tell
/// @param scope where its objects live
/// @param kind what its objects are; for a subresource not always of the group and version it is
///   served in: `pods/eviction` takes a `policy/v1` `Eviction`
/// @param verbs what can be done with it, such as `get` and `watch`
/// @param shortNames abbreviations that kubectl accepts
/// @param categories groups of resources that it belongs to, such as `all`
public record ApiResource(
    GroupVersion groupVersion,
    String name,
    String singular,
    Scope scope,
    GroupVersionKind kind,
    List<String> verbs,
    List<String> shortNames,
    List<String> categories) {
  public ApiResource {
    verbs = List.copyOf(verbs);
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
  }

  /// Group, version and name.
  public GroupVersionResource resource() {
    return groupVersion.withResource(name);
  }

  /// Whether its objects live in a namespace.
  public boolean isNamespaced() {
    return scope == Scope.NAMESPACED;
  }

  /// Whether it is a part of another resource's objects, such as `pods/status`.
  public boolean isSubresource() {
    return name.indexOf('/') >= 0;
  }
}
