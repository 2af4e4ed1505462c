package dev.drover.api.wire;

import java.util.Arrays;
import java.util.BitSet;

/// A cursor over one whole JSON value in memory.
///
/// Strict: what RFC 8259 does not allow is a [WireException]. The cursor always stands just before
/// a value, a name or a closing bracket; objects and arrays can be stepped over in one jump,
/// because a [JsonIndex] knows where they end.
///
/// One thread; valid until the buffer below it changes.
public final class JsonReader {
  private byte[] buf = new byte[0];
  private int start; // position of the value's first byte: offsets in errors count from here
  private int pos;
  private int end;
  private int ordinal; // how many brackets have been opened before `pos`
  private final JsonIndex index;

  private int nameFrom;
  private int nameTo;
  private int numberFrom;
  private boolean spaces; // white space was skipped since this was cleared

  public JsonReader(JsonIndex index) {
    this.index = index;
  }

  /// A reader over a complete value; white space around it is allowed, anything else is not.
  public static JsonReader over(byte[] bytes, int from, int to, int maxDepth) {
    JsonIndex index = new JsonIndex(maxDepth);
    int first = from;
    while (first < to && isSpace(bytes[first])) {
      first++;
    }
    int last = first == to ? -1 : index.scan(bytes, first, first, to);
    if (last < 0) { // the bytes end before the value does
      if (first == to || !JsonIndex.isBare(bytes[first])) {
        throw new WireException("unexpected end of JSON", to - from);
      }
      last = to;
    }
    index.requireDepth();
    for (int i = last; i < to; i++) {
      if (!isSpace(bytes[i])) {
        throw new WireException("unexpected data after the JSON value", i - from);
      }
    }
    JsonReader reader = new JsonReader(index);
    reader.reset(bytes, first, last);
    return reader;
  }

  /// Points the reader at the value in `[from, to)`, which the index has just scanned.
  void reset(byte[] bytes, int from, int to) {
    buf = bytes;
    start = from;
    pos = from;
    end = to;
    ordinal = 0;
  }

  /// Fails when the value is nested deeper than the index allows. Parts of such a value can be
  /// stepped over, but not read.
  public void requireDepth() {
    index.requireDepth();
  }

  static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /// The first byte of what comes next, white space skipped; 0 at the end.
  public byte peek() {
    int i = pos;
    while (i < end && buf[i] <= ' ' && isSpace(buf[i])) {
      i++;
      spaces = true;
    }
    pos = i;
    return i < end ? buf[i] : 0;
  }

  /// Steps over `null` if it is next.
  public boolean tryNull() {
    if (peek() != 'n') {
      return false;
    }
    word("null");
    return true;
  }

  /// Steps into an object.
  public void beginObject() {
    if (peek() != '{') {
      throw expected("an object");
    }
    pos++;
    ordinal++;
  }

  /// Steps to the next member of the object, `first` for the first call, and over its name and
  /// colon; false, and out of the object, at its end.
  public boolean nextName(boolean first) {
    byte c = peek();
    if (c == '}') {
      pos++;
      return false;
    }
    if (!first) {
      if (c != ',') {
        throw expected("',' or '}'");
      }
      pos++;
      c = peek();
    }
    if (c != '"') {
      throw expected("a field name in quotes");
    }
    nameFrom = pos + 1;
    nameTo = JsonText.closingQuote(buf, pos, end, start);
    pos = nameTo + 1;
    colon();
    return true;
  }

  /// As [#nextName], for a name that is very likely `guess`: true when it is, and then the name is
  /// consumed. When it is not, the cursor has not moved.
  public boolean nextNameIs(FieldName guess, boolean first) {
    int i = pos;
    if (!first) {
      if (i >= end || buf[i] != ',') {
        return false;
      }
      i++;
    }
    int to = i + 1 + guess.length();
    if (to + 1 >= end
        || buf[i] != '"'
        || buf[to] != '"'
        || buf[to + 1] != ':'
        || !guess.isAt(buf, i + 1)) {
      return false;
    }
    pos = to + 2;
    return true;
  }

  private void colon() {
    if (pos < end && buf[pos] == ':') {
      pos++;
      return;
    }
    if (peek() != ':') {
      throw expected("':'");
    }
    pos++;
  }

  /// Whether the name last read is `name` (UTF-8, without escapes).
  public boolean nameEquals(byte[] name) {
    return Arrays.equals(buf, nameFrom, nameTo, name, 0, name.length);
  }

  /// A cheap hash of the name last read, equal to [#nameHash(byte[])] of the same bytes.
  public int nameHash() {
    return nameHash(buf, nameFrom, nameTo);
  }

