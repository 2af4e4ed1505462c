package dev.drover.api;

import java.util.Objects;

/// An API group and one of its versions: `apps/v1`, or `v1` for the core group, whose name is
/// empty.
///
/// This is what `apiVersion` says on every object.
///
/// ```java
/// GroupVersion apps = GroupVersion.parse("apps/v1");
/// GroupVersionKind deployment = apps.withKind("Deployment");
/// ```
///
/// In Go: {@index schema.GroupVersion}.
///
/// @param group the group's name; `""` is the core group
/// @param version the version, such as `v1` or `v2beta1`
public record GroupVersion(String group, String version) {

  /// Neither group nor version: the reading of a missing `apiVersion`.
  public static final GroupVersion EMPTY = new GroupVersion("", "");

  /// Any two strings make a group-version; only [#parse] has an opinion about what is well formed.
  public GroupVersion {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(version, "version");
  }

  /// Reads an `apiVersion`; the empty text gives [#EMPTY].
  ///
  /// In Go: {@index schema.ParseGroupVersion}.
  ///
  /// @throws IllegalArgumentException if there is more than one slash, or no version
  public static GroupVersion parse(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    if (slash < 0) {
      return apiVersion.isEmpty() ? EMPTY : new GroupVersion("", apiVersion);
    }
    int second = apiVersion.indexOf('/', slash + 1);
    if (second >= 0) {
      throw new IllegalArgumentException(
          ("unexpected GroupVersion string: %s: second '/' at position %d;"
                  + " write group/version, or only the version for the core group")
              .formatted(apiVersion, second));
    }
    if (slash == apiVersion.length() - 1) {
      throw new IllegalArgumentException(
          ("unexpected GroupVersion string: %s: no version after the '/' at position %d;"
                  + " write group/version, such as apps/v1")
              .formatted(apiVersion, slash));
    }
    return new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
  }

  /// Says whether both parts are empty.
  public boolean isEmpty() {
    return group.isEmpty() && version.isEmpty();
  }

  /// The kind of this name in this group-version.
  public GroupVersionKind withKind(String kind) {
    return new GroupVersionKind(group, version, kind);
  }

  /// The resource (plural, lower case) of this name in this group-version.
  public GroupVersionResource withResource(String resource) {
    return new GroupVersionResource(group, version, resource);
  }

  /// The text of `apiVersion`: `apps/v1`, or `v1` for the core group.
  @Override
  public String toString() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
