package dev.drover.api.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds the end of a JSON value, and the end of every object and array inside it, in one pass over
/// bytes that may still be arriving.
///
/// JSON does not say how long a value is. The decoder needs to know before it decodes: to wait
/// until an item has arrived whole, to step over a field that nobody wants, and to look up a part
/// by its bytes. One pass at the speed of a bracket count answers all three:
///
/// ```
///   {"a":[1,{}],"b":{}}        ordinal   0   1   2   3        opening bracket, in order
///   0    1  2       3          end      19  11  10  18        offset just behind its closing one
///                              next      4   3   3   4        first ordinal behind it
/// ```
///
/// Only brackets and strings are checked here; the grammar between them is the reader's. One
/// thread; reused from value to value.
public final class JsonIndex {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final int UNFINISHED = -1;

  private final int maxDepth;
  private int[] ends = new int[256];
  private int[] nexts = new int[256];
  private int[] open = new int[32]; // (ordinal << 1 | isArray) of the brackets not closed yet
  private int count;
  private int depth;
  private boolean inString;
  private boolean inScalar;

  public JsonIndex(int maxDepth) {
    this.maxDepth = maxDepth;
  }

  /// Starts over for a new value.
  public void reset() {
    count = 0;
    depth = 0;
    inString = false;
    inScalar = false;
  }

  /// Goes on over `buf[from, to)`, where `start` is the position of the value's first byte. Returns
  /// the position just behind the value, or -1 when it has not ended yet; then call again with more
  /// bytes, with `from` = the old `to`. A bare number or word ends only at a byte behind it: see
  /// [#endsAtEof()].
  public int scan(byte[] buf, int start, int from, int to) {
    int i = from;
    while (i < to) {
      if (inString) {
        i = special(buf, i, to);
        if (i == to) {
          return UNFINISHED;
        }
        byte c = buf[i];
        if (c == '\\') {
          if (i + 1 == to) {
            // Step back: the escape is looked at again when its second byte is there.
            return pending(i, to);
          }
          i += 2;
          continue;
        }
        if (c != '"') {
          throw new WireException("control character in a string", i - start);
        }
        inString = false;
        i++;
        if (depth == 0) {
          return i;
        }
        continue;
      }
      byte c = buf[i++];
      switch (c) {
        case '"' -> inString = true;
        case '{' -> push(0, i - start);
        case '[' -> push(1, i - start);
        case '}' -> {
          if (inScalar && depth == 0) {
            return i - 1;
          }
          if (pop(0, i - start)) {
            return i;
          }
        }
        case ']' -> {
          if (inScalar && depth == 0) {
            return i - 1;
          }
          if (pop(1, i - start)) {
            return i;
          }
        }
        default -> {
          if (depth == 0) {
            if (c == ',' || c == ':' || (c <= ' ' && c >= 0)) {
              if (!inScalar) {
                throw new WireException(
                    "expected a value, found '" + (char) c + "'", i - 1 - start);
              }
              return i - 1;
            }
            inScalar = true;
          }
        }
      }
    }
    return UNFINISHED;
  }

  private boolean escapePending;

  private int pending(int at, int to) {
    escapePending = at < to;
    return UNFINISHED;
  }

  /// How many bytes before the end of the scanned range the next [#scan] must begin again (0, or 1
  /// for a string escape that was cut in two).
  public int lookBack() {
    boolean was = escapePending;
    escapePending = false;
    return was ? 1 : 0;
  }

  /// Whether the value is a bare number or word, which the end of the input ends too.
  public boolean endsAtEof() {
    return inScalar && depth == 0;
  }

  private void push(int isArray, int offset) {
    if (depth == maxDepth) {
      throw new WireException("nested deeper than " + maxDepth + " levels", offset - 1);
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
      nexts = Arrays.copyOf(nexts, count * 2);
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = count++ << 1 | isArray;
  }

  private boolean pop(int isArray, int offset) {
    if (depth == 0) {
      throw new WireException("closing bracket without an opening one", offset - 1);
    }
    int top = open[--depth];
    if ((top & 1) != isArray) {
      throw new WireException(
          isArray == 1 ? "']' closes an object" : "'}' closes an array", offset - 1);
    }
    ends[top >> 1] = offset;
    nexts[top >> 1] = count;
    return depth == 0;
  }

  int end(int ordinal) {
    return ends[ordinal];
  }

  int next(int ordinal) {
    return nexts[ordinal];
  }

  /// The first position in `[from, to)` that holds a quote, a backslash or a control character;
  /// `to` if none does. Eight bytes at a time: field values are long enough for it to pay.
  static int special(byte[] buf, int from, int to) {
    int i = from;
    int last = Math.min(to, buf.length - 7);
    for (; i < last; i += 8) {
      long w = (long) LONG.get(buf, i);
      long quote = w ^ ONES * '"';
      long slash = w ^ ONES * '\\';
      long found =
          ((quote - ONES & ~quote) | (slash - ONES & ~slash) | (w - ONES * 0x20 & ~w)) & HIGHS;
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
