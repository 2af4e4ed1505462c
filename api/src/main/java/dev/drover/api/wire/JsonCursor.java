package dev.drover.api.wire;

import java.util.Arrays;

/// A place in one whole JSON value in memory: steps into objects and lists, from member to member,
/// and over values.
///
/// It always stands just before a value, a name or a closing bracket. Objects and lists are stepped
/// over in one jump, because a [JsonIndex] knows where they end.
public abstract sealed class JsonCursor permits JsonReader {
  byte[] buf = new byte[0];
  int start; // position of the value's first byte: offsets in errors count from here
  int pos;
  int end;
  int ordinal; // how many brackets have been opened before `pos`
  final JsonIndex index;

  int nameFrom;
  int nameTo;
  boolean spaces; // white space was skipped since this was cleared

  JsonCursor(JsonIndex index) {
    this.index = index;
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

  final boolean isNext(String word) {
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
}
