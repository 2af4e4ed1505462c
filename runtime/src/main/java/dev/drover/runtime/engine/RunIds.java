package dev.drover.runtime.engine;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/// Names runs, so that what is logged of one can be found: one random half for all of them, and one
/// that is different each time.
///
/// Random ones would cost more than the rest of the bookkeeping of a run: the JDK hashes each.
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
