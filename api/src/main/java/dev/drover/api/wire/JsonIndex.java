package dev.drover.api.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds the end of a JSON value, and the end of every object and array inside it, in one pass over
/// bytes that may still be arriving.
///
/// JSON does not say how long a value is. The decoder needs to know before it decodes: to wait
/// until an item has arrived whole, to step over a field that is not wanted, and to look up a part
/// by its bytes. One pass answers all three:
///
/// ```
///   {"a":[1,{}],"b":{}}        ordinal   0   1   2   3        opening bracket, in order
///   0    1  2       3          end      19  11  10  18        offset just after its closing one
///                              next      4   3   3   4        first ordinal after it
/// ```
///
/// Sixty-four bytes at a time become three words with a bit per byte: quotes, backslashes,
/// brackets. The bits between an odd quote and the next are strings; the brackets outside of them
/// are what is wanted. (The idea is that of Langdale and Lemire, "Parsing gigabytes of JSON per
/// second", VLDB Journal 28, 2019, with plain 64-bit arithmetic.)
///
/// Only brackets and quotes are checked here; the grammar between them is the reader's. One thread;
/// reused from value to value.
public final class JsonIndex {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK = 64;
  private static final int FEW = 32; // brackets of a small value: most are, and are read once
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long LOW_SEVEN = ONES * 0x7F;
  private static final long QUOTES = ONES * '"';
  private static final long SLASHES = ONES * '\\';
  private static final long CASE =
      ONES * 0x26; // the bits in which { } [ ] differ, and Y y _ DEL from them
  private static final long BRACKETS = ONES * 0x7F;
  private static final long EVEN = 0x5555555555555555L;
  private static final int UNFINISHED = -1;
  private static final int NOWHERE = -1;
  private static final int[] NONE = {};

  private final int maxDepth;
  private int[] ends = new int[FEW];
  private int[] nexts = new int[FEW];
  private int[] open = new int[32]; // (ordinal << 1 | isArray) of the brackets not closed yet
  private int count;
  private int depth;
  private boolean isCounting; // only the end of the value is wanted
  private int tooDeepAt = NOWHERE; // offset of the first bracket beyond the maximal depth
  private long inString; // all ones when the last block ended inside a string
  private long escape; // 1 when the last block ended in a backslash that escapes the next byte
  private int unread; // bytes at the end of the last scan that did not fill a block

  private final byte[] tail = new byte[BLOCK];

  public JsonIndex(int maxDepth) {
    this.maxDepth = maxDepth;
  }

  /// Starts over for a new value.
  public void reset() {
    count = 0;
    depth = 0;
    isCounting = false;
    tooDeepAt = NOWHERE;
    inString = 0;
    escape = 0;
    unread = 0;
  }

  /// Looks at the value that starts at `start` and of which the bytes before `to` have arrived;
  /// `from` is where the last call left off ([#resumeAt]), or `start`. Returns the position just
  /// after the value, or -1 when it has not ended yet. A bare number or word ends only at a byte
  /// after it: see [#isBare].
  public int scan(byte[] buf, int start, int from, int to) {
    if (isBare(buf[start])) {
      return scalarEnd(buf, start, from, to);
    }
    if (buf[start] == '"') {
      return stringEnd(buf, start, from, to);
    }
    return scanBlocks(buf, start, from, to);
  }

  /// As [#scan] for the rest of an object or array of which earlier bytes are not kept. From the
  /// first call on only the end of the value is looked for.
  int scanRest(byte[] buf, int from, int to) {
    isCounting = true;
    return scanBlocks(buf, from, from, to);
  }

  private int scanBlocks(byte[] buf, int start, int from, int to) {
    int i = from;
    for (; to - i >= BLOCK; i += BLOCK) {
      int end = block(buf, i, i - start);
      if (end >= 0) {
        return i + end;
      }
    }
    unread = to - i;
    return unread == 0 ? UNFINISHED : lastBlock(buf, i, to, start);
  }

  /// Where the next [#scan] goes on when the last one, which had bytes up to `to`, did not find the
  /// end.
  public int resumeAt(int to) {
    return to - unread;
  }

  /// Whether a value that starts with this byte is a bare number or word, which the end of the
  /// input ends too.
  public static boolean isBare(byte first) {
    return first != '{' && first != '[' && first != '"';
  }

