package dev.drover.api;

/// Compares versions of objects: they are positive whole numbers of any length.
///
/// Only versions of one resource can be compared in a meaningful way.
///
/// ```java
/// if (ResourceVersion.compare(cached.metadata().resourceVersion(), written) >= 0) {
///   LOG.info("the cache has seen the write");
/// }
/// ```
public final class ResourceVersion {
  private ResourceVersion() {}

  /// Whether the first is less than (below 0), equal to (0) or greater than (above 0) the second.
  ///
  /// In Go: {@index resourceversion.CompareResourceVersion}.
  ///
  /// @throws IllegalArgumentException when one of them [is none][#isWellFormed]
  public static int compare(String a, String b) {
    requireWellFormed(a);
    requireWellFormed(b);
    return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
  }

  private static void requireWellFormed(String version) {
    if (!isWellFormed(version)) {
      throw new IllegalArgumentException("resource version is not well formed: '" + version + "'");
    }
  }

  /// Whether this is the version of an object: digits without a leading zero. `""` and `"0"` mean
  /// something in lists and watches, but no object has them.
  public static boolean isWellFormed(String version) {
    if (version.isEmpty() || version.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < version.length(); i++) {
      if (version.charAt(i) < '0' || version.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
