package dev.drover.bench.pods;

import java.time.Instant;
import java.util.Random;

/// The random parts of names, as Kubernetes makes them.
final class Ids {
  // No vowels and no look-alikes, as in k8s.io/apimachinery/pkg/util/rand.
  private static final String SAFE = "bcdfghjklmnpqrstvwxz2456789";
  private static final long START = Instant.parse("2026-03-02T08:00:00Z").getEpochSecond();
  private static final int TWO_WEEKS = 14 * 24 * 3600;

  private Ids() {}

  static String suffix(Random random, int length) {
    return pick(random, SAFE, length);
  }

  static String hex(Random random, int length) {
    return pick(random, "0123456789abcdef", length);
  }

  private static String pick(Random random, String alphabet, int length) {
    StringBuilder out = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      out.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return out.toString();
  }

  static String uid(Random random) {
    String digits = hex(random, 30);
    return String.join(
        "-",
        digits.substring(0, 8),
        digits.substring(8, 12),
        "4" + digits.substring(12, 15),
        "a" + digits.substring(15, 18),
        digits.substring(18));
  }

  static Instant time(Random random) {
    return Instant.ofEpochSecond(START + random.nextInt(TWO_WEEKS));
  }
}
