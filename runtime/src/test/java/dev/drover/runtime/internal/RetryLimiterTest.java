package dev.drover.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.runtime.queue.Ageing;
import dev.drover.runtime.queue.RetryLimiter;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RetryLimiterTest {
  private static final Duration MS = Duration.ofMillis(1);

  /// The waits after the first so many failures, in milliseconds.
  private static LongStream waits(RetryLimiter limiter, int count) {
    Limiter running = Limiter.of(limiter, 0);
    return IntStream.rangeClosed(1, count).mapToLong(n -> running.delay(n, 0) / 1_000_000);
  }

  @Test // E02
  void exponentialDoublesUpToItsCap() {
    assertThat(waits(RetryLimiter.exponential(MS, Duration.ofMillis(10)), 6))
        .containsExactly(1L, 2L, 4L, 8L, 10L, 10L);
  }

  @Test
  void exponentialDoesNotOverflow() {
    Limiter limiter =
        Limiter.of(RetryLimiter.exponential(Duration.ofMillis(5), Duration.ofDays(9999)), 0);
    long last = 0;
    for (int failures = 1; failures < 10_000; failures++) {
      long delay = limiter.delay(failures, 0);
      assertThat(delay).isGreaterThanOrEqualTo(last);
      last = delay;
    }
    assertThat(last).isEqualTo(Duration.ofDays(9999).toNanos());
    assertThat(limiter.delay(Integer.MAX_VALUE, 0)).isEqualTo(last);
  }

  @Test
  void fastSlowIsFastForTheFirstFailures() {
    assertThat(waits(RetryLimiter.fastSlow(MS, Duration.ofMillis(50), 2), 4))
        .containsExactly(1L, 1L, 50L, 50L);
  }

  @Test
  void bucketAllowsABurstAndThenItsRate() {
    assertThat(waits(RetryLimiter.bucket(10, 2), 5)).containsExactly(0L, 0L, 100L, 200L, 300L);
  }

  @Test
  void bucketFillsUpWithTime() {
    Limiter limiter = Limiter.of(RetryLimiter.bucket(10, 2), 0);
    limiter.delay(1, 0);
    limiter.delay(1, 0);
    assertThat(limiter.delay(1, 100_000_000)).isZero();
    assertThat(limiter.delay(1, 100_000_000)).isEqualTo(100_000_000);
    long later = Duration.ofHours(1).toNanos();
    assertThat(limiter.delay(1, later) + limiter.delay(1, later)).isZero();
    assertThat(limiter.delay(1, later)).isEqualTo(100_000_000);
  }

  @Test
  void longestDelayOfSeveralLimitersCounts() {
    var limiter =
        RetryLimiter.maxOf(
            RetryLimiter.exponential(MS, Duration.ofSeconds(1)),
            RetryLimiter.fastSlow(Duration.ofMillis(3), Duration.ofMillis(5), 2));
    assertThat(waits(limiter, 5)).containsExactly(3L, 3L, 5L, 8L, 16L);
  }

  @Test
  void noWaitIsLongerThanAllowed() {
    assertThat(waits(RetryLimiter.itemDefault().withMaxWait(Duration.ofMillis(3)), 4))
        .containsExactly(1L, 2L, 3L, 3L);
  }

  @Test
  void limiterFromAFunctionGetsTheFailures() {
    assertThat(waits(RetryLimiter.byFailures(n -> MS.multipliedBy(n * 10L)), 3))
        .containsExactly(10L, 20L, 30L);
  }

  @Test // E02
  void defaultLimiterIsThatOfClientGo() {
    assertThat(RetryLimiter.controllerDefault())
        .isEqualTo(
            RetryLimiter.maxOf(
                RetryLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
                RetryLimiter.bucket(10, 100)));
    assertThat(waits(RetryLimiter.controllerDefault(), 4)).containsExactly(5L, 10L, 20L, 40L);
    Limiter one = Limiter.of(RetryLimiter.controllerDefault(), 0);
    LongStream firstFailures = IntStream.range(0, 102).mapToLong(_ -> one.delay(1, 0) / 1_000_000);
    assertThat(firstFailures.skip(99)).containsExactly(5L, 100L, 200L);
  }

  @Test
  void impossibleLimitsAreRefusedByTheConstructor() {
    assertThatThrownBy(() -> RetryLimiter.exponential(MS, Duration.ZERO))
        .hasMessageContaining("need 0 < first <= cap");
    assertThatThrownBy(() -> RetryLimiter.bucket(Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> RetryLimiter.fastSlow(MS, MS, -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new Ageing(MS, 1)).hasMessageContaining("every=1");
  }
}
