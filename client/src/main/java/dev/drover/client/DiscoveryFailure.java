package dev.drover.client;

import dev.drover.api.GroupVersion;

/// Why the resources of a group version are not known, or not for certain.
///
/// May grow: a `switch` outside this library needs a `default` branch.
public sealed interface DiscoveryFailure {
  /// The group version.
  GroupVersion groupVersion();

  /// The reason in a sentence.
  String message();

  /// The API server could not reach the aggregated server of the group version, for example a
  /// metrics server that is down, and has no earlier document of it.
  ///
  /// In Go: {@index StaleGroupVersionError}.
  record Stale(GroupVersion groupVersion) implements DiscoveryFailure {
    @Override
    public String message() {
      return "stale: the API server could not reach the aggregated server";
    }
  }

  /// The document of the group version could not be read.
  record Unreadable(GroupVersion groupVersion, KubernetesException cause)
      implements DiscoveryFailure {
    @Override
    public String message() {
      return String.valueOf(cause.getMessage());
    }
  }
}