  private static int scalarEnd(byte[] buf, int start, int from, int to) {
    int i = from;
    while (i < to && JsonCursor.isWordByte(buf[i]) && buf[i] != ':') {
      i++;
    }
    if (i == start) {
      throw new WireException("expected a value, found '" + (char) (buf[start] & 0xFF) + "'", 0);
    }
    return i == to ? UNFINISHED : i;
  }

  private int stringEnd(byte[] buf, int start, int from, int to) {
    int i = Math.max(from, start + 1);
    while (i < to && (buf[i] != '\\' || i + 1 < to)) { // what a last backslash escapes is to come
      if (buf[i] == '"') {
        return i + 1;
      }
      i += buf[i] == '\\' ? 2 : 1;
    }
    unread = to - i;
    return UNFINISHED;
  }

  /// Looks at fewer bytes than a block. They are looked at again when more have arrived, so nothing
  /// of this is kept unless the value ends here.
  private int lastBlock(byte[] buf, int from, int to, int start) {
    System.arraycopy(buf, from, tail, 0, to - from);
    Arrays.fill(tail, to - from, BLOCK, (byte) ' ');
    int depthBefore = depth;
    int tooDeepBefore = tooDeepAt;
    int[] openBefore = isCounting ? NONE : Arrays.copyOf(open, Math.min(depth, maxDepth));
    int countBefore = count;
    long inStringBefore = inString;
    long escapeBefore = escape;
    int end = block(tail, 0, from - start);
    if (end >= 0) {
      return from + end;
    }
    depth = depthBefore;
    tooDeepAt = tooDeepBefore;
    System.arraycopy(openBefore, 0, open, 0, openBefore.length);
    count = countBefore;
    inString = inStringBefore;
    escape = escapeBefore;
    return UNFINISHED;
  }

  /// Looks at the 64 bytes from `at`, which are `offset` bytes into the value. Returns how many of
  /// them belong to the value when it ends among them, else -1.
  ///
  /// Most blocks are ASCII without a backslash. There no sum of two bytes carries into the next, so
  /// that half the arithmetic does; and the bits of byte `k` of word `j` are gathered at `8k + j`
  /// first, by mere shifts, and put in order for all eight words at once.
  private int block(byte[] buf, int at, int offset) {
    long quotes = 0;
    long brackets = 0;
    long noSlash = HIGHS;
    long all = 0;
    for (int j = 0; j < 8; j++) {
      long word = (long) LONG.get(buf, at + 8 * j);
      all |= word;
      noSlash &= (word ^ SLASHES) + LOW_SEVEN;
      quotes |= (~((word ^ QUOTES) + LOW_SEVEN) & HIGHS) >>> (7 - j);
      brackets |= (~(((word | CASE) ^ BRACKETS) + LOW_SEVEN) & HIGHS) >>> (7 - j);
    }
    if ((all & HIGHS) != 0 || noSlash != HIGHS || escape != 0) {
      return unusualBlock(buf, at, offset);
    }
    return brackets(buf, at, offset, transposed(quotes), transposed(brackets));
  }

  /// The bits of an eight by eight square, rows and columns exchanged.
  private static long transposed(long square) {
    long x = square;
    long t = (x ^ (x >>> 7)) & 0x00AA00AA00AA00AAL;
    x ^= t ^ (t << 7);
    t = (x ^ (x >>> 14)) & 0x0000CCCC0000CCCCL;
    x ^= t ^ (t << 14);
    t = (x ^ (x >>> 28)) & 0x00000000F0F0F0F0L;
    return x ^ t ^ (t << 28);
  }

  private int unusualBlock(byte[] buf, int at, int offset) {
    long quotes = 0;
    long slashes = 0;
    long brackets = 0;
    for (int i = 0; i < BLOCK; i += 8) {
      long word = (long) LONG.get(buf, at + i);
      quotes |= bits(zeros(word ^ QUOTES)) << i;
      brackets |= bits(zeros((word | CASE) ^ BRACKETS)) << i;
      long slash = zeros(word ^ SLASHES);
      if (slash != 0) {
        slashes |= bits(slash) << i;
      }
    }
    if ((slashes | escape) != 0) {
      quotes &= ~escaped(slashes);
    }
    return brackets(buf, at, offset, quotes, brackets);
  }

