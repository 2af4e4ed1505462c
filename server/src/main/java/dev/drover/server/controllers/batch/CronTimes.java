package dev.drover.server.controllers.batch;

import dev.drover.server.core.GoDurations;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The times of a cron schedule, which has been validated.
///
/// In Go: `cron.Schedule`.
sealed interface CronTimes {
  /// The first time after another; empty if there is none within five years.
  Optional<Instant> next(Instant after);

  /// The times of a schedule.
  ///
  /// @param zone of a schedule that names none; empty for UTC
  static CronTimes of(String schedule, String zone) {
    String rest = schedule;
    ZoneId place = zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone);
    if (schedule.startsWith("TZ=") || schedule.startsWith("CRON_TZ=")) {
      int space = schedule.indexOf(' ');
      place = ZoneId.of(schedule.substring(schedule.indexOf('=') + 1, space));
      rest = schedule.substring(space).strip();
    }
    if (rest.startsWith("@every ")) {
      Duration pause = GoDurations.parse(rest.substring("@every ".length()));
      return new Every(pause.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : pause);
    }
    return Calendar.of(Calendar.DESCRIPTORS.getOrDefault(rest, rest), place);
  }

  /// Times at the same distance.
  record Every(Duration pause) implements CronTimes {
    @Override
    public Optional<Instant> next(Instant after) {
      return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(pause.toSeconds()));
    }
  }

  /// Times whose fields match.
  ///
  /// @param isEitherDay whether one of day of month and day of week is enough: both are restricted
  record Calendar(
      BitSet minutes,
      BitSet hours,
      BitSet days,
      BitSet months,
      BitSet weekdays,
      boolean isEitherDay,
      ZoneId zone)
      implements CronTimes {
    private static final Map<String, String> DESCRIPTORS =
        Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");
    private static final List<String> MONTHS =
        List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS =
        List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    private static final int YEARS = 5;

    private static Calendar of(String schedule, ZoneId zone) {
      String[] fields = schedule.strip().split("\\s+");
      return new Calendar(
          field(fields[0], 0, 59, List.of()),
          field(fields[1], 0, 23, List.of()),
          field(fields[2], 1, 31, List.of()),
          field(fields[3], 1, 12, MONTHS),
          field(fields[4], 0, 6, DAYS),
          !isStar(fields[2]) && !isStar(fields[4]),
          zone);
    }

    private static boolean isStar(String field) {
      return field.startsWith("*") || field.startsWith("?");
    }

    private static BitSet field(String field, int min, int max, List<String> names) {
      BitSet bits = new BitSet();
      for (String range : field.split(",")) {
        if (!range.isEmpty()) {
          addRange(bits, range, min, max, names);
        }
      }
      return bits;
    }

    private static void addRange(BitSet bits, String range, int min, int max, List<String> names) {
      String[] stepped = range.split("/");
      String[] ends = stepped[0].split("-");
      int first = min;
      int last = max;
      if (!isStar(ends[0])) {
        first = number(ends[0], min, names);
        last = ends.length == 2 ? number(ends[1], min, names) : stepped.length == 2 ? max : first;
      }
      int step = stepped.length == 2 ? Integer.parseInt(stepped[1]) : 1;
      for (int value = first; value <= last; value += step) {
        bits.set(value);
      }
    }

    private static int number(String text, int min, List<String> names) {
      int named = names.indexOf(text.toLowerCase(Locale.ROOT));
      return named < 0 ? Integer.parseInt(text) : min + named;
    }

    @Override
    public Optional<Instant> next(Instant after) {
      ZonedDateTime time = after.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
      ZonedDateTime limit = time.plusYears(YEARS);
      while (time.isBefore(limit)) {
        if (!months.get(time.getMonthValue())) {
          time = time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).plusMonths(1);
        } else if (!isDay(time)) {
          time = time.truncatedTo(ChronoUnit.DAYS).plusDays(1);
        } else if (!hours.get(time.getHour())) {
          time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
        } else if (!minutes.get(time.getMinute())) {
          time = time.plusMinutes(1);
        } else {
          return Optional.of(time.toInstant());
        }
      }
      return Optional.empty();
    }

    private boolean isDay(ZonedDateTime time) {
      boolean isDate = days.get(time.getDayOfMonth());
      boolean isWeekday = weekdays.get(time.getDayOfWeek().getValue() % 7);
      return isEitherDay ? isDate || isWeekday : isDate && isWeekday;
    }
  }
}
