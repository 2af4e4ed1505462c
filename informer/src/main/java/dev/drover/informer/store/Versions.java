package dev.drover.informer.store;

import dev.drover.api.ResourceVersion;

/// Compares resource versions.
public final class Versions {
  private Versions() {}

  /// Whether a version is certainly older than another. If one of them is no number there is no
  /// order, and neither is older.
  public static boolean isOlder(String version, String than) {
    return ResourceVersion.isWellFormed(version)
        && ResourceVersion.isWellFormed(than)
        && ResourceVersion.compare(version, than) < 0;
  }
}