  private int brackets(byte[] buf, int at, int offset, long quotes, long brackets) {
    long strings = between(quotes) ^ inString;
    inString = strings >> 63;
    for (long rest = brackets & ~strings; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if (bracket(buf[at + i], offset + i)) {
        return i + 1;
      }
    }
    return UNFINISHED;
  }

  /// 0x80 in every byte that is zero in `word`, nothing elsewhere.
  private static long zeros(long word) {
    return ~(((word & LOW_SEVEN) + LOW_SEVEN) | word | LOW_SEVEN);
  }

  /// The high bits of the eight bytes as the low eight bits.
  private static long bits(long highs) {
    return ((highs >>> 7) * 0x0102040810204080L) >>> 56;
  }

  /// One where the byte is escaped: it follows an odd number of backslashes.
  private long escaped(long slashes) {
    long starting = slashes & ~escape;
    long follows = (starting << 1) | escape;
    long oddStarts = starting & ~EVEN & ~follows;
    long evenSequences = oddStarts + starting;
    escape =
        Long.compareUnsigned(evenSequences, oddStarts) < 0
            ? 1
            : 0; // the addition carried out of the block
    return (EVEN ^ (evenSequences << 1)) & follows;
  }

  /// One from each odd quote on up to the quote after it.
  private static long between(long quotes) {
    long x = quotes ^ (quotes << 1);
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    return x ^ (x << 32);
  }

  /// Takes note of a bracket; true when it closes the value. `{ } [ ]` differ in three bits: two
  /// say open or close, one says object or list. With both or none of the two it is a character
  /// that only looks alike under the mask, and the reader refuses it.
  private boolean bracket(byte c, int offset) {
    int isArray = (~c >> 5) & 1;
    int which = c & 6;
    if (which == 2) {
      return push(isArray, offset);
    }
    return which == 4 && pop(isArray, offset);
  }

  private boolean push(int isArray, int offset) {
    if (depth >= maxDepth || isCounting) {
      tooDeepAt = tooDeepAt == NOWHERE ? offset : tooDeepAt;
      depth++; // only counted, so that the end of the value is found
      return false;
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
      nexts = Arrays.copyOf(nexts, count * 2);
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = (count++ << 1) | isArray;
    return false;
  }

  private boolean pop(int isArray, int offset) {
    if (depth > maxDepth || isCounting) {
      return --depth == 0;
    }
    int top = open[--depth];
    if ((top & 1) != isArray) {
      throw new WireException(isArray == 1 ? "']' closes an object" : "'}' closes a list", offset);
    }
    ends[top >> 1] = offset + 1;
    nexts[top >> 1] = count;
    return depth == 0;
  }

  /// Fails when the value is nested deeper than allowed. Its end is known then, and that of every
  /// part up to the maximal depth; deeper parts are not.
  void requireDepth() {
    if (tooDeepAt != NOWHERE) {
      throw new WireException(
          "nested deeper than " + maxDepth + " levels (DecodeLimits.maxDepth)", tooDeepAt);
    }
  }

  int end(int ordinal) {
    return ends[ordinal];
  }

  int next(int ordinal) {
    return nexts[ordinal];
  }

  /// Whether all bytes in `[from, to)` are ASCII.
  static boolean isAscii(byte[] buf, int from, int to) {
    int i = from;
    long all = 0;
    for (; to - i >= 8; i += 8) {
      all |= (long) LONG.get(buf, i);
    }
    for (; i < to; i++) {
      all |= buf[i];
    }
    return (all & HIGHS) == 0;
  }

  /// The first position in `[from, to)` that holds a quote, a backslash or a control character;
  /// `to` if none does.
  static int special(byte[] buf, int from, int to) {
    int i = from;
    for (int last = Math.min(to, buf.length - 7); i < last; i += 8) {
      long w = (long) LONG.get(buf, i);
      long quote = w ^ QUOTES;
      long slash = w ^ SLASHES;
      // A byte above the first hit may be a false one; only the first counts.
      long found =
          (((quote - ONES) & ~quote) | ((slash - ONES) & ~slash) | ((w - ONES * 0x20) & ~w))
              & HIGHS;
      if (found != 0) {
        return Math.min(to, i + (Long.numberOfTrailingZeros(found) >>> 3));
      }
    }
    for (; i < to; i++) {
      byte c = buf[i];
      if (c == '"' || c == '\\' || (c >= 0 && c < 0x20)) {
        return i;
      }
    }
    return to;
  }
}