  /// See [#nameHash()].
  public static int nameHash(byte[] name) {
    return nameHash(name, 0, name.length);
  }

  private static int nameHash(byte[] b, int from, int to) {
    int n = to - from;
    if (n == 0) {
      return 0;
    }
    int h = n * 31 + b[from];
    h = h * 31 + b[to - 1];
    h = h * 31 + b[from + (n >> 1)];
    h = h * 31 + b[from + (n >> 2)];
    return h ^ h >>> 7;
  }

  /// Whether the name last read is written with escapes.
  public boolean nameHasEscapes() {
    return JsonIndex.special(buf, nameFrom, nameTo) != nameTo;
  }

  /// The name last read, as text.
  public String name() {
    return nameHasEscapes()
        ? JsonText.unescape(buf, nameFrom, nameTo, start)
        : JsonText.plain(buf, nameFrom, nameTo, start);
  }

  /// Steps into an array.
  public void beginArray() {
    if (peek() != '[') {
      throw expected("a list");
    }
    pos++;
    ordinal++;
  }

  /// Steps to the next item of the array; false, and out of the array, at its end.
  public boolean nextItem(boolean first) {
    byte c = peek();
    if (c == ']') {
      pos++;
      return false;
    }
    if (!first) {
      if (c != ',') {
        throw expected("',' or ']'");
      }
      pos++;
      if (peek() == ']') {
        throw expected("a value");
      }
    }
    return true;
  }

  /// The text of a string.
  public String string() {
    if (peek() != '"') {
      throw expected("a string");
    }
    int from = pos + 1;
    int i = JsonIndex.special(buf, from, end);
    if (i < end && buf[i] == '"') {
      pos = i + 1;
      return JsonText.plain(buf, from, i, start);
    }
    i = JsonText.closingQuote(buf, pos, end, start);
    pos = i + 1;
    return JsonText.unescape(buf, from, i, start);
  }

  /// Where the next value, a string, ends, if it has no escapes: [#position] + 1 up to there are
  /// its UTF-8 bytes. Else -1.
  public int plainEnd() {
    if (peek() != '"') {
      throw expected("a string");
    }
    int i = JsonIndex.special(buf, pos + 1, end);
    return i < end && buf[i] == '"' ? i : -1;
  }

  /// A boolean.
  public boolean bool() {
    byte c = peek();
    if (c == 't') {
      word("true");
      return true;
    }
    if (c == 'f') {
      word("false");
      return false;
    }
    throw expected("true or false");
  }

  private void word(String word) {
    if (!isNext(word)) {
      throw expected("a value");
    }
    pos += word.length();
  }

  private boolean isNext(String word) {
    int to = pos + word.length();
    boolean same = to <= end;
    for (int i = 0; same && i < word.length(); i++) {
      same = buf[pos + i] == word.charAt(i);
    }
    return same && (to == end || !isWordByte(buf[to]));
  }

  static boolean isWordByte(byte c) {
    return c != ',' && c != '}' && c != ']' && !isSpace(c);
  }

  /// A whole number that fits a long.
  public long integer() {
    if (number()) {
      throw new WireException("expected a whole number, found " + shown(), numberFrom - start);
    }
    return JsonNumber.toLong(buf, numberFrom, pos, start);
  }

  /// A whole number that fits an int.
  public int integer32() {
    long value = integer();
    if (value != (int) value) {
      throw new WireException("number does not fit 32 bits", numberFrom - start);
    }
    return (int) value;
  }

  /// Any number, as a double; one that no double can hold is an error.
  public double real() {
    number();
    return JsonNumber.toDouble(buf, numberFrom, pos, start);
  }

  /// A number as Go's untyped decoder gives it: a [Long] when it is written as a whole number that
  /// fits, else a [Double].
  public Number number64() {
    return number()
        ? JsonNumber.toDouble(buf, numberFrom, pos, start)
        : JsonNumber.toNumber(buf, numberFrom, pos, start);
  }

  /// Steps over a number and checks its grammar; true when it has a fraction or an exponent.
  private boolean number() {
    peek();
    numberFrom = pos;
    long found = JsonNumber.scan(buf, pos, end, start);
    if (found < 0) {
      throw expected("a number");
    }
    pos = (int) (found >> 1);
    return (found & 1) != 0;
  }

