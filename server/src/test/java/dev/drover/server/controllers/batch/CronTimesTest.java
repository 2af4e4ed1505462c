package dev.drover.server.controllers.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronTimesTest {
  @ParameterizedTest
  @CsvSource({
    "*/15 * * * *, '', 2026-03-01T10:07:30Z, 2026-03-01T10:15:00Z",
    "0 9 * * mon-fri, '', 2026-03-06T12:00:00Z, 2026-03-09T09:00:00Z",
    "0 0 1 jan *, '', 2026-03-01T00:00:00Z, 2027-01-01T00:00:00Z",
    "0 0 13 * fri, '', 2026-03-01T00:00:00Z, 2026-03-06T00:00:00Z",
    "30 2 * * *, Europe/Berlin, 2026-03-01T12:00:00Z, 2026-03-02T01:30:00Z",
    "30 2 * * *, Europe/Berlin, 2026-03-28T12:00:00Z, 2026-03-30T00:30:00Z", // 02:30 is left out
    "30 2 * * *, Europe/Berlin, 2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z", // 02:30 comes twice
    "@hourly, '', 2026-03-01T10:00:00Z, 2026-03-01T11:00:00Z",
    "@every 90s, '', 2026-03-01T10:00:00Z, 2026-03-01T10:01:30Z",
    "0 0 29 2 *, '', 2026-03-01T00:00:00Z, 2028-02-29T00:00:00Z"
  })
  void nextTimeOfASchedule(String schedule, String zone, Instant after, Instant next) {
    assertThat(CronTimes.of(schedule, zone).next(after)).contains(next);
  }

  @ParameterizedTest
  @CsvSource({"59 23 31 2 *", "0 0 30 feb *"})
  void scheduleThatNeverComesHasNoNextTime(String schedule) {
    assertThat(CronTimes.of(schedule, "").next(Instant.parse("2026-03-01T00:00:00Z"))).isEmpty();
  }
}
