package dev.drover.server.discovery;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The order of API versions by their names: `v10`, `v2`, `v1`, `v11beta2`, `v10beta3`, `v3alpha1`,
/// and then all other names by the alphabet.
///
/// In Go: `version.CompareKubeAwareVersionStrings`.
final class VersionOrder {
  /// Stable before beta before alpha before what is no version; higher numbers first.
  static final Comparator<String> BEST_FIRST =
      Comparator.comparing(VersionOrder::parse, Parsed.BEST_FIRST)
          .thenComparing(Comparator.naturalOrder());

  private static final Pattern VERSION =
      Pattern.compile("v([1-9][0-9]{0,8})(?:(alpha|beta)([1-9][0-9]{0,8}))?");

  private VersionOrder() {}

  private static Parsed parse(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return new Parsed(0, 0, 0);
    }
    int stability = matcher.group(2) == null ? 3 : matcher.group(2).equals("beta") ? 2 : 1;
    int minor = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    return new Parsed(stability, Integer.parseInt(matcher.group(1)), minor);
  }

  private record Parsed(int stability, int major, int minor) {
    static final Comparator<Parsed> BEST_FIRST =
        Comparator.comparingInt(Parsed::stability)
            .thenComparingInt(Parsed::major)
            .thenComparingInt(Parsed::minor)
            .reversed();
  }
}
