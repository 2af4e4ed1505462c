package dev.drover.api.codec;

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

  private final long[] words = new long[3 * TEXTS]; // the bytes of a text, zeros after them
  private final @Nullable String[] texts = new String[TEXTS];
  private final @Nullable Instant[] times = new Instant[TIMES];
  private final long[] timeWords = new long[3 * TIMES];
  private final @Nullable Instant[] timesByText = new Instant[TIMES];
  private int place;
  private long word0;
  private long word1;
  private long word2;

  /// The text of these bytes, at most [#MAX_TEXT], that was met before; null if none was. Then
  /// [#put] it.
  ///
  /// The known text itself is not looked at, which would fetch two objects into the processor's
  /// cache. A zero byte at the end and no byte look the same; so a text that ends in one is none of
  /// ours.
  @Nullable String find(byte[] buf, int from, int to) {
    int n = to - from;
    word0 = word(buf, from, n);
    word1 = n > 8 ? word(buf, from + 8, n - 8) : 0;
    word2 = n > 16 ? word(buf, from + 16, n - 16) : 0;
    long mixed = (word0 ^ Long.rotateLeft(word1, 23) ^ Long.rotateLeft(word2, 41) ^ n) * MIX;
    place = (int) (mixed >>> 53);
    int at = 3 * place;
    return words[at] == word0
            && words[at + 1] == word1
            && words[at + 2] == word2
            && (n == 0 || buf[to - 1] != 0)
        ? texts[place] // null in a place that is still free, whose words are those of ""
        : null;
  }

  /// Remembers the text that [#find] did not find, made of `n` bytes.
  void put(String text, int n) {
    if (text.length() != n || (n > 0 && text.charAt(n - 1) == 0)) {
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

  /// The time that these twenty bytes, a whole second as in `2026-01-31T12:00:00Z`, were met as
  /// before; null if they were not. Then [#putTime] it.
  @Nullable Instant findTime(byte[] buf, int from) {
    word0 = (long) LONG.get(buf, from);
    word1 = (long) LONG.get(buf, from + 8);
    word2 = (long) LONG.get(buf, from + 12);
    place = (int) (((word1 ^ Long.rotateLeft(word2, 29) ^ word0) * MIX) >>> 55);
    int at = 3 * place;
    return timeWords[at] == word0 && timeWords[at + 1] == word1 && timeWords[at + 2] == word2
        ? timesByText[place]
        : null;
  }

  /// Remembers the time that [#findTime] did not find.
  void putTime(Instant time) {
    int at = 3 * place;
    timeWords[at] = word0;
    timeWords[at + 1] = word1;
    timeWords[at + 2] = word2;
    timesByText[place] = time;
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
