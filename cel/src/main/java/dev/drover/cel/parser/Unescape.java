package dev.drover.cel.parser;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Decodes the escapes of a string literal.
final class Unescape {
  private Unescape() {}

  /// The text of a string literal.
  static String text(String literal) {
    return new String(content(literal, false), StandardCharsets.UTF_8);
  }

  /// The bytes of a literal without its leading `b`.
  static byte[] bytes(String literal) {
    return content(literal, true);
  }

  private static byte[] content(String written, boolean bytes) {
    String literal = written.replace("\r\n", "\n").replace("\r", "\n");
    boolean raw = literal.startsWith("r") || literal.startsWith("R");
    if (raw) {
      literal = literal.substring(1);
    }
    int quotes =
        literal.length() >= 6 && (literal.startsWith("'''") || literal.startsWith("\"\"\""))
            ? 3
            : 1;
    String inner = literal.substring(quotes, literal.length() - quotes);
    if (raw || inner.indexOf('\\') < 0) {
      return inner.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int i = 0;
    while (i < inner.length()) {
      int c = inner.codePointAt(i);
      if (c != '\\') {
        out.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(c);
      } else {
        i = escape(inner, i + 1, bytes, out);
      }
    }
    return out.toByteArray();
  }

  private static int escape(String inner, int i, boolean bytes, ByteArrayOutputStream out) {
    char c = inner.charAt(i);
    int simple = "abfnrtv".indexOf(c);
    if (simple >= 0) {
      out.write("\u0007\b\f\n\r\t\u000b".charAt(simple));
      return i + 1;
    }
    switch (c) {
      case 'x', 'X' -> {
        return number(inner, i + 1, 2, 16, bytes, out);
      }
      case 'u', 'U' -> {
        if (bytes) {
          throw new IllegalArgumentException("unable to unescape string");
        }
        return number(inner, i + 1, c == 'u' ? 4 : 8, 16, false, out);
      }
      case '0', '1', '2', '3' -> {
        return number(inner, i, 3, 8, bytes, out);
      }
      default -> {
        out.write(c);
        return i + 1;
      }
    }
  }

  private static int number(
      String inner, int i, int digits, int radix, boolean bytes, ByteArrayOutputStream out) {
    long value = Long.parseLong(inner.substring(i, i + digits), radix);
    if (bytes) {
      out.write((int) value);
      return i + digits;
    }
    if (value > Character.MAX_CODE_POINT || (value >= 0xD800 && value <= 0xDFFF)) {
      throw new IllegalArgumentException("invalid unicode code point");
    }
    out.writeBytes(Character.toString((int) value).getBytes(StandardCharsets.UTF_8));
    return i + digits;
  }
}
