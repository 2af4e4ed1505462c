package dev.drover.api.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// A keyed hash of 122 bits that stands for the bytes themselves.
///
/// Two polynomials over the prime field 2^61 - 1, each evaluated at a secret random point, over
/// words of seven bytes. Two different inputs of n words collide with a probability of at most (n /
/// 2^61)^2 whatever the inputs are, as long as nobody knows the points; they never leave this
/// object. That is why equal hashes may be taken for equal bytes even when a tenant of the cluster
/// chooses the bytes.
///
/// The result is left in [#high] and [#low]. One thread.
public final class PartHash {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = (1L << 61) - 1;
  private static final long SEVEN_BYTES = (1L << 56) - 1;

  private final long key1;
  private final long key2;
  private long high;
  private long low;

  public PartHash(RandomGenerator random) {
    key1 = random.nextLong(1 << 20, PRIME);
    key2 = random.nextLong(1 << 20, PRIME);
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  /// Hashes `buf[from, to)`; `salt` keeps equal bytes of different meaning apart.
  public void of(byte[] buf, int from, int to, long salt) {
    long h1 = salt & PRIME;
    long h2 = h1;
    int i = from;
    for (int last = Math.min(to - 7, buf.length - 8); i <= last; i += 7) {
      long word = (long) LONG.get(buf, i) & SEVEN_BYTES;
      h1 = step(h1, key1, word);
      h2 = step(h2, key2, word);
    }
    while (i < to) {
      long word = 0;
      int stop = Math.min(i + 7, to);
      for (int j = stop - 1; j >= i; j--) {
        word = (word << 8) | (buf[j] & 0xFF);
      }
      h1 = step(h1, key1, word);
      h2 = step(h2, key2, word);
      i = stop;
    }
    // The length last: without it, trailing zero bytes would not count.
    high = canonical(step(h1, key1, to - from));
    low = canonical(step(h2, key2, to - from));
  }

  /// `(h * key + word) mod 2^61 - 1`, up to a multiple of the prime small enough not to overflow
  /// the next step.
  private static long step(long h, long key, long word) {
    long lo = h * key;
    long hi = Math.multiplyHigh(h, key);
    long sum = (lo & PRIME) + (hi << 3 | lo >>> 61) + word;
    return (sum & PRIME) + (sum >>> 61);
  }

  private static long canonical(long h) {
    return h >= PRIME ? h - PRIME : h;
  }
}
