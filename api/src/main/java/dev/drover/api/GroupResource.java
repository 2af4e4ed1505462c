package dev.drover.api;

import java.util.Objects;

/// A resource whatever its version: `deployments.apps`, or `pods` for the core group.
///
/// This is also the name of the CustomResourceDefinition of a custom resource.
///
/// ```java
/// GroupResource shops = GroupResource.parse("shops.example.com");
/// GroupVersionResource served = shops.withVersion("v1");
/// ```
///
/// In Go: {@index schema.GroupResource}.
///
/// @param group the group's name; `""` is the core group
/// @param resource the plural name, in lower case
public record GroupResource(String group, String resource) {

  /// Any two strings make a name; only [#parse] has an opinion about what is well formed.
  public GroupResource {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(resource, "resource");
  }

  /// Reads `resource.group`, or `resource` for the core group.
  ///
  /// In Go: {@index schema.ParseGroupResource}.
  ///
  /// @throws IllegalArgumentException if there is no resource before the first dot
  public static GroupResource parse(String text) {
    int dot = DottedName.splitAt(text, "resource", "deployments.apps");
    return dot < 0
        ? new GroupResource("", text)
        : new GroupResource(text.substring(dot + 1), text.substring(0, dot));
  }

  /// Says whether both parts are empty.
  public boolean isEmpty() {
    return group.isEmpty() && resource.isEmpty();
  }

  /// This resource in one version of its group.
  public GroupVersionResource withVersion(String version) {
    return new GroupVersionResource(group, version, resource);
  }

  /// `deployments.apps`, or `pods` for the core group.
  @Override
  public String toString() {
    return group.isEmpty() ? resource : resource + "." + group;
  }
}