  /// Steps over the next value with a full check of its grammar, however deep it is.
  public void skipChecked() {
    byte c = peek();
    if (c != '{' && c != '[') {
      skipScalar(c);
      return;
    }
    int after = index.next(ordinal);
    BitSet lists = new BitSet(); // of the levels that are open
    int depth = 0;
    do {
      c = peek();
      boolean opens = c == '{' || c == '[';
      if (opens) {
        lists.set(depth++, c == '[');
        pos++;
      } else {
        skipScalar(c);
      }
      boolean first = opens;
      while (depth > 0 && !nextMember(lists.get(depth - 1), first)) {
        depth--;
        first = false;
      }
    } while (depth > 0);
    ordinal = after;
  }

  private boolean nextMember(boolean isList, boolean first) {
    if (isList) {
      return nextItem(first);
    }
    boolean found = nextName(first);
    if (found) {
      JsonText.check(buf, nameFrom, nameTo, start);
    }
    return found;
  }

  private void skipScalar(byte first) {
    switch (first) {
      case '"' -> {
        int to = JsonText.closingQuote(buf, pos, end, start);
        JsonText.check(buf, pos + 1, to, start);
        pos = to + 1;
      }
      case 't', 'f' -> bool();
      case 'n' -> word("null");
      default -> number();
    }
  }

  /// Steps over the next value in one jump, unread.
  public void skip() {
    skipTo(extent());
  }

  /// The position just after the next value; the cursor stays before it.
  public int extent() {
    byte c = peek();
    if (c == '{' || c == '[') {
      return start + index.end(ordinal);
    }
    if (c == '"') {
      return JsonText.closingQuote(buf, pos, end, start) + 1;
    }
    int i = pos;
    while (i < end && isWordByte(buf[i]) && JsonIndex.isBare(buf[i])) {
      i++; // a bracket in a word would be one that the index has counted and the cursor has not
    }
    if (i == pos) {
      throw expected("a value");
    }
    return i;
  }

  /// Jumps to `to`, which [#extent] gave.
  public void skipTo(int to) {
    byte c = buf[pos];
    if (c == '{' || c == '[') {
      ordinal = index.next(ordinal);
    }
    pos = to;
  }

  /// Goes back to the start of the value.
  public void rewind() {
    pos = start;
    ordinal = 0;
  }

  /// The place of the cursor, for [#reset(long)].
  public long mark() {
    return (long) pos << 32 | ordinal;
  }

  /// Goes back to a mark.
  public void reset(long mark) {
    pos = (int) (mark >>> 32);
    ordinal = (int) mark;
  }

  /// The cursor's position in [#buffer].
  public int position() {
    return pos;
  }

  /// The cursor's offset in the value, for errors.
  public int offset() {
    return pos - start;
  }

  /// The bytes below the cursor.
  public byte[] buffer() {
    return buf;
  }

  /// The next value's bytes, checked, copied and stepped over. White space between tokens is left
  /// out, so that equal values have equal bytes however they were printed.
  public byte[] raw() {
    peek();
    int from = pos;
    spaces = false;
    skipChecked();
    if (!spaces) {
      return Arrays.copyOfRange(buf, from, pos);
    }
    byte[] copy = new byte[pos - from];
    int n = 0;
    boolean inString = false;
    for (int i = from; i < pos; i++) {
      byte c = buf[i];
      if (inString) {
        if (c == '\\') {
          copy[n++] = c;
          c = buf[++i];
        } else if (c == '"') {
          inString = false;
        }
      } else if (c == '"') {
        inString = true;
      } else if (isSpace(c)) {
        continue;
      }
      copy[n++] = c;
    }
    return n == copy.length ? copy : Arrays.copyOf(copy, n);
  }

  /// Fails unless the whole value has been read.
  public void requireEnd() {
    if (peek() != 0 || pos != end) {
      throw expected("the end");
    }
  }

  /// An error that says what would have fitted here and what stands there instead. Content is never
  /// shown: where a quote is missing, a secret may stand anywhere.
  public WireException expected(String what) {
    byte c = peek();
    String found =
        switch (c) {
          case 0 -> pos == end ? "the end" : "a control character";
          case '{' -> "an object";
          case '[' -> "a list";
          case '"' -> "a string";
          case ',', ':', '}', ']' -> "'" + (char) c + "'";
          case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> "a number";
          default ->
              isNext("null")
                  ? "null"
                  : isNext("true") ? "true" : isNext("false") ? "false" : "no JSON value";
        };
    return new WireException("expected " + what + ", found " + found, pos - start);
  }

  /// The number last read, cut where it is long.
  private String shown() {
    return JsonNumber.text(buf, numberFrom, Math.min(pos, numberFrom + 20));
  }
}
