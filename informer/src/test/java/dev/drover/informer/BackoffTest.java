package dev.drover.informer;

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
    var steps = new BackoffSteps(Backoff.defaults(), NONE, 0);
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
      first.add(new BackoffSteps(Backoff.defaults(), random, 0).next(0));
    }
    assertThat(first)
        .allMatch(d -> d.toMillis() >= 800 && d.compareTo(Duration.ofMillis(1600)) < 0)
        .anyMatch(d -> d.toMillis() < 900)
        .anyMatch(d -> d.toMillis() > 1500);
  }

  @Test
  void lengthsStartOverMoreThanTwoMinutesAfterTheyLastDid() {
    var steps = new BackoffSteps(Backoff.defaults(), NONE, 0);
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
  void internalErrorsAreBorneSinceTheFirstOneUnlessAMinuteWasQuiet() {
    var deadline = new RetryDeadline(Duration.ofSeconds(30));
    assertThat(deadline.bears(seconds(0))).isTrue();
    assertThat(deadline.bears(seconds(30))).isTrue();
    assertThat(deadline.bears(seconds(31))).isFalse();
    assertThat(deadline.bears(seconds(32))).isTrue(); // a first one again
    assertThat(deadline.bears(seconds(92))).isTrue(); // after a quiet minute
    assertThat(new RetryDeadline(Duration.ZERO).bears(0)).isFalse();
  }

  @Test
  void optionsThatWaitForEverAreRefused() {
    assertThatThrownBy(() -> ReflectorOptions.defaults().with(o -> o.idleTimeout(Duration.ZERO)))
        .hasMessageContaining("idleTimeout=PT0S");
    assertThatThrownBy(() -> ReflectorOptions.defaults().with(o -> o.bookmarkWait(Duration.ZERO)))
        .hasMessageContaining("bookmarkWait=PT0S");
    assertThatThrownBy(() -> ReflectorOptions.defaults().with(o -> o.pageSize(-1)))
        .hasMessageContaining("pageSize=-1");
  }
}
