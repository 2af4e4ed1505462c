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

  /// The secret points, and their powers: four words are folded in at once, so that the
  /// multiplications do not wait for each other.
  private final long a1;

  private final long a2;
  private final long a3;
  private final long a4;
  private final long b1;
  private final long b2;
  private final long b3;
  private final long b4;
  private long high;
  private long low;

  public PartHash(RandomGenerator random) {
    a1 = random.nextLong(1 << 20, PRIME);
    a2 = times(a1, a1);
    a3 = times(a2, a1);
    a4 = times(a3, a1);
    b1 = random.nextLong(1 << 20, PRIME);
    b2 = times(b1, b1);
    b3 = times(b2, b1);
    b4 = times(b3, b1);
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  /// Hashes `buf[from, to)`; `salt` keeps equal bytes of different meaning apart.
  public void of(byte[] buf, int from, int to, long salt) {
    long a = salt & PRIME;
    long b = a;
    int i = from;
    for (int last = Math.min(to - 28, buf.length - 29); i <= last; i += 28) {
      long w0 = (long) LONG.get(buf, i) & SEVEN_BYTES;
      long w1 = (long) LONG.get(buf, i + 7) & SEVEN_BYTES;
      long w2 = (long) LONG.get(buf, i + 14) & SEVEN_BYTES;
      long w3 = (long) LONG.get(buf, i + 21) & SEVEN_BYTES;
      a = reduce(product(a, a4) + product(w0, a3) + product(w1, a2) + product(w2, a1) + w3);
      b = reduce(product(b, b4) + product(w0, b3) + product(w1, b2) + product(w2, b1) + w3);
    }
    for (; i < to; i += 7) {
      long word = word(buf, i, to);
      a = reduce(product(a, a1) + word);
      b = reduce(product(b, b1) + word);
    }
    // The length last: without it, trailing zero bytes would not count.
    high = canonical(reduce(product(a, a1) + (to - from)));
    low = canonical(reduce(product(b, b1) + (to - from)));
  }

  /// Up to seven bytes as a number.
  private static long word(byte[] buf, int at, int to) {
    int n = Math.min(7, to - at);
    if (at + 8 <= buf.length) {
      return (long) LONG.get(buf, at) & ((1L << (8 * n)) - 1);
    }
    long word = 0;
    for (int j = at + n - 1; j >= at; j--) {
      word = (word << 8) | (buf[j] & 0xFF);
    }
    return word;
  }

  /// `x * y` modulo the prime, up to a few multiples of it: below 2^62 for factors just above 2^61,
  /// and below 2^61 + 2^56 when one factor is a word. So a sum of four fits 64 bits without a sign.
  private static long product(long x, long y) {
    long lo = x * y;
    return (lo & PRIME) + ((Math.multiplyHigh(x, y) << 3) | (lo >>> 61));
  }

  private static long reduce(long sum) {
    return (sum & PRIME) + (sum >>> 61);
  }

  private static long times(long x, long y) {
    return canonical(reduce(product(x, y)));
  }

  private static long canonical(long h) {
    return h >= PRIME ? h - PRIME : h;
  }
}
