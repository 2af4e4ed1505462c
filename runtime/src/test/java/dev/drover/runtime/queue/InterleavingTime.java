package dev.drover.runtime.queue;

import dev.drover.runtime.internal.Time;
import dev.drover.testsupport.Interleavings;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The time of an explored program: another thread may continue wherever a thread reads it, parks
/// or unparks.
record InterleavingTime(Interleavings program) implements Time {
  @Override
  public Alarm after(Duration delay, Runnable wake) {
    throw new UnsupportedOperationException("the code under test parks");
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH.plusNanos(program.now());
  }

  @Override
  public long nanos() {
    program.pause();
    return program.now();
  }

  @Override
  public void park() {
    program.parkUntil(Interleavings.NEVER);
  }

  @Override
  public void parkUntil(long nanos) {
    program.parkUntil(nanos);
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    if (thread != null) {
      program.unpark(thread);
    }
  }
}
