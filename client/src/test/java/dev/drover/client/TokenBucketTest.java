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
  void tokensComeBackWithTimeUpToTheBurst() throws Exception {
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
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new TokenBucket(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TokenBucket(Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new TokenBucket(1, 0)).hasMessageContaining("burst=0");
  }
}
