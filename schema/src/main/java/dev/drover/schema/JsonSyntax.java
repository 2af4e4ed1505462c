package dev.drover.schema;

import java.util.BitSet;

/// Checks that bytes are one JSON value; the error names what they are instead, in Go's words.
///
/// Needs no stack, however deep the value nests: bodies may be hostile.
final class JsonSyntax {
  private static final int MAX_DEPTH = 10_000; // Go's

  private final byte[] data;
  private final BitSet isObject = new BitSet(); // what each open level is
  private int depth;
  private int at;

  private JsonSyntax(byte[] data) {
    this.data = data;
  }

  /// @throws UnreadableException unless the bytes are exactly one JSON value
  static void check(byte[] data) {
    JsonSyntax syntax = new JsonSyntax(data);
    syntax.openOrLiteral();
    while (syntax.depth > 0) {
      syntax.next();
    }
    syntax.skipSpace();
    if (syntax.at < data.length) {
      throw syntax.unexpected("after top-level value");
    }
  }

  /// After a value inside an object or list: to the end of the next value, or out of it.
  private void next() {
    byte c = peek();
    if (isObject.get(depth)) {
      switch (c) {
        case ',' -> {
          at++;
          member();
        }
        case '}' -> close();
        default -> throw unexpected("after object key:value pair");
      }
    } else {
      switch (c) {
        case ',' -> {
          at++;
          openOrLiteral();
        }
        case ']' -> close();
        default -> throw unexpected("after array element");
      }
    }
  }

  /// Over a whole literal, over an empty object or list, or to the end of the first literal inside.
  private void openOrLiteral() {
    for (byte c = peek(); c == '{' || c == '['; c = peek()) {
      if (++depth > MAX_DEPTH) {
        throw unexpected("exceeded max depth");
      }
      at++;
      isObject.set(depth, c == '{');
      byte first = peek();
      if (first == (c == '{' ? '}' : ']')) {
        close();
        return;
      }
      if (c == '{') {
        name();
      }
    }
    literal();
  }

  private void close() {
    depth--;
    at++;
  }

  private void member() {
    peek();
    name();
    openOrLiteral();
  }

  private void name() {
    if (peek() != '"') {
      throw unexpected("looking for beginning of object key string");
    }
    string();
    if (peek() != ':') {
      throw unexpected("after object key");
    }
    at++;
  }

  private void literal() {
    switch (peek()) {
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw unexpected("looking for beginning of value");
    }
  }

  private void string() {
    at++;
    while (true) {
      if (at >= data.length) {
        throw ended();
      }
      byte c = data[at];
      if (c == '"') {
        at++;
        return;
      }
      if (c >= 0 && c < ' ') {
        throw unexpected("in string literal");
      }
      at++;
      if (c == '\\') {
        escape();
      }
    }
  }

  private void escape() {
    switch (inLiteral()) {
      case 'b', 'f', 'n', 'r', 't', '\\', '/', '"' -> at++;
      case 'u' -> {
        at++;
        for (int i = 0; i < 4; i++, at++) {
          if (Character.digit(inLiteral(), 16) < 0) {
            throw unexpected("in \\u hexadecimal character escape");
          }
        }
      }
      default -> throw unexpected("in string escape code");
    }
  }

  private void word(String word) {
    at++;
    for (int i = 1; i < word.length(); i++, at++) {
      if (inLiteral() != word.charAt(i)) {
        throw unexpected("in literal " + word + " (expecting '" + word.charAt(i) + "')");
      }
    }
  }

  private void number() {
    if (data[at] == '-') {
      at++;
    }
    if (inLiteral() == '0') {
      at++;
    } else {
      digits("in numeric literal");
    }
    if (inLiteral() == '.') {
      at++;
      digits("after decimal point in numeric literal");
    }
    if (inLiteral() == 'e' || inLiteral() == 'E') {
      at++;
      if (inLiteral() == '+' || inLiteral() == '-') {
        at++;
      }
      digits("in exponent of numeric literal");
    }
  }

  private void digits(String where) {
    if (!isDigit(inLiteral())) {
      throw unexpected(where);
    }
    while (isDigit(inLiteral())) {
      at++;
    }
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /// The byte here; after the end Go sees a space first.
  private byte inLiteral() {
    return at < data.length ? data[at] : (byte) ' ';
  }

  private byte peek() {
    skipSpace();
    if (at >= data.length) {
      throw ended();
    }
    return data[at];
  }

  private void skipSpace() {
    while (at < data.length && JsonCursor.isSpace(data[at])) {
      at++;
    }
  }

  private static UnreadableException ended() {
    return new UnreadableException("unexpected end of JSON input");
  }

  private UnreadableException unexpected(String where) {
    return new UnreadableException(
        "invalid character " + GoQuoting.quoteByte(inLiteral()) + " " + where);
  }
}
