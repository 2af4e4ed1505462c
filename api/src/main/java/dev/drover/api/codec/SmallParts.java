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
/// larger table. Each value has one place; the one met last has it. The tables begin small, as a
/// process may have a thousand of them, and grow before anything has to make room: two values in
/// different places stay apart when a table grows. One thread.
final class SmallParts {
  /// The longest text that is looked for here, in bytes.
  static final int MAX_TEXT = 24;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MAX_TEXTS = 1 << 11;
  private static final int MAX_TIMES = 1 << 9;
  private static final int FIRST = 1 << 5;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private long[] words = new long[3 * FIRST]; // the bytes of a text, zeros after them
  private @Nullable String[] texts = new String[FIRST];
  private int textShift = shift(FIRST); // of a hash, to a place
  private @Nullable Instant[] times = new Instant[FIRST];
  private int timeShift = shift(FIRST);
  private long[] timeWords = new long[3 * FIRST];
  private @Nullable Instant[] timesByText = new Instant[FIRST];
  private int timeTextShift = shift(FIRST);
  private int place;
  private long word0;
  private long word1;
  private long word2;

  private static int shift(int places) {
    return Long.numberOfLeadingZeros(places) + 1;
  }

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
    place = textPlace(n);
    int at = 3 * place;
    return words[at] == word0
            && words[at + 1] == word1
            && words[at + 2] == word2
            && (n == 0 || buf[to - 1] != 0)
        ? texts[place] // null in a place that is still free, whose words are those of ""
        : null;
  }

  private int textPlace(int n) {
    long mixed = (word0 ^ Long.rotateLeft(word1, 23) ^ Long.rotateLeft(word2, 41) ^ n) * MIX;
    return (int) (mixed >>> textShift);
  }

  /// Remembers the text that [#find] did not find, made of `n` bytes.
  void put(String text, int n) {
    if (text.length() != n || (n > 0 && text.charAt(n - 1) == 0)) {
      return;
    }
    while (texts[place] != null && texts.length < MAX_TEXTS) {
      growTexts(n);
    }
    setText(place, text);
  }

  /// Four times as many places; `n` is the length of the text that is about to be put.
  private void growTexts(int n) {
    long[] oldWords = words;
    @Nullable String[] old = texts;
    long a = word0;
    long b = word1;
    long c = word2;
    words = new long[4 * oldWords.length];
    texts = new String[4 * old.length];
    textShift -= 2;
    for (int i = 0; i < old.length; i++) {
      String text = old[i];
      if (text != null) {
        word0 = oldWords[3 * i];
        word1 = oldWords[3 * i + 1];
        word2 = oldWords[3 * i + 2];
        setText(textPlace(text.length()), text);
      }
    }
    word0 = a;
    word1 = b;
    word2 = c;
    place = textPlace(n);
  }

  private void setText(int at, String text) {
    words[3 * at] = word0;
    words[3 * at + 1] = word1;
    words[3 * at + 2] = word2;
    texts[at] = text;
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
    place = timeTextPlace();
    int at = 3 * place;
    return timeWords[at] == word0 && timeWords[at + 1] == word1 && timeWords[at + 2] == word2
        ? timesByText[place]
        : null;
  }

  private int timeTextPlace() {
    return (int) (((word1 ^ Long.rotateLeft(word2, 29) ^ word0) * MIX) >>> timeTextShift);
  }

  /// Remembers the time that [#findTime] did not find.
  void putTime(Instant time) {
    while (timesByText[place] != null && timesByText.length < MAX_TIMES) {
      growTimeTexts();
    }
    setTimeText(place, time);
  }

  private void growTimeTexts() {
    long[] oldWords = timeWords;
    @Nullable Instant[] old = timesByText;
    long a = word0;
    long b = word1;
    long c = word2;
    timeWords = new long[4 * oldWords.length];
    timesByText = new Instant[4 * old.length];
    timeTextShift -= 2;
    for (int i = 0; i < old.length; i++) {
      Instant time = old[i];
      if (time != null) {
        word0 = oldWords[3 * i];
        word1 = oldWords[3 * i + 1];
        word2 = oldWords[3 * i + 2];
        setTimeText(timeTextPlace(), time);
      }
    }
    word0 = a;
    word1 = b;
    word2 = c;
    place = timeTextPlace();
  }

  private void setTimeText(int at, Instant time) {
    timeWords[3 * at] = word0;
    timeWords[3 * at + 1] = word1;
    timeWords[3 * at + 2] = word2;
    timesByText[at] = time;
  }

  /// An equal time that was met before, or this one.
  Instant time(Instant time) {
    int at = timePlace(time);
    Instant known = times[at];
    if (known != null && known.equals(time)) {
      return known;
    }
    while (times[at] != null && times.length < MAX_TIMES) {
      growTimes();
      at = timePlace(time);
    }
    times[at] = time;
    return time;
  }

  private int timePlace(Instant time) {
    return (int) (((time.getEpochSecond() ^ time.getNano()) * MIX) >>> timeShift);
  }

  private void growTimes() {
    @Nullable Instant[] old = times;
    times = new Instant[4 * old.length];
    timeShift -= 2;
    for (Instant time : old) {
      if (time != null) {
        times[timePlace(time)] = time;
      }
    }
  }
}
