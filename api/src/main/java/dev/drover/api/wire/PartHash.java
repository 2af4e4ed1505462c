package dev.drover.api.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// A keyed hash of 122 bits that stands for the bytes themselves.
///
/// Two hashes over the prime field 2^61 - 1 with secret random keys. The bytes are taken as words
/// of seven, and eight words at a time become one number, the sum of four products, each of two
/// words with a key added to each: two different blocks give the same one with a probability of at
/// most 2^-60, as the sums differ by something linear in a key. These numbers, with the salt before
/// and the length after them, are the coefficients of a polynomial that is evaluated at a secret
/// point. So two different inputs of n blocks collide in one hash with a probability of at most (n
/// plus 3) / 2^60, and in both with the square of that, whatever the inputs are, as long as no
/// input knows the keys; they never leave this object. That is why equal hashes may be taken for
/// equal bytes even when a tenant of the cluster chooses the bytes.
///
/// The result is left in [#high] and [#low]. One thread.
public final class PartHash {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = (1L << 61) - 1;
  private static final long SEVEN_BYTES = (1L << 56) - 1;

  private static final int WORDS = 8; // of a block
  private static final int BLOCK = 7 * WORDS;

  /// The secret keys of the words of a block, below 2^60, and the secret points.
  private final long[] aKeys;

  private final long[] bKeys;
  private final long aPoint;
  private final long bPoint;
  private long high;
  private long low;

  public PartHash(RandomGenerator random) {
    aKeys = random.longs(WORDS, 0, 1L << 60).toArray();
    bKeys = random.longs(WORDS, 0, 1L << 60).toArray();
    aPoint = random.nextLong(1 << 20, PRIME);
    bPoint = random.nextLong(1 << 20, PRIME);
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  /// Hashes `buf[from, to)`; `salt` keeps equal bytes of different meaning apart.
  ///
  /// What does not fill a block is taken from the end of the bytes and overlaps with what is before
  /// it: words at places that depend on the length alone give back all bytes, and the length
  /// counts.
  public void of(byte[] buf, int from, int to, long salt) {
    int length = to - from;
    long a = salt & PRIME;
    long b = a;
    if (length < BLOCK) {
      ofLessThanBlock(buf, from, to, a);
      return;
    }
    long[] ka = aKeys;
    long[] kb = bKeys;
    int last = to - BLOCK;
    for (int i = from; ; i = Math.min(i + BLOCK, last)) {
      long w0 = (long) LONG.get(buf, i) & SEVEN_BYTES;
      long w1 = (long) LONG.get(buf, i + 7) & SEVEN_BYTES;
      long w2 = (long) LONG.get(buf, i + 14) & SEVEN_BYTES;
      long w3 = (long) LONG.get(buf, i + 21) & SEVEN_BYTES;
      long w4 = (long) LONG.get(buf, i + 28) & SEVEN_BYTES;
      long w5 = (long) LONG.get(buf, i + 35) & SEVEN_BYTES;
      long w6 = (long) LONG.get(buf, i + 42) & SEVEN_BYTES;
      long w7 = (long) LONG.get(buf, i + 48) >>> 8; // nothing after the block is read
      a =
          reduce(
              product(a, aPoint)
                  + product(w0 + ka[0], w1 + ka[1])
                  + product(w2 + ka[2], w3 + ka[3])
                  + product(w4 + ka[4], w5 + ka[5])
                  + product(w6 + ka[6], w7 + ka[7]));
      b =
          reduce(
              product(b, bPoint)
                  + product(w0 + kb[0], w1 + kb[1])
                  + product(w2 + kb[2], w3 + kb[3])
                  + product(w4 + kb[4], w5 + kb[5])
                  + product(w6 + kb[6], w7 + kb[7]));
      if (i == last) {
        break;
      }
    }
    finish(a, b, length);
  }

  private void ofLessThanBlock(byte[] buf, int from, int to, long salt) {
    int length = to - from;
    long a = product(salt, aPoint);
    long b = product(salt, bPoint);
    if (length >= 28) {
      for (int i = from, k = 0; k < WORDS; i = to - 28, k += 4) {
        long w0 = (long) LONG.get(buf, i) & SEVEN_BYTES;
        long w1 = (long) LONG.get(buf, i + 7) & SEVEN_BYTES;
        long w2 = (long) LONG.get(buf, i + 14) & SEVEN_BYTES;
        long w3 = (long) LONG.get(buf, i + 20) >>> 8;
        a += product(w0 + aKeys[k], w1 + aKeys[k + 1]);
        b += product(w0 + bKeys[k], w1 + bKeys[k + 1]);
        a += product(w2 + aKeys[k + 2], w3 + aKeys[k + 3]);
        b += product(w2 + bKeys[k + 2], w3 + bKeys[k + 3]);
      }
    } else if (length >= 14) {
      for (int i = from, k = 0; k < 4; i = to - 14, k += 2) {
        long w0 = (long) LONG.get(buf, i) & SEVEN_BYTES;
        long w1 = (long) LONG.get(buf, i + 6) >>> 8;
        a += product(w0 + aKeys[k], w1 + aKeys[k + 1]);
        b += product(w0 + bKeys[k], w1 + bKeys[k + 1]);
      }
    } else {
      long w0 = word(buf, from, Math.min(to, from + 7));
      long w1 = word(buf, Math.max(from, to - 7), to);
      a += product(w0 + aKeys[0], w1 + aKeys[1]);
      b += product(w0 + bKeys[0], w1 + bKeys[1]);
    }
    finish(reduce(a), reduce(b), length);
  }

  /// The length last: inputs of different lengths are different polynomials.
  private void finish(long a, long b, int length) {
    high = canonical(reduce(product(a, aPoint) + length));
    low = canonical(reduce(product(b, bPoint) + length));
  }

  /// Up to seven bytes as a number.
  private static long word(byte[] buf, int from, int to) {
    long word = 0;
    for (int i = to - 1; i >= from; i--) {
      word = (word << 8) | (buf[i] & 0xFF);
    }
    return word;
  }

  /// `x * y` modulo the prime, up to a few multiples of it: below 2^62 for factors just above 2^61,
  /// and below 1.3 * 2^61 when both are a word and a key. So a sum of one and four fits 64 bits
  /// without a sign.
  private static long product(long x, long y) {
    long lo = x * y;
    return (lo & PRIME) + ((Math.multiplyHigh(x, y) << 3) | (lo >>> 61));
  }

  private static long reduce(long sum) {
    return (sum & PRIME) + (sum >>> 61);
  }

  private static long canonical(long h) {
    return h >= PRIME ? h - PRIME : h;
  }
}
