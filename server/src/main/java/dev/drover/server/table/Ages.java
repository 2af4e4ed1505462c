package dev.drover.server.table;

import java.time.Duration;
import java.time.Instant;

/// Durations as people read them: in one or two units.
///
/// In Go: `duration.HumanDuration`.
public final class Ages {
  private Ages() {}

  /// How long ago a time was.
  ///
  /// @param time as objects have it; empty when there is none
  public static String since(String time, Instant now) {
    return time.isEmpty() ? "<unknown>" : of(Duration.between(Instant.parse(time), now));
  }

  /// A duration in the units that matter at its length.
  public static String of(Duration duration) {
    long seconds = duration.toMillis() / 1000;
    long minutes = seconds / 60;
    long hours = minutes / 60;
    long days = hours / 24;
    long years = days / 365;
    if (seconds < 0) {
      return seconds < -1 ? "<invalid>" : "0s"; // clocks differ a little
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    if (hours < 3) {
      return minutes + "m";
    }
    if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    if (days < 8) {
      return two(days, "d", hours % 24, "h");
    }
    if (years < 2) {
      return days + "d";
    }
    return years < 8 ? two(years, "y", days % 365, "d") : years + "y";
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }
}
