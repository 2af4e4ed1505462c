package dev.drover.schema;

import java.io.ByteArrayOutputStream;
import java.util.Base64;

/// Base64 as Go reads it: line breaks are ignored, padding is required, and an error names the
/// byte.
///
/// In Go: `base64.StdEncoding`.
final class GoBase64 {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private final String text;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int at;

  private GoBase64(String text) {
    this.text = text;
  }

  /// The text in its canonical form.
  ///
  /// @throws UnreadableException in Go's words
  static String canonical(String text) {
    GoBase64 reader = new GoBase64(text);
    while (reader.group()) {
      // four characters at a time
    }
    return Base64.getEncoder().encodeToString(reader.bytes.toByteArray());
  }

  /// Reads up to four characters that stand for up to three bytes; false at the end.
  private boolean group() {
    int bits = 0;
    for (int n = 0; n < 4; n++) {
      skipLineBreaks();
      if (at == text.length()) {
        if (n == 0) {
          return false;
        }
        throw illegal(at - n);
      }
      char c = text.charAt(at++);
      int value = ALPHABET.indexOf(c);
      if (value < 0) {
        if (c != '=' || n < 2) {
          throw illegal(at - 1);
        }
        padding(n);
        write(bits << 6 * (4 - n), n - 1);
        return false;
      }
      bits = bits << 6 | value;
    }
    write(bits, 3);
    return true;
  }

  private void padding(int read) {
    if (read == 2) {
      skipLineBreaks();
      if (at == text.length()) {
        throw illegal(at);
      }
      if (text.charAt(at) != '=') {
        throw illegal(at - 1);
      }
      at++;
    }
    skipLineBreaks();
    if (at < text.length()) {
      throw illegal(at);
    }
  }

  private void skipLineBreaks() {
    while (at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
      at++;
    }
  }

  private void write(int bits, int count) {
    for (int i = 0; i < count; i++) {
      bytes.write(bits >> 8 * (2 - i));
    }
  }

  private static UnreadableException illegal(int offset) {
    return new UnreadableException("illegal base64 data at input byte " + offset);
  }
}
