package dev.drover.server.core;

import dev.drover.api.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Escapes the characters of JSON that HTML or JavaScript would interpret, as Go's encoder does:
/// `<`, `>`, `&`, U+2028 and U+2029.
///
/// In JSON these characters occur in strings only, so that the bytes need no parsing.
public final class HtmlEscapes {
  private static final byte[] LESS = ascii("\\u003c");
  private static final byte[] GREATER = ascii("\\u003e");
  private static final byte[] AMPERSAND = ascii("\\u0026");
  private static final byte[] LINE = ascii("\\u2028");
  private static final byte[] PARAGRAPH = ascii("\\u2029");

  private HtmlEscapes() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// The JSON with escapes; the same bytes if there is nothing to escape.
  public static Bytes escape(Bytes json) {
    byte[] plain = json.toByteArray();
    byte[] escaped = escape(plain);
    return escaped == plain ? json : Bytes.of(escaped);
  }

  /// The JSON with escapes; the same array if there is nothing to escape.
  public static byte[] escape(byte[] json) {
    int at = next(json, 0);
    if (at == json.length) {
      return json;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + 64);
    int from = 0;
    while (at < json.length) {
      out.write(json, from, at - from);
      switch (json[at]) {
        case '<' -> out.writeBytes(LESS);
        case '>' -> out.writeBytes(GREATER);
        case '&' -> out.writeBytes(AMPERSAND);
        default -> {
          out.writeBytes(json[at + 2] == (byte) 0xa8 ? LINE : PARAGRAPH);
          at += 2;
        }
      }
      from = at + 1;
      at = next(json, from);
    }
    out.write(json, from, json.length - from);
    return out.toByteArray();
  }

  /// The position of the next character to escape, or the length.
  private static int next(byte[] json, int from) {
    for (int i = from; i < json.length; i++) {
      byte b = json[i];
      if (b == '<' || b == '>' || b == '&' || b == (byte) 0xe2 && isSeparator(json, i)) {
        return i;
      }
    }
    return json.length;
  }

  private static boolean isSeparator(byte[] json, int at) {
    return at + 2 < json.length
        && json[at + 1] == (byte) 0x80
        && (json[at + 2] == (byte) 0xa8 || json[at + 2] == (byte) 0xa9);
  }
}
