package dev.drover.api.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Finds the ends of JSON strings and decodes them.
///
/// Ranges are the bytes between the quotes; `start` is where the whole value begins, which offsets
/// in errors count from.
final class JsonText {
  private JsonText() {}

  /// The quote that ends the string whose first quote is at `quote`.
  static int closingQuote(byte[] buf, int quote, int end, int start) {
    int i = JsonIndex.special(buf, quote + 1, end);
    while (i < end && buf[i] == '\\') {
      i = JsonIndex.special(buf, i + 2, end);
    }
    if (i >= end) {
      throw new WireException("a string does not end", quote - start);
    }
    if (buf[i] != '"') {
      throw new WireException("control character in a string", i - start);
    }
    return i;
  }

  /// Text without escapes.
  static String plain(byte[] buf, int from, int to, int start) {
    if (from == to) {
      return ""; // always the same one, by which the codec knows it
    }
    String text = new String(buf, from, to - from, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      requireUtf8(buf, from, to, start);
    }
    return text;
  }

  private static void requireUtf8(byte[] buf, int from, int to, int start) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buf, from, to - from));
    } catch (CharacterCodingException e) {
      throw new WireException("text is not valid UTF-8", from - start);
    }
  }

  /// Text with escapes.
  static String unescape(byte[] buf, int from, int to, int start) {
    StringBuilder text = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      int stop = JsonIndex.special(buf, i, to);
      text.append(plain(buf, i, stop, start));
      if (stop == to) {
        break;
      }
      i = escape(buf, stop, to, start, text);
    }
    replaceLoneSurrogates(text);
    return text.toString();
  }

  /// Half of a surrogate pair is no character. As in Go, it reads as U+FFFD.
  private static void replaceLoneSurrogates(StringBuilder text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 2) {
          i++;
        } else {
          text.setCharAt(i, '\uFFFD');
        }
      }
    }
  }

  private static int escape(byte[] buf, int at, int to, int start, StringBuilder text) {
    byte c = buf[at + 1];
    switch (c) {
      case '"', '\\', '/' -> text.append((char) c);
      case 'b' -> text.append('\b');
      case 'f' -> text.append('\f');
      case 'n' -> text.append('\n');
      case 'r' -> text.append('\r');
      case 't' -> text.append('\t');
      case 'u' -> {
        text.append(unit(buf, at, to, start));
        return at + 6;
      }
      default -> throw new WireException("unknown escape '\\" + (char) c + "'", at - start);
    }
    return at + 2;
  }

  private static char unit(byte[] buf, int at, int to, int start) {
    int code = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = i < to ? Character.digit(buf[i], 16) : -1;
      if (digit < 0) {
        throw new WireException("\\u needs four hexadecimal digits", at - start);
      }
      code = code << 4 | digit;
    }
    return (char) code;
  }

  /// Fails when the text cannot be read.
  static void check(byte[] buf, int from, int to, int start) {
    if (JsonIndex.special(buf, from, to) != to) {
      unescape(buf, from, to, start);
    } else if (!JsonIndex.isAscii(buf, from, to)) {
      requireUtf8(buf, from, to, start);
    }
  }
}
