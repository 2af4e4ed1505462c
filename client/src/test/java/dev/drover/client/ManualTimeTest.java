package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
  private final ManualTime time = new ManualTime();
  private final List<String> rang = new ArrayList<>();

  private void plan(int seconds, String name) {
    time.after(Duration.ofSeconds(seconds), () -> rang.add(name + "@" + time.nanoTime()));
  }

  @Test
  void alarmsRingInTheOrderOfTheirTimesAndAtTheirTimes() {
    plan(3, "late");
    plan(1, "early");
    plan(3, "later");
    time.advance(Duration.ofSeconds(2));
    assertThat(rang).containsExactly("early@1000000000");
    time.advance(Duration.ofSeconds(1));
    assertThat(rang).containsExactly("early@1000000000", "late@3000000000", "later@3000000000");
  }

  @Test
  void alarmSetByAnAlarmRingsInTheSameAdvance() {
    time.after(Duration.ofSeconds(1), () -> plan(1, "second"));
    time.advance(Duration.ofSeconds(5));
    assertThat(rang).containsExactly("second@2000000000");
    assertThat(time.nanoTime()).isEqualTo(5_000_000_000L);
  }

  @Test
  void alarmThatIsCancelledDoesNotRing() {
    TimeSource.Alarm alarm = time.after(Duration.ofSeconds(1), () -> rang.add("no"));
    alarm.cancel();
    alarm.cancel();
    time.advance(Duration.ofDays(1));
    assertThat(rang).isEmpty();
    assertThat(time.alarms()).isZero();
  }

  @Test
  void alarmWithoutDelayRingsAtOnce() {
    plan(0, "now");
    assertThat(rang).containsExactly("now@0");
  }

  @Test
  void nextAlarmCanBeReachedInOneStep() {
    plan(7, "next");
    assertThat(time.untilNext()).isEqualTo(Duration.ofSeconds(7));
    assertThat(time.advanceToNext()).isEqualTo(Duration.ofSeconds(7));
    assertThat(rang).hasSize(1);
    assertThat(time.advanceToNext()).isZero();
  }

  @Test
  void sleeperWakesWhenTimeHasPassed() throws Exception {
    CountDownLatch awake = new CountDownLatch(1);
    Thread sleeper =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    time.sleep(Duration.ofHours(1));
                    awake.countDown();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    time.awaitAlarms(1);
    time.advance(Duration.ofMinutes(59));
    assertThat(awake.getCount()).isEqualTo(1);
    time.advance(Duration.ofMinutes(1));
    sleeper.join();
    assertThat(awake.getCount()).isZero();
  }

  @Test
  void sleeperOfTheSystemTimeWakesToo() throws Exception {
    long before = System.nanoTime();
    TimeSource.system().sleep(Duration.ofMillis(5));
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(5_000_000);
  }
}
