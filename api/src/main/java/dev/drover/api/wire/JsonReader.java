package dev.drover.api.wire;

import java.util.BitSet;

/// Reads the values of one whole JSON value in memory; [JsonCursor] has the way through it.
///
/// Strict: what RFC 8259 does not allow is a [WireException].
///
/// One thread; valid until the buffer below it changes.
public final class JsonReader extends JsonCursor {
  private int numberFrom;

  public JsonReader(JsonIndex index) {
    super(index);
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

  /// Steps over `null` if it is next.
  public boolean tryNull() {
    if (peek() != 'n') {
      return false;
    }
    word("null");
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

  /// The next value's bytes, checked, copied and stepped over. White space between tokens is left
  /// out, so that equal values have equal bytes however they were printed.
  public <R> R raw(Slice<R> result) {
    peek();
    int from = pos;
    spaces = false;
    skipChecked();
    if (!spaces) {
      return result.of(buf, from, pos);
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
    return result.of(copy, 0, n);
  }

  /// The number last read, cut where it is long.
  private String shown() {
    return JsonNumber.text(buf, numberFrom, Math.min(pos, numberFrom + 20));
  }
}
