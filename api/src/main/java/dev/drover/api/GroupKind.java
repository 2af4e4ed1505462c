package dev.drover.api;

import java.util.Objects;

/// A kind whatever its version: `Deployment.apps`, or `Pod` for the core group.
///
/// ```java
/// GroupKind deployments = GroupKind.parse("Deployment.apps");
/// GroupVersionKind served = deployments.withVersion("v1");
/// ```
///
/// In Go: {@index schema.GroupKind}.
///
/// @param group the group's name; `""` is the core group
/// @param kind the kind, in upper camel case
public record GroupKind(String group, String kind) {

  /// Any two strings make a name; only [#parse] has an opinion about what is well formed.
  public GroupKind {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(kind, "kind");
  }

  /// Reads `Kind.group`, or `Kind` for the core group.
  ///
  /// In Go: {@index schema.ParseGroupKind}.
  ///
  /// @throws IllegalArgumentException if there is no kind before the first dot
  public static GroupKind parse(String text) {
    int dot = DottedName.splitAt(text, "kind", "Deployment.apps");
    return dot < 0
        ? new GroupKind("", text)
        : new GroupKind(text.substring(dot + 1), text.substring(0, dot));
  }

  /// Says whether both parts are empty.
  public boolean isEmpty() {
    return group.isEmpty() && kind.isEmpty();
  }

  /// This kind in one version of its group.
  public GroupVersionKind withVersion(String version) {
    return new GroupVersionKind(group, version, kind);
  }

  /// `Deployment.apps`, or `Pod` for the core group.
  @Override
  public String toString() {
    return group.isEmpty() ? kind : kind + "." + group;
  }
}
