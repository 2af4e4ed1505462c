package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The rules of client-go's shared informer.
class ResyncScheduleTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ResyncSchedule schedule = new ResyncSchedule(HOUR);

  private static long at(Duration time) {
    return time.toNanos();
  }

  @Test
  void periodBelowASecondIsRaisedToASecond() {
    assertThat(schedule.join(Duration.ofMillis(1), 0).period()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void shortestPeriodBeforeTheStartIsTheCheckInterval() {
    var first = schedule.join(HOUR, 0);
    schedule.join(MINUTE, 0);

    assertThat(schedule.check()).isEqualTo(MINUTE);
    assertThat(first.period()).isEqualTo(HOUR);
  }

  @Test
  void shorterPeriodAfterTheStartIsRaised() {
    schedule.start();

    assertThat(schedule.join(MINUTE, 0).period()).isEqualTo(HOUR);
    assertThat(schedule.check()).isEqualTo(HOUR);
  }

  @Test
  void informerWithoutAPeriodHasNoneForItsHandlersEither() {
    ResyncSchedule never = new ResyncSchedule(Duration.ZERO);

    assertThat(never.join(MINUTE, 0).period()).isZero();
    assertThat(never.check()).isZero();
    assertThat(never.isDue(at(HOUR))).isFalse();
  }

  @Test
  void handlerWithoutAPeriodIsNeverDue() {
    var never = schedule.join(Duration.ZERO, 0);
    var hourly = schedule.join(HOUR, 0);

    assertThat(schedule.isDue(at(HOUR.multipliedBy(5)))).isTrue();
    assertThat(never.take()).isFalse();
    assertThat(hourly.take()).isTrue();
    assertThat(hourly.take()).isFalse();
  }

  @Test
  void eachHandlerHasItsOwnResyncTime() {
    var minutely = schedule.join(MINUTE, 0);
    var hourly = schedule.join(HOUR, 0);

    assertThat(schedule.isDue(at(MINUTE.minusNanos(1)))).isFalse();
    assertThat(schedule.isDue(at(MINUTE))).isTrue();
    assertThat(minutely.take()).isTrue();
    assertThat(hourly.take()).isFalse();
    assertThat(schedule.isDue(at(HOUR))).isTrue();
    assertThat(hourly.take()).isTrue();
  }

  @Test
  void removedHandlerIsNotResynced() {
    schedule.leave(schedule.join(MINUTE, 0));

    assertThat(schedule.isDue(at(HOUR))).isFalse();
  }
}
