package dev.drover.api;

import java.util.Objects;

/// The full name of a resource: where the API serves objects, as in `apps/v1` `deployments`.
///
/// ```java
/// GroupVersionResource pods = Pod.KIND.resource();          // "", v1, pods
/// String path = "/apis/" + shops.apiVersion() + "/" + shops.resource();
/// ```
///
/// In Go: {@index schema.GroupVersionResource}.
///
/// @param group the group's name; `""` is the core group
/// @param version the version, such as `v1`
/// @param resource the plural name, in lower case
public record GroupVersionResource(String group, String version, String resource) {

  /// Any three strings make a name.
  public GroupVersionResource {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(resource, "resource");
  }

  /// The text of the `apiVersion` field: `apps/v1`, or `v1` for the core group.
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /// Says whether all three parts are empty.
  public boolean isEmpty() {
    return group.isEmpty() && version.isEmpty() && resource.isEmpty();
  }

  /// The part without the resource.
  public GroupVersion groupVersion() {
    return new GroupVersion(group, version);
  }

  /// The part without the version.
  public GroupResource groupResource() {
    return new GroupResource(group, resource);
  }

  /// The same resource in another version of its group.
  public GroupVersionResource withVersion(String version) {
    return new GroupVersionResource(group, version, resource);
  }

  /// The form of Kubernetes' own messages: `apps/v1, Resource=deployments`, and `/v1,
  /// Resource=pods` for the core group.
  @Override
  public String toString() {
    return group + "/" + version + ", Resource=" + resource;
  }
}
