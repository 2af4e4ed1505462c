package dev.drover.testkit.trial;

import java.util.Locale;

/// Guesses the plural of a kind as Kubernetes does if there is no mapping.
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
