package dev.drover.testkit.trial;

import java.util.Locale;

/// The plural of a kind, as Kubernetes guesses it where no mapping is at hand.
final class Plurals {
  private Plurals() {}

  static String guess(String kind) {
    String singular = kind.toLowerCase(Locale.ROOT);
    if (singular.endsWith("s") || singular.endsWith("x") || singular.endsWith("ch")) {
      return singular + "es";
    }
    return singular.endsWith("y")
        ? singular.substring(0, singular.length() - 1) + "ies"
        : singular + "s";
  }
}
