package dev.drover.api.text;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes text from outside the program safe to print: the one place through which texts of servers,
/// proxies and credential programs pass before they reach a log line or an exception message.
///
/// ```java
/// LOG.warn("{}: {}", informer, PrintableText.of(status.message()));
/// ```
///
/// - Control characters, line separators, invisible and direction-changing characters and unpaired
///   surrogates are escaped as in a Java string (`\n`, `\u001b`), so that a text cannot forge a log
///   line or drive a terminal.
/// - Credentials in the text (an `Authorization` header, a bearer token, a JSON Web Token) become
///   `***`: a proxy that echoes a request must not put its token into the log.
/// - Texts longer than [#MAX_LENGTH] characters are cut.
///
/// Text without any of these is returned as it is, without a copy.
public final class PrintableText {
  /// The number of characters after which a text is cut.
  public static final int MAX_LENGTH = 16 * 1024;

  private static final String REDACTED = "***";
  private static final int SHORTEST_SECRET = 6; // shorter ones would match ordinary words

  private static final List<Redaction> REDACTIONS =
      List.of(
          new Redaction(
              "(?i)(authorization[\"']?\\s*[:=]\\s*[\"']?(?:(?:bearer|basic|digest|negotiate)\\s+)?)"
                  + "[^\\s\"',;<]++",
              "$1" + REDACTED),
          new Redaction("(?i)(\\bbearer\\s+)[a-z0-9._~+/-]{16,}+=*", "$1" + REDACTED),
          new Redaction("\\beyJ[\\w-]{8,}+\\.[\\w-]{8,}+\\.[\\w-]*+", REDACTED));

  private record Redaction(Pattern pattern, String replacement) {
    Redaction(String pattern, String replacement) {
      this(Pattern.compile(pattern), replacement);
    }

    String in(String text) {
      return pattern.matcher(text).replaceAll(replacement);
    }
  }

  private PrintableText() {}

  /// The text, escaped, redacted and cut; `null` for null.
  public static String of(@Nullable String text) {
    if (text == null) {
      return "null";
    }
    String shown = mayHoldSecret(text) ? redacted(text) : text;
    if (shown.length() > MAX_LENGTH) {
      int left = shown.length() - MAX_LENGTH;
      shown = shown.substring(0, MAX_LENGTH) + "... (" + left + " more characters)";
    }
    return escaped(shown);
  }

  /// The text without these secrets and without whatever looks like a credential. Secrets of fewer
  /// than six characters are not looked for.
  public static String redacted(String text, String... secrets) {
    String shown = text;
    for (String secret : secrets) {
      if (secret.length() >= SHORTEST_SECRET) {
        shown = shown.replace(secret, REDACTED);
      }
    }
    for (Redaction redaction : REDACTIONS) {
      shown = redaction.in(shown);
    }
    return shown;
  }

  /// A cheap test that is true for every text that a redaction changes.
  private static boolean mayHoldSecret(String text) {
    for (int i = 0; i + 3 <= text.length(); i++) {
      char c = text.charAt(i);
      if ((c == 'e' && text.startsWith("eyJ", i))
          || ((c | 0x20) == 'b' && text.regionMatches(true, i, "bearer", 0, 6))
          || ((c | 0x20) == 'a' && text.regionMatches(true, i, "authorization", 0, 13))) {
        return true;
      }
    }
    return false;
  }

  /// The text on one line, whole: what has no place in a log line is escaped, as [#of] does it, and
  /// nothing is redacted.
  public static String escaped(String text) {
    int first = 0;
    while (first < text.length() && isPlain(text.charAt(first))) {
      first++;
    }
    if (first == text.length()) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); ) {
      int c = text.codePointAt(i);
      escape(c, shown);
      i += Character.charCount(c);
    }
    return shown.toString();
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7F;
  }

  private static void escape(int c, StringBuilder shown) {
    switch (c) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isPrintable(c)) {
          shown.appendCodePoint(c);
        } else {
          for (char unit : Character.toChars(c)) {
            shown.append(String.format("\\u%04x", (int) unit));
          }
        }
      }
    }
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
