package dev.drover.client;

import dev.drover.api.GroupVersion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A group of the API and the versions it is served in.
///
/// In Go: {@index metav1.APIGroup}.
///
/// @param name the group's name; `""` is the core group
/// @param versions the versions, such as `v1`, in the server's order; those that could not be
///   discovered are missing
/// @param preferredVersion the version that the server recommends; null when there is none
public record ApiGroup(String name, List<String> versions, @Nullable String preferredVersion) {
  public ApiGroup {
    versions = List.copyOf(versions);
  }

  /// Group and version that the server recommends.
  public Optional<GroupVersion> preferred() {
    return Optional.ofNullable(preferredVersion).map(version -> new GroupVersion(name, version));
  }

  /// All versions together with the group.
  public List<GroupVersion> groupVersions() {
    return versions.stream().map(version -> new GroupVersion(name, version)).toList();
  }
}
