package dev.drover.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The full name of a kind: group, version and the kind itself, as in `apps/v1` `Deployment`.
///
/// A kind names a type; a [resource][GroupVersionResource] names a place where the API serves it.
/// Most kinds have one resource; a kind such as `Scale` has several.
///
/// ```java
/// GroupVersionKind gvk = GroupVersionKind.parse("apps/v1beta2", "Deployment");
/// if (gvk.groupKind().equals(Deployment.KIND.gvk().groupKind())) {
///   object = object.withGvk(gvk.withVersion("v1"));
/// }
/// ```
///
/// In Go: {@index schema.GroupVersionKind}.
///
/// @param group the group's name; `""` is the core group
/// @param version the version, such as `v1`
/// @param kind the kind, in upper camel case
public record GroupVersionKind(String group, String version, String kind) {

  /// No kind at all: what an object without `apiVersion` and `kind` has. Never `null`.
  public static final GroupVersionKind EMPTY = new GroupVersionKind("", "", "");

  /// Any three strings make a name; only [#parse] has an opinion about what is well formed.
  public GroupVersionKind {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(kind, "kind");
  }

  /// Reads the two fields that every object carries; two empty texts give [#EMPTY].
  ///
  /// In Go: {@index schema.FromAPIVersionAndKind}.
  ///
  /// @throws IllegalArgumentException if `apiVersion` is malformed; see [GroupVersion#parse]
  public static GroupVersionKind parse(String apiVersion, String kind) {
    if (apiVersion.isEmpty() && kind.isEmpty()) {
      return EMPTY;
    }
    return GroupVersion.parse(apiVersion).withKind(kind);
  }

  /// The text of the `apiVersion` field: `apps/v1`, or `v1` for the core group.
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /// Says whether all three parts are empty.
  public boolean isEmpty() {
    return group.isEmpty() && version.isEmpty() && kind.isEmpty();
  }

  /// The part without the kind.
  public GroupVersion groupVersion() {
    return new GroupVersion(group, version);
  }

  /// The part without the version.
  public GroupKind groupKind() {
    return new GroupKind(group, kind);
  }

  /// The same kind in another version of its group.
  public GroupVersionKind withVersion(String version) {
    return new GroupVersionKind(group, version, kind);
  }

  /// Another kind of the same group and version.
  public GroupVersionKind withKind(String kind) {
    return new GroupVersionKind(group, version, kind);
  }

  // See ObjectKey.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GroupVersionKind that
        && kind.equals(that.kind)
        && group.equals(that.group)
        && version.equals(that.version);
  }

  @Override
  public int hashCode() {
    return (31 * group.hashCode() + version.hashCode()) * 31 + kind.hashCode();
  }

  /// The form of Kubernetes' own messages: `apps/v1, Kind=Deployment`, and `/v1, Kind=Pod` for the
  /// core group.
  @Override
  public String toString() {
    return group + "/" + version + ", Kind=" + kind;
  }
}
