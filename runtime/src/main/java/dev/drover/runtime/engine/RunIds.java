package dev.drover.runtime.engine;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/// Generates the ids of runs, by which their log lines are found: a random half that all runs of a
/// process share, and a counter.
///
/// A random UUID for each run would cost more than all other bookkeeping of the run.
final class RunIds {
  private static final long VARIANT = 1L << 63; // as RFC 9562 has it: the first two bits are 10
  private static final long OTHERS = ~(3L << 62);
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L; // odd, so that none comes twice

  private final long first;
  private final AtomicLong second;

  RunIds() {
    UUID random = UUID.randomUUID();
    this.first = random.getMostSignificantBits();
    this.second = new AtomicLong(random.getLeastSignificantBits());
  }

  String next() {
    return new UUID(first, second.getAndAdd(STEP) & OTHERS | VARIANT).toString();
  }
}
