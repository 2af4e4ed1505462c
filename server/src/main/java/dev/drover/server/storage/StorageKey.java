package dev.drover.server.storage;

import dev.drover.api.GroupResource;

/// Where an object is kept.
///
/// @param resource group and plural, such as `apps/deployments` or `/pods`; all versions of a
///   resource share it
/// @param namespace empty for cluster-wide objects
public record StorageKey(String resource, String namespace, String name) {

  public StorageKey {
    if (resource.indexOf('/') < 0) {
      throw new IllegalArgumentException(
          "need group and plural, such as /pods or apps/deployments, got " + resource);
    }
  }

  /// The resource by group and plural.
  public GroupResource groupResource() {
    return groupResource(resource);
  }

  static GroupResource groupResource(String resource) {
    int slash = resource.indexOf('/');
    return new GroupResource(resource.substring(0, slash), resource.substring(slash + 1));
  }

  /// The place among the objects of the resource, which are in the order of these paths.
  String path() {
    return prefix(namespace) + name;
  }

  /// How the paths of all objects in a namespace begin; empty for all namespaces, and for
  /// cluster-wide objects.
  static String prefix(String namespace) {
    return namespace.isEmpty() ? "" : namespace + '/';
  }
}
