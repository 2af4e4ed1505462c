package dev.drover.testsupport;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until a test advances it.
public final class ManualClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  /// Moves the clock forward.
  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }
}
