package dev.drover.server.custom;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Orders versions of an API by maturity, then by number: names that are no versions, alphas,
/// betas, stable versions.
///
/// In Go: `version.CompareKubeAwareVersionStrings`.
final class VersionComparator implements Comparator<String> {
  static final VersionComparator INSTANCE = new VersionComparator();

  private static final Pattern VERSION =
      Pattern.compile("v([1-9]\\d*)(?:(alpha|beta)([1-9]\\d*))?");

  private VersionComparator() {}

  @Override
  public int compare(String a, String b) {
    Matcher first = VERSION.matcher(a);
    Matcher second = VERSION.matcher(b);
    if (!first.matches() || !second.matches()) {
      if (first.matches() || second.matches()) {
        return first.matches() ? 1 : -1;
      }
      return b.compareTo(a);
    }
    int stability = Integer.compare(stability(first), stability(second));
    if (stability != 0) {
      return stability;
    }
    int major = compareNumbers(first.group(1), second.group(1));
    return major != 0 || first.group(3) == null || second.group(3) == null
        ? major
        : compareNumbers(first.group(3), second.group(3));
  }

  private static int stability(Matcher version) {
    String name = version.group(2);
    return name == null ? 2 : name.equals("beta") ? 1 : 0;
  }

  /// Without leading zeros, the longer number is the larger one.
  private static int compareNumbers(String a, String b) {
    int length = Integer.compare(a.length(), b.length());
    return length != 0 ? length : a.compareTo(b);
  }
}
