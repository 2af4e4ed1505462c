package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReflectorOptionsTest {
  private static long seconds(long n) {
    return Duration.ofSeconds(n).toNanos();
  }

  @Test
  void internalErrorsAreRetriedForALimitedTimeSinceTheFirstOfARow() {
    var deadline = new RetryDeadline(Duration.ofSeconds(30));
    assertThat(deadline.allowsRetry(seconds(0))).isTrue();
    assertThat(deadline.allowsRetry(seconds(30))).isTrue();
    assertThat(deadline.allowsRetry(seconds(31))).isFalse();
    assertThat(deadline.allowsRetry(seconds(32))).isTrue(); // a first one again
    assertThat(deadline.allowsRetry(seconds(92))).isTrue(); // after a quiet minute
    assertThat(new RetryDeadline(Duration.ZERO).allowsRetry(0)).isFalse();
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
