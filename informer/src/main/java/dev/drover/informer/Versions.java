package dev.drover.informer;

import dev.drover.api.ResourceVersion;

/// Compares resource versions.
final class Versions {
  private Versions() {}

  /// Whether a version is certainly older than another. If one of them is no number there is no
  /// order, and neither is older.
  static boolean isOlder(String version, String than) {
    return ResourceVersion.isWellFormed(version)
        && ResourceVersion.isWellFormed(than)
        && ResourceVersion.compare(version, than) < 0;
  }
}
