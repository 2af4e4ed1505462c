package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartHashTest {
  private static final BigInteger PRIME = BigInteger.TWO.pow(61).subtract(BigInteger.ONE);

  private record Key(long high, long low) {}

  private final PartHash hash = new PartHash(new Random(1));

  private Key of(byte[] buf, int from, int to, long salt) {
    hash.of(buf, from, to, salt);
    return new Key(hash.high(), hash.low());
  }

  private Key of(byte[] buf) {
    return of(buf, 0, buf.length, 1);
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void hashIsThePolynomialOfTheProof() {
    var random = new Random(2);
    for (int i = 0; i < 3000; i++) {
      long seed = random.nextLong();
      var keys = new Random(seed);
      long[] aKeys = keys.longs(8, 0, 1L << 60).toArray();
      long[] bKeys = keys.longs(8, 0, 1L << 60).toArray();
      long a = keys.nextLong(1 << 20, PRIME.longValue());
      long b = keys.nextLong(1 << 20, PRIME.longValue());
      PartHash drawn = new PartHash(new Random(seed));
      byte[] buf = bytes(random, random.nextInt(300));
      if (random.nextInt(4) == 0) {
        Arrays.fill(buf, (byte) 0xFF); // the largest words
      }
      int from = random.nextInt(buf.length + 1);
      int to = from + random.nextInt(buf.length - from + 1);
      long salt = random.nextInt(4) == 0 ? -1 : random.nextLong();
      drawn.of(buf, from, to, salt);
      byte[] part = Arrays.copyOfRange(buf, from, to);
      assertThat(drawn.high()).isEqualTo(polynomial(a, aKeys, part, salt));
      assertThat(drawn.low()).isEqualTo(polynomial(b, bKeys, part, salt));
    }
  }

  /// salt · x^(n+1) + block(1) · x^n + ... + block(n) · x + length
  private static long polynomial(long x, long[] keys, byte[] part, long salt) {
    BigInteger value = BigInteger.valueOf(salt & PRIME.longValue());
    for (List<Integer> places : blocks(part.length)) {
      BigInteger block = BigInteger.ZERO;
      for (int k = 0; k < places.size(); k += 2) {
        BigInteger left = word(part, places.get(k)).add(BigInteger.valueOf(keys[k]));
        BigInteger right = word(part, places.get(k + 1)).add(BigInteger.valueOf(keys[k + 1]));
        block = block.add(left.multiply(right));
      }
      value = value.multiply(BigInteger.valueOf(x)).add(block).mod(PRIME);
    }
    return value
        .multiply(BigInteger.valueOf(x))
        .add(BigInteger.valueOf(part.length))
        .mod(PRIME)
        .longValueExact();
  }

  /// Where the words of each block start, which the length alone decides; the last ones end where
  /// the bytes do.
  private static List<List<Integer>> blocks(int length) {
    if (length < 14) {
      return List.of(List.of(0, Math.max(0, length - 7)));
    }
    if (length < 56) {
      int half = length < 28 ? 14 : 28;
      return List.of(
          Stream.of(0, length - half)
              .flatMap(at -> IntStream.range(0, half / 7).mapToObj(k -> at + 7 * k))
              .toList());
    }
    return IntStream.iterate(0, at -> at < length, at -> at + 56)
        .map(at -> Math.min(at, length - 56))
        .mapToObj(at -> IntStream.range(0, 8).mapToObj(k -> at + 7 * k).toList())
        .toList();
  }

  private static BigInteger word(byte[] part, int at) {
    BigInteger word = BigInteger.ZERO;
    for (int i = Math.min(at + 7, part.length) - 1; i >= at; i--) {
      word = word.shiftLeft(8).add(BigInteger.valueOf(part[i] & 0xFF));
    }
    return word;
  }

  @Test
  void wordsOfABlockHoldEveryByte() {
    for (int length = 0; length < 400; length++) {
      Set<Integer> held = new HashSet<>();
      for (List<Integer> places : blocks(length)) {
        for (int at : places) {
          for (int i = at; i < Math.min(at + 7, length); i++) {
            held.add(i);
          }
        }
      }
      assertThat(held).hasSize(length);
    }
  }

  @Test
  void equalBytesHaveEqualHashesWhereverTheyLie() {
    var random = new Random(3);
    for (int length = 0; length < 120; length++) {
      byte[] part = bytes(random, length);
      Key alone = of(part);
      for (int before = 0; before < 9; before++) {
        for (int behind = 0; behind < 9; behind++) {
          byte[] buf = bytes(random, before + length + behind);
          System.arraycopy(part, 0, buf, before, length);
          assertThat(of(buf, before, before + length, 1)).isEqualTo(alone);
        }
      }
    }
  }

  @Test
  void everyBitOfAPartChangesItsHash() {
    byte[] part = bytes(new Random(4), 70);
    Set<Key> seen = new HashSet<>(Set.of(of(part)));
    for (int bit = 0; bit < part.length * 8; bit++) {
      part[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(seen.add(of(part))).isTrue();
      part[bit / 8] ^= (byte) (1 << bit % 8);
    }
  }

  @Test
  void zerosAtEitherEndCount() {
    byte[] zeros = new byte[100];
    Set<Key> seen = new HashSet<>();
    for (int length = 0; length <= zeros.length; length++) {
      assertThat(seen.add(of(zeros, 0, length, 1))).isTrue();
    }
    byte[] text = {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0};
    seen.clear();
    for (int length = 3; length <= text.length; length++) {
      assertThat(seen.add(of(text, 0, length, 1))).isTrue();
    }
  }

  @Test
  void equalBytesOfDifferentMeaningAreApart() {
    byte[] part = bytes(new Random(5), 40);
    Set<Key> seen = new HashSet<>();
    for (long salt = 1; salt < 2000; salt += 2) {
      assertThat(seen.add(of(part, 0, 40, salt))).isTrue();
      assertThat(seen.add(of(part, 0, 40, ~salt))).isTrue();
      assertThat(seen.add(of(part, 0, 0, salt))).isTrue();
    }
  }

  @Test
  void differentPointsGiveDifferentHashes() {
    byte[] part = bytes(new Random(6), 40);
    Set<Key> seen = new HashSet<>();
    for (int seed = 0; seed < 1000; seed++) {
      PartHash other = new PartHash(new Random(seed));
      other.of(part, 0, 40, 1);
      assertThat(seen.add(new Key(other.high(), other.low()))).isTrue();
    }
  }

  @Test
  void similarPartsSpreadEvenlyOverATable() {
    int[] buckets = new int[256];
    for (int i = 0; i < 64 * 256; i++) {
      byte[] part = ("{\"name\":\"pod-" + i + "\"}").getBytes(StandardCharsets.UTF_8);
      buckets[(int) of(part).low() & 255]++;
    }
    // 64 expected in each; far outside what chance allows would be a flaw
    assertThat(Arrays.stream(buckets).min().getAsInt()).isGreaterThan(25);
    assertThat(Arrays.stream(buckets).max().getAsInt()).isLessThan(110);
  }
}
