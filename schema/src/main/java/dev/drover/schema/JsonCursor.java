package dev.drover.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the tokens of JSON that [JsonSyntax] has found to be well formed.
///
/// Members keep their order and may be there twice; numbers keep their digits. Text is what Go
/// makes of it: every byte that is no UTF-8, and every half of a surrogate pair, is U+FFFD.
final class JsonCursor {
  /// How deep an object may nest.
  static final int MAX_DEPTH = 250;

  /// How much deeper its managed fields may nest, which are not the client's.
  static final int MORE_DEPTH = 50;

  private static final int REPLACEMENT = 0xFFFD;

  private final byte[] data;
  private int at;
  private int depth;

  JsonCursor(byte[] data) {
    this.data = data;
  }

  static boolean isSpace(byte c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  /// The first byte of the next value; nothing is consumed.
  byte peek() {
    while (isSpace(data[at])) {
      at++;
    }
    return data[at];
  }

  /// What Go's messages call the next value.
  String kind() {
    return switch (peek()) {
      case '{' -> "object";
      case '[' -> "array";
      case '"' -> "string";
      case 't', 'f' -> "bool";
      case 'n' -> "null";
      default -> "number";
    };
  }

  /// Steps over `null` if it is next.
  boolean tryNull() {
    if (peek() != 'n') {
      return false;
    }
    at += "null".length();
    return true;
  }

  /// Steps into an object or a list.
  void enter() {
    if (++depth > MAX_DEPTH + MORE_DEPTH) {
      throw new UnreadableException("json: nested deeper than " + MAX_DEPTH + " levels");
    }
    peek();
    at++;
  }

  /// Steps to the value of the object's next member and returns its name; null, and out of the
  /// object, at its end.
  @Nullable String nextName() {
    if (!nextItem()) {
      return null;
    }
    String name = string();
    peek();
    at++; // the colon
    return name;
  }

  /// Steps to the list's next item; false, and out of the list, at its end.
  boolean nextItem() {
    byte c = peek();
    if (c == '}' || c == ']') {
      at++;
      depth--;
      return false;
    }
    if (c == ',') {
      at++;
      peek();
    }
    return true;
  }

  /// The bytes of the next literal as they are written; for an object or list `{}` or `[]`, which
  /// is enough to tell that it is none.
  String literal() {
    peek();
    int from = at;
    skip();
    return data[from] == '{'
        ? "{}"
        : data[from] == '[' ? "[]" : new String(data, from, at - from, StandardCharsets.UTF_8);
  }

  boolean bool() {
    boolean value = peek() == 't';
    at += value ? 4 : 5;
    return value;
  }

  /// Steps over the next value, whatever it is.
  void skip() {
    int open = 0;
    do {
      switch (peek()) {
        case '{', '[' -> {
          open++;
          at++;
        }
        case '}', ']' -> {
          open--;
          at++;
        }
        case ',', ':' -> at++;
        case '"' -> skipString();
        default -> {
          while (at < data.length && isWord(data[at])) {
            at++;
          }
        }
      }
    } while (open > 0);
  }

  private static boolean isWord(byte c) {
    return !isSpace(c) && c != ',' && c != '}' && c != ']';
  }

  private void skipString() {
    at++;
    while (data[at] != '"') {
      at += data[at] == '\\' ? 2 : 1;
    }
    at++;
  }

  /// The next value as a tree. Of members that are there twice the last counts.
  @Nullable Object tree() {
    return switch (peek()) {
      case '{' -> {
        enter();
        Map<String, @Nullable Object> members = new TreeMap<>();
        for (String name = nextName(); name != null; name = nextName()) {
          members.put(name, tree());
        }
        yield Collections.unmodifiableMap(members);
      }
      case '[' -> {
        enter();
        List<@Nullable Object> items = new ArrayList<>();
        while (nextItem()) {
          items.add(tree());
        }
        yield Collections.unmodifiableList(items);
      }
      case '"' -> string();
      case 't', 'f' -> bool();
      case 'n' -> {
        tryNull();
        yield null;
      }
      default -> number(literal());
    };
  }

  /// A number as Go's untyped decoder has it: whole if it is written so and fits, else real.
  private static Number number(String literal) {
    if (literal.indexOf('.') < 0) {
      try {
        return Long.parseLong(literal);
      } catch (NumberFormatException e) {
        return real(literal); // has an exponent, or does not fit
      }
    }
    return real(literal);
  }

  private static Double real(String literal) {
    double value = Double.parseDouble(literal);
    if (Double.isInfinite(value)) {
      throw new UnreadableException(
          "json: cannot unmarshal number " + literal + " into Go value of type float64");
    }
    return value;
  }

  /// The text of a string.
  String string() {
    peek();
    int from = at + 1;
    skipString();
    int to = at - 1;
    for (int i = from; i < to; i++) {
      if (data[i] < 0 || data[i] == '\\') {
        return unquote(from, to);
      }
    }
    return new String(data, from, to - from, StandardCharsets.US_ASCII);
  }

  private String unquote(int from, int to) {
    StringBuilder out = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      byte c = data[i];
      if (c == '\\') {
        i = unescape(out, i + 1, to);
      } else if (c >= 0) {
        out.append((char) c);
        i++;
      } else {
        i = decode(out, i, to);
      }
    }
    return out.toString();
  }

  private int unescape(StringBuilder out, int i, int to) {
    switch (data[i]) {
      case 'b' -> out.append('\b');
      case 'f' -> out.append('\f');
      case 'n' -> out.append('\n');
      case 'r' -> out.append('\r');
      case 't' -> out.append('\t');
      case 'u' -> {
        char unit = hex(i + 1);
        if (!Character.isSurrogate(unit)) {
          out.append(unit);
          return i + 5;
        }
        if (i + 6 < to && data[i + 5] == '\\' && data[i + 6] == 'u') {
          char second = hex(i + 7);
          if (Character.isSurrogatePair(unit, second)) {
            out.append(unit).append(second);
            return i + 11;
          }
        }
        out.append((char) REPLACEMENT);
        return i + 5;
      }
      default -> out.append((char) data[i]);
    }
    return i + 1;
  }

  private char hex(int i) {
    int value = 0;
    for (int n = i; n < i + 4; n++) {
      value = value << 4 | Character.digit(data[n], 16);
    }
    return (char) value;
  }

  /// One character beyond ASCII. A byte that begins none stands for U+FFFD alone; Java's own
  /// decoder would take several together.
  private int decode(StringBuilder out, int i, int to) {
    int lead = data[i] & 0xFF;
    int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    int c = lead & (0x7F >> length);
    boolean valid = lead >= 0xC2 && lead <= 0xF4 && i + length <= to;
    for (int n = i + 1; valid && n < i + length; n++) {
      valid = (data[n] & 0xC0) == 0x80;
      c = c << 6 | data[n] & 0x3F;
    }
    int least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    if (!valid || c < least || c > Character.MAX_CODE_POINT || (c >= 0xD800 && c <= 0xDFFF)) {
      out.append((char) REPLACEMENT);
      return i + 1;
    }
    out.appendCodePoint(c);
    return i + length;
  }
}
