package dev.drover.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The `Warning` headers of an answer. When they would get too large together, each is cut short,
/// and at last they are left out.
final class WarningHeaders {
  private static final int TOTAL = 4 * 1024;
  private static final int EACH = 256;

  private WarningHeaders() {}

  static List<String> of(List<String> texts) {
    int length = texts.stream().mapToInt(WarningHeaders::characters).sum();
    boolean cut = length > TOTAL;
    List<String> headers = new ArrayList<>();
    int written = 0;
    for (String text : texts) {
      if (text.isEmpty() || text.codePoints().anyMatch(Character::isISOControl)) {
        continue; // no header holds them
      }
      if (cut && written >= TOTAL) {
        break;
      }
      String shown = cut ? firstCharacters(text) : text;
      written += characters(shown);
      headers.add("299 - " + quoted(shown));
    }
    return headers;
  }

  private static int characters(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String firstCharacters(String text) {
    return characters(text) <= EACH ? text : text.substring(0, text.offsetByCodePoints(0, EACH));
  }

  /// In UTF-8, as Go writes it; to Java, which writes headers in Latin-1, each byte is a character.
  private static String quoted(String text) {
    String escaped = '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    return new String(escaped.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
