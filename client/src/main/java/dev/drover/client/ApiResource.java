package dev.drover.client;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A resource, or a subresource, that the server offers.
///
/// In Go: {@index metav1.APIResource}.
public final class ApiResource {
  private final GroupVersion groupVersion;
  private final String name;
  private final String singular;
  private final Scope scope;
  private final GroupVersionKind kind;
  private final List<String> verbs;
  private final List<String> shortNames;
  private final List<String> categories;

  ApiResource(
      GroupVersion groupVersion,
      String name,
      String singular,
      Scope scope,
      GroupVersionKind kind,
      List<String> verbs,
      List<String> shortNames,
      List<String> categories) {
    this.groupVersion = groupVersion;
    this.name = name;
    this.singular = singular;
    this.scope = scope;
    this.kind = kind;
    this.verbs = List.copyOf(verbs);
    this.shortNames = List.copyOf(shortNames);
    this.categories = List.copyOf(categories);
  }

  /// Where it is served.
  public GroupVersion groupVersion() {
    return groupVersion;
  }

  /// The name in URLs: `pods`, or `pods/status` for a subresource.
  public String name() {
    return name;
  }

  /// The name of one object; empty for subresources and on servers that do not tell.
  public String singular() {
    return singular;
  }

  /// Where its objects live.
  public Scope scope() {
    return scope;
  }

  /// What its objects are; for a subresource not always of the group and version it is served in:
  /// `pods/eviction` takes a `policy/v1` `Eviction`.
  public GroupVersionKind kind() {
    return kind;
  }

  /// What can be done with it, such as `get` and `watch`.
  public List<String> verbs() {
    return verbs;
  }

  /// Abbreviations that kubectl accepts.
  public List<String> shortNames() {
    return shortNames;
  }

  /// Groups of resources that it belongs to, such as `all`.
  public List<String> categories() {
    return categories;
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

  private List<Object> parts() {
    return List.of(groupVersion, name, singular, scope, kind, verbs, shortNames, categories);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ApiResource that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return "ApiResource[groupVersion=%s, name=%s, singular=%s, scope=%s, kind=%s, verbs=%s, shortNames=%s, categories=%s]"
        .formatted(parts().toArray());
  }
}
