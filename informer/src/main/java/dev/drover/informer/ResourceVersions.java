package dev.drover.informer;

/// The order of resource versions.
///
/// Servers promise that versions of one collection are whole numbers that grow. Anything else has
/// no order, and then nothing is older than anything.
///
/// In Go: {@index resourceversion.CompareResourceVersion}.
final class ResourceVersions {
  private ResourceVersions() {}

  /// Whether `version` is certainly older than `than`.
  static boolean isOlder(String version, String than) {
    return isNumber(version) && isNumber(than) && compare(version, than) < 0;
  }

  private static int compare(String a, String b) {
    return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
  }

  /// Digits only, and no zero in front: of any length.
  private static boolean isNumber(String text) {
    if (text.isEmpty() || text.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
