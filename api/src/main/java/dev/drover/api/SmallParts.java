package dev.drover.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The short texts and the times that were met last, so that equal ones become one.
///
/// Most values of an object are short words: `Always`, `TCP`, a label. They are compared byte by
/// byte here, which for three machine words is quicker than the hash of [SharedParts] and its
/// larger table. Each value has one place; the one met last has it. One thread.
final class SmallParts {
  /// The longest text that is looked for here, in bytes.
  static final int MAX_TEXT = 24;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int TEXTS = 1 << 11;
  private static final int TIMES = 1 << 9;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long[] words = new long[3 * TEXTS]; // the bytes of a text, zeros behind them
  private final @Nullable String[] texts = new String[TEXTS];
  private final @Nullable Instant[] times = new Instant[TIMES];
  private int place;
  private long word0;
  private long word1;
  private long word2;

  /// The text of these bytes, at most [#MAX_TEXT], that was met before; null if none was. Then
  /// [#put] it. A zero byte and no byte look the same, so texts are equal only if their lengths
  /// are.
  @Nullable String find(byte[] buf, int from, int to) {
    int n = to - from;
    word0 = word(buf, from, n);
    word1 = n > 8 ? word(buf, from + 8, n - 8) : 0;
    word2 = n > 16 ? word(buf, from + 16, n - 16) : 0;
    long mixed = (word0 ^ Long.rotateLeft(word1, 23) ^ Long.rotateLeft(word2, 41) ^ n) * MIX;
    place = (int) (mixed >>> 53);
    String known = texts[place];
    int at = 3 * place;
    return known != null
            && words[at] == word0
            && words[at + 1] == word1
            && words[at + 2] == word2
            && known.length() == n // ASCII only is kept, so characters are bytes
        ? known
        : null;
  }

  /// Remembers the text that [#find] did not find, made of `n` bytes.
  void put(String text, int n) {
    if (text.length() != n) {
      return;
    }
    int at = 3 * place;
    words[at] = word0;
    words[at + 1] = word1;
    words[at + 2] = word2;
    texts[place] = text;
  }

  /// Up to eight bytes as a number.
  private static long word(byte[] buf, int at, int n) {
    if (n >= 8) {
      return (long) LONG.get(buf, at);
    }
    if (at + 8 <= buf.length) {
      return (long) LONG.get(buf, at) & ((1L << (8 * n)) - 1);
    }
    long word = 0;
    for (int i = at + n - 1; i >= at; i--) {
      word = (word << 8) | (buf[i] & 0xFF);
    }
    return word;
  }

  /// An equal time that was met before, or this one.
  Instant time(Instant time) {
    int at = (int) (((time.getEpochSecond() ^ time.getNano()) * MIX) >>> 55);
    Instant known = times[at];
    if (known != null && known.equals(time)) {
      return known;
    }
    times[at] = time;
    return time;
  }
}
