package dev.drover.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes compact JSON into a growing byte array. The writer adds commas; the caller keeps objects
/// and lists balanced.
public final class JsonWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] buf = new byte[512];
  private int length;
  private int depth;
  private boolean comma; // a value was written at this level, so the next one needs a comma
  private final boolean sparse;

  /// A writer of everything that Go would write.
  public JsonWriter() {
    this(false);
  }

  /// A writer that, when `sparse`, is given only what was set: see [#isSparse].
  public JsonWriter(boolean sparse) {
    this.sparse = sparse;
  }

  /// Whether fields that were not set are left out even where Go writes a zero for them.
  public boolean isSparse() {
    return sparse;
  }

  /// How many objects and lists are open.
  public int depth() {
    return depth;
  }

  public JsonWriter beginObject() {
    return open('{');
  }

  public JsonWriter endObject() {
    return close('}');
  }

  public JsonWriter beginArray() {
    return open('[');
  }

  public JsonWriter endArray() {
    return close(']');
  }

  private JsonWriter open(char bracket) {
    separate(1);
    buf[length++] = (byte) bracket;
    comma = false;
    depth++;
    return this;
  }

  private JsonWriter close(char bracket) {
    ensure(1);
    buf[length++] = (byte) bracket;
    comma = true;
    depth--;
    return this;
  }

  /// A member's name; `name` is UTF-8 that needs no escape.
  public JsonWriter name(byte[] name) {
    separate(name.length + 3);
    buf[length++] = '"';
    System.arraycopy(name, 0, buf, length, name.length);
    length += name.length;
    buf[length++] = '"';
    buf[length++] = ':';
    comma = false;
    return this;
  }

  /// A member's name of any content.
  public JsonWriter name(String name) {
    string(name);
    ensure(1);
    buf[length++] = ':';
    comma = false;
    return this;
  }

  public JsonWriter string(String text) {
    int n = text.length();
    separate(n * 6 + 2); // the worst case: every character is an escape
    buf[length++] = '"';
    for (int i = 0; i < n; i++) {
      char c = text.charAt(i);
      if (c < 0x80 && c >= 0x20 && c != '"' && c != '\\') {
        buf[length++] = (byte) c;
      } else if (c < 0x80) {
        escape(c);
      } else {
        i = encode(text, i);
      }
    }
    buf[length++] = '"';
    comma = true;
    return this;
  }

  private void escape(char c) {
    buf[length++] = '\\';
    switch (c) {
      case '"', '\\' -> buf[length++] = (byte) c;
      case '\n' -> buf[length++] = 'n';
      case '\r' -> buf[length++] = 'r';
      case '\t' -> buf[length++] = 't';
      default -> {
        buf[length++] = 'u';
        buf[length++] = '0';
        buf[length++] = '0';
        buf[length++] = HEX[c >> 4];
        buf[length++] = HEX[c & 15];
      }
    }
  }

  /// UTF-8 for the character at `i`; a lone surrogate becomes U+FFFD, as Go writes it.
  private int encode(String text, int i) {
    int code = text.codePointAt(i);
    if (code >= 0xD800 && code <= 0xDFFF) {
      code = 0xFFFD;
    }
    if (code < 0x800) {
      buf[length++] = (byte) (0xC0 | (code >> 6));
    } else if (code < 0x10000) {
      buf[length++] = (byte) (0xE0 | (code >> 12));
      buf[length++] = (byte) (0x80 | ((code >> 6) & 0x3F));
    } else {
      buf[length++] = (byte) (0xF0 | (code >> 18));
      buf[length++] = (byte) (0x80 | ((code >> 12) & 0x3F));
      buf[length++] = (byte) (0x80 | ((code >> 6) & 0x3F));
    }
    buf[length++] = (byte) (0x80 | (code & 0x3F));
    return code < 0x10000 ? i : i + 1;
  }

  public JsonWriter number(long value) {
    return ascii(Long.toString(value));
  }

  /// A double; whole ones are written without a fraction, as Go does.
  public JsonWriter number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no number for " + value);
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      boolean isMinusZero = value == 0 && Double.doubleToRawLongBits(value) != 0;
      return isMinusZero ? ascii("-0") : number((long) value);
    }
    return ascii(Double.toString(value));
  }

  public JsonWriter bool(boolean value) {
    return ascii(value ? "true" : "false");
  }

  public JsonWriter nul() {
    return ascii("null");
  }

  /// Bytes that are already JSON.
  public JsonWriter raw(byte[] json) {
    separate(json.length);
    System.arraycopy(json, 0, buf, length, json.length);
    length += json.length;
    comma = true;
    return this;
  }

  private JsonWriter ascii(String text) {
    separate(text.length());
    for (int i = 0; i < text.length(); i++) {
      buf[length++] = (byte) text.charAt(i);
    }
    comma = true;
    return this;
  }

  private void separate(int room) {
    ensure(room + 1);
    if (comma) {
      buf[length++] = ',';
    }
  }

  private void ensure(int room) {
    if (buf.length - length < room) {
      buf = Arrays.copyOf(buf, Math.max(buf.length * 2, length + room));
    }
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(buf, length);
  }

  /// Everything that was written, as another value than an array.
  public <R> R result(Slice<R> result) {
    return result.of(buf, 0, length);
  }
}
