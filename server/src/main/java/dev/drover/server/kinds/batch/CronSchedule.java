package dev.drover.server.kinds.batch;

import dev.drover.api.text.GoText;
import dev.drover.server.core.GoDurations;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Validates the schedule of a cron job.
///
/// ```
/// ┌── minute   0-59
/// │ ┌── hour   0-23
/// │ │ ┌── day of month   1-31
/// │ │ │ ┌── month   1-12, jan-dec
/// │ │ │ │ ┌── day of week   0-6, sun-sat
/// * * * * *        each a list of  n | n-m | * | ?  with an optional  /step
/// ```
///
/// or one of `@hourly`, `@daily`, `@every 1h` and the like.
///
/// In Go: `cron.ParseStandard` of `github.com/robfig/cron`.
final class CronSchedule {
  private record Bounds(long min, long max, List<String> names) {
    long named(String text) {
      int index = names.indexOf(text.toLowerCase(Locale.ROOT));
      return index < 0 ? -1 : min + index;
    }
  }

  private static final List<Bounds> FIELDS =
      List.of(
          new Bounds(0, 59, List.of()),
          new Bounds(0, 23, List.of()),
          new Bounds(1, 31, List.of()),
          new Bounds(
              1,
              12,
              List.of(
                  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                  "dec")),
          new Bounds(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));
  private static final Set<String> DESCRIPTORS =
      Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
  private static final String EVERY = "@every ";

  private CronSchedule() {}

  /// What is wrong with a schedule, in the words of the Go library.
  static Optional<String> complaint(String schedule) {
    try {
      check(schedule);
      return Optional.empty();
    } catch (BadSchedule e) {
      return Optional.of(e.text);
    }
  }

  private static void check(String schedule) {
    String rest = schedule;
    if (schedule.startsWith("TZ=") || schedule.startsWith("CRON_TZ=")) {
      int space = schedule.indexOf(' ');
      int start = schedule.indexOf('=') + 1;
      if (space < 0) {
        // Where the Go library cuts the text, it runs over the edge.
        throw new BadSchedule(
            "invalid schedule format: runtime error: slice bounds out of range [" + start + ":-1]");
      }
      checkZone(schedule.substring(start, space));
      rest = schedule.substring(space).strip();
    }
    if (rest.startsWith("@")) {
      checkDescriptor(rest);
      return;
    }
    List<String> fields = rest.isBlank() ? List.of() : Arrays.asList(rest.strip().split("\\s+"));
    if (fields.size() != FIELDS.size()) {
      throw new BadSchedule(
          "expected exactly 5 fields, found %d: [%s]"
              .formatted(fields.size(), String.join(" ", fields)));
    }
    for (int i = 0; i < fields.size(); i++) {
      for (String range : fields.get(i).split(",")) {
        if (!range.isEmpty()) {
          checkRange(range, FIELDS.get(i));
        }
      }
    }
  }

  private static void checkZone(String zone) {
    if (!isZone(zone)) {
      throw new BadSchedule("provided bad location %s: unknown time zone %s".formatted(zone, zone));
    }
  }

  /// Whether there is a time zone of this name.
  static boolean isZone(String name) {
    return Set.of("", "UTC", "Local").contains(name)
        || ZoneId.getAvailableZoneIds().contains(name) && !name.startsWith("SystemV/");
  }

  private static void checkDescriptor(String descriptor) {
    if (DESCRIPTORS.contains(descriptor)) {
      return;
    }
    if (!descriptor.startsWith(EVERY)) {
      throw new BadSchedule("unrecognized descriptor: " + descriptor);
    }
    GoDurations.complaint(descriptor.substring(EVERY.length()))
        .ifPresent(
            complaint -> {
              throw new BadSchedule(
                  "failed to parse duration " + descriptor + ": time: " + complaint);
            });
  }

  private static void checkRange(String range, Bounds bounds) {
    String[] stepped = range.split("/", -1);
    String[] ends = stepped[0].split("-", -1);
    long start;
    long end;
    if (ends[0].equals("*") || ends[0].equals("?")) {
      start = bounds.min();
      end = bounds.max();
    } else {
      start = number(ends[0], bounds);
      end = ends.length == 2 ? number(ends[1], bounds) : start;
      if (ends.length > 2) {
        throw new BadSchedule("too many hyphens: " + range);
      }
    }
    long step = 1;
    if (stepped.length == 2) {
      step = integer(stepped[1]);
      end = ends.length == 1 ? bounds.max() : end;
    } else if (stepped.length > 2) {
      throw new BadSchedule("too many slashes: " + range);
    }
    checkBounds(range, start, end, step, bounds);
  }

  private static void checkBounds(String range, long start, long end, long step, Bounds bounds) {
    if (start < bounds.min()) {
      throw new BadSchedule(
          "beginning of range (%d) below minimum (%d): %s".formatted(start, bounds.min(), range));
    }
    if (end > bounds.max()) {
      throw new BadSchedule(
          "end of range (%d) above maximum (%d): %s".formatted(end, bounds.max(), range));
    }
    if (start > end) {
      throw new BadSchedule(
          "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, range));
    }
    if (step == 0) {
      throw new BadSchedule("step of range should be a positive number: " + range);
    }
  }

  private static long number(String text, Bounds bounds) {
    long named = bounds.named(text);
    return named >= 0 ? named : integer(text);
  }

  private static long integer(String text) {
    long number;
    try {
      number = Long.parseLong(text);
    } catch (NumberFormatException e) {
      String reason = text.matches("[+-]?[0-9]+") ? "value out of range" : "invalid syntax";
      throw new BadSchedule(
          "failed to parse int from %s: strconv.Atoi: parsing %s: %s"
              .formatted(text, GoText.quote(text), reason));
    }
    if (number < 0) {
      throw new BadSchedule("negative number (%d) not allowed: %s".formatted(number, text));
    }
    return number;
  }

  /// Carries a complaint out of the depth of a schedule.
  private static final class BadSchedule extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String text;

    private BadSchedule(String text) {
      super(text, null, false, false);
      this.text = text;
    }
  }
}
