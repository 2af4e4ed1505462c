package dev.drover.client.http2;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/// Encodes the headers of a request, without a table of its own: nothing of one request is
/// remembered for the next. One block.
final class HeaderEncoder {
  private static final int LITERAL = 0;
  private static final int NEVER_INDEXED = 0x10;

  /// Those of a single connection, which HTTP/2 does without.
  private static final Set<String> LEFT_OUT =
      Set.of(
          "connection",
          "host",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  /// No proxy on the way may keep these in a table, where their length could be guessed.
  private static final Set<String> SECRET =
      Set.of("authorization", "cookie", "proxy-authorization");

  private final ByteArrayOutputStream block = new ByteArrayOutputStream(512);

  HeaderEncoder(String method, String scheme, String authority, String target) {
    literal(":method", method, LITERAL);
    literal(":scheme", scheme, LITERAL);
    literal(":authority", authority, LITERAL);
    literal(":path", target, LITERAL);
  }

  /// Adds a header, unless HTTP/2 does without it.
  HeaderEncoder add(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!LEFT_OUT.contains(lower)) {
      literal(lower, value, SECRET.contains(lower) ? NEVER_INDEXED : LITERAL);
    }
    return this;
  }

  byte[] block() {
    return block.toByteArray();
  }

  private void literal(String name, String value, int form) {
    int known = HeaderTable.numberOf(name);
    number(known, 4, form);
    if (known == 0) {
      text(name);
    }
    text(value);
  }

  private void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    number(bytes.length, 7, 0);
    block.writeBytes(bytes);
  }

  private void number(int value, int bits, int form) {
    int most = (1 << bits) - 1;
    if (value < most) {
      block.write(form | value);
      return;
    }
    block.write(form | most);
    int rest = value - most;
    while (rest >= 0x80) {
      block.write(rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    block.write(rest);
  }
}
