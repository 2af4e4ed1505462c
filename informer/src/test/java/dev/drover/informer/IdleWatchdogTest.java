package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ManualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A list that takes long is not a silent one.
class IdleWatchdogTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime();
  private final AtomicInteger rings = new AtomicInteger();

  @Test
  void watchdogRingsOnceAfterTheIdleTime() {
    try (var alarm = new IdleWatchdog(time, LIMIT, rings::incrementAndGet)) {
      time.advance(LIMIT.minusNanos(1));
      assertThat(alarm.rang()).isFalse();
      time.advance(LIMIT);

      assertThat(alarm.rang()).isTrue();
      assertThat(rings).hasValue(1);
    }
  }

  @Test
  void activityRestartsTheIdleTime() {
    try (var alarm = new IdleWatchdog(time, LIMIT, rings::incrementAndGet)) {
      for (int i = 0; i < 10; i++) {
        time.advance(Duration.ofSeconds(20));
        alarm.heard();
      }
      time.advance(LIMIT.minusNanos(1));
      assertThat(rings).hasValue(0);
      time.advance(Duration.ofNanos(1));

      assertThat(rings).hasValue(1);
    }
  }

  @Test
  void closedWatchdogDoesNotRing() {
    new IdleWatchdog(time, LIMIT, rings::incrementAndGet).close();
    time.advance(LIMIT.multipliedBy(3));

    assertThat(rings).hasValue(0);
    assertThat(time.alarms()).isZero();
  }
}
