package dev.drover.server.core;

import dev.drover.api.text.GoText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as Go writes them, and its messages for malformed ones.
///
/// In Go: `time.ParseDuration`.
public final class GoDurations {
  private static final Pattern PART =
      Pattern.compile("(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?<unit>[^0-9.]*)");
  private static final Set<String> UNITS = Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");

  private GoDurations() {}

  /// What is wrong with a text, if it is no duration: `missing unit in duration "5"`.
  public static Optional<String> complaint(String text) {
    String quoted = GoText.quote(text);
    Matcher part = PART.matcher(text);
    int from = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (text.substring(from).equals("0")) {
      return Optional.empty();
    }
    do {
      if (!part.find(from) || part.start() != from) {
        return Optional.of("invalid duration " + quoted);
      }
      String unit = part.group("unit");
      if (unit.isEmpty()) {
        return Optional.of("missing unit in duration " + quoted);
      }
      if (!UNITS.contains(unit)) {
        return Optional.of("unknown unit " + GoText.quote(unit) + " in duration " + quoted);
      }
      from = part.end();
    } while (from < text.length());
    return Optional.empty();
  }

  /// The duration that a text without complaints says, to the nanosecond.
  public static Duration parse(String text) {
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      String unit = part.group("unit");
      String number = part.group().substring(0, part.group().length() - unit.length());
      nanos = nanos.add(new BigDecimal(number).multiply(nanosOf(unit)));
    }
    long sum = nanos.longValue();
    return Duration.ofNanos(text.startsWith("-") ? -sum : sum);
  }

  private static BigDecimal nanosOf(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "us", "µs", "μs" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        });
  }
}
