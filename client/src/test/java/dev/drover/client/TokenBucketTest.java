package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000); // overflows on the way
  private final List<Long> waits = new ArrayList<>();

  private TokenBucket bucket(double perSecond, int burst) {
    return new TokenBucket(perSecond, burst, now::get, wait -> waits.add(wait.toMillis()));
  }

  private void after(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void burstGoesAtOnceAndTheRestInOrder() throws Exception {
    TokenBucket bucket = bucket(10, 3);
    for (int i = 0; i < 6; i++) {
      bucket.acquire();
    }
    assertThat(waits).containsExactly(100L, 200L, 300L);
  }

  @Test
  void bucketRefillsWithTimeUpToTheBurst() throws Exception {
    TokenBucket bucket = bucket(10, 2);
    bucket.acquire();
    bucket.acquire();
    after(Duration.ofMillis(100));
    bucket.acquire();
    assertThat(waits).isEmpty();
    bucket.acquire();
    assertThat(waits).containsExactly(100L);
    after(Duration.ofHours(1));
    waits.clear();
    for (int i = 0; i < 3; i++) {
      bucket.acquire();
    }
    assertThat(waits).containsExactly(100L);
  }

  @Test
  void sustainedUseHasTheRate() throws Exception {
    TokenBucket bucket = new TokenBucket(5, 10, now::get, wait -> now.addAndGet(wait.toNanos()));
    long start = now.get();
    for (int i = 0; i < 60; i++) {
      bucket.acquire();
    }
    assertThat(Duration.ofNanos(now.get() - start)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void interruptedAcquireGivesItsTokenBack() throws Exception {
    TokenBucket bucket =
        new TokenBucket(
            10,
            1,
            now::get,
            wait -> {
              throw new InterruptedException();
            });
    bucket.acquire();
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(bucket::acquire).isInstanceOf(InterruptedException.class);
    }
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void hugeBurstsAndSlowRatesDoNotOverflow() throws Exception {
    TokenBucket huge = bucket(0.001, Integer.MAX_VALUE);
    for (int i = 0; i < 1000; i++) {
      huge.acquire();
    }
    assertThat(waits).isEmpty();
    TokenBucket slow = bucket(1e-12, 1);
    assertThat(slow.reserve()).isZero();
    for (int i = 0; i < 5; i++) {
      assertThat(slow.reserve()).isGreaterThan(Duration.ofDays(365 * 70));
    }
  }

  @Test
  void reserveSaysHowLongToWaitAndTryAcquireDoesNot() {
    TokenBucket bucket = bucket(10, 2);
    assertThat(bucket.tryAcquire()).isTrue();
    assertThat(bucket.reserve()).isZero();
    assertThat(bucket.tryAcquire()).isFalse();
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(100));
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(200));
    bucket.putBack();
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(200));
    after(Duration.ofMillis(300));
    assertThat(bucket.tryAcquire()).isTrue();
  }

  @Test
  void impossibleLimitsAreRefusedByTheConstructor() {
    assertThatThrownBy(() -> new TokenBucket(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TokenBucket(Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new TokenBucket(1, 0)).hasMessageContaining("burst=0");
  }
}
