package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The parts of timestamps and durations.
final class Dates {
  private Dates() {}

  static void register(Map<String, Functions.Body> all) {
    part(all, "getFullYear", ZonedDateTime::getYear, null);
    part(all, "getMonth", time -> time.getMonthValue() - 1, null);
    part(all, "getDate", ZonedDateTime::getDayOfMonth, null);
    part(all, "getDayOfMonth", time -> time.getDayOfMonth() - 1, null);
    part(all, "getDayOfWeek", time -> time.getDayOfWeek().getValue() % 7, null);
    part(all, "getDayOfYear", time -> time.getDayOfYear() - 1, null);
    part(all, "getHours", ZonedDateTime::getHour, Duration::toHours);
    part(all, "getMinutes", ZonedDateTime::getMinute, Duration::toMinutes);
    part(all, "getSeconds", ZonedDateTime::getSecond, Dates::seconds);
    part(all, "getMilliseconds", time -> time.getNano() / 1_000_000, Dates::millis);
  }

  /// Rounded towards zero.
  private static long seconds(Duration duration) {
    return duration.toNanos() / 1_000_000_000;
  }

  private static long millis(Duration duration) {
    return duration.toNanos() / 1_000_000;
  }

  private static void part(
      Map<String, Functions.Body> all,
      String name,
      ToLongFunction<ZonedDateTime> ofTime,
      @Nullable ToLongFunction<Duration> ofDuration) {
    all.put(
        name,
        args -> {
          if (args[0] instanceof Duration duration && ofDuration != null) {
            return ofDuration.applyAsLong(duration);
          }
          if (!(args[0] instanceof OffsetDateTime time)) {
            return null;
          }
          ZoneId zone = ZoneOffset.UTC;
          if (args.length > 1) {
            if (!(args[1] instanceof String text)) {
              return null;
            }
            try {
              zone = Times.zone(text);
            } catch (IllegalArgumentException e) {
              return new CelError(String.valueOf(e.getMessage()));
            }
          }
          return ofTime.applyAsLong(time.atZoneSameInstant(zone));
        });
  }
}
