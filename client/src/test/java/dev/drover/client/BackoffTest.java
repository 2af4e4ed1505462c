package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final RandomGenerator NONE = () -> 0L;

  private static long seconds(long n) {
    return Duration.ofSeconds(n).toNanos();
  }

  @Test
  void lengthsDoubleUpToTheCap() {
    var steps = Backoff.defaults().steps(NONE, 0);
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      millis.add(steps.next(0).toMillis());
    }
    assertThat(millis)
        .containsExactly(800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L, 30000L, 30000L);
  }

  @Test
  void randomPartIsLessThanTheLengthItself() {
    var random = new Random(1);
    var first = new ArrayList<Duration>();
    for (int i = 0; i < 1000; i++) {
      first.add(Backoff.defaults().steps(random, 0).next(0));
    }
    assertThat(first)
        .allMatch(d -> d.toMillis() >= 800 && d.compareTo(Duration.ofMillis(1600)) < 0)
        .anyMatch(d -> d.toMillis() < 900)
        .anyMatch(d -> d.toMillis() > 1500);
  }

  @Test
  void lengthsStartOverMoreThanTwoMinutesAfterTheyLastDid() {
    var steps = Backoff.defaults().steps(NONE, 0);
    steps.next(0);
    steps.next(seconds(60));
    assertThat(steps.next(seconds(120))).isEqualTo(Duration.ofMillis(3200));
    assertThat(steps.next(seconds(121))).isEqualTo(Duration.ofMillis(800));
    assertThat(steps.next(seconds(122))).isEqualTo(Duration.ofMillis(1600));
    assertThat(steps.next(seconds(242))).isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void impossibleNumbersAreRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(
            () ->
                Backoff.defaults()
                    .with(
                        b ->
                            b.first(Duration.ZERO)
                                .factor(2)
                                .cap(second)
                                .jitter(1)
                                .resetAfter(second)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                Backoff.defaults()
                    .with(
                        b ->
                            b.first(second)
                                .factor(2)
                                .cap(Duration.ofMillis(1))
                                .jitter(1)
                                .resetAfter(second)))
        .hasMessageContaining("cap=PT0.001S");
    assertThatThrownBy(
            () ->
                Backoff.defaults()
                    .with(
                        b -> b.first(second).factor(0.5).cap(second).jitter(1).resetAfter(second)))
        .hasMessageContaining("factor=0.5");
  }

  @Test
  void lengthIsAFunctionOfTheFailuresInARow() {
    Backoff backoff = Backoff.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000));
    assertThat(backoff.length(1)).isEqualTo(Duration.ofMillis(5));
    assertThat(backoff.length(2)).isEqualTo(Duration.ofMillis(10));
    assertThat(backoff.length(11)).isEqualTo(Duration.ofMillis(5 << 10));
    assertThat(backoff.length(18)).isEqualTo(Duration.ofMillis(5 << 17));
    assertThat(backoff.length(19)).isEqualTo(Duration.ofSeconds(1000));
    assertThat(backoff.length(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1000));
    assertThat(backoff.length(0)).isEqualTo(Duration.ofMillis(5));
  }

  @Test
  void stepsStartOverAfterASuccess() {
    Backoff.Steps steps =
        Backoff.exponential(Duration.ofSeconds(1), Duration.ofDays(400_000)).steps(NONE, 0);
    assertThat(steps.next(0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(steps.next(seconds(1_000_000))).isEqualTo(Duration.ofSeconds(2));
    steps.reset();
    assertThat(steps.next(0)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void hostBackoffWaitsAfterOverloadAndNotAfterOtherAnswers() {
    HostBackoff hosts =
        HostBackoff.of(Backoff.exponential(Duration.ofSeconds(1), Duration.ofSeconds(3)));
    assertThat(hosts.delay("a")).isZero();
    for (int status : new int[] {429, 500, 503}) {
      hosts.update("a", status);
    }
    assertThat(hosts.delay("a")).isEqualTo(Duration.ofSeconds(3));
    assertThat(hosts.delay("b")).isZero();
    hosts.update("a", 404);
    assertThat(hosts.delay("a")).isZero();
  }
}
