package dev.drover.client;

import dev.drover.api.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/// A warning that the server sent along with an answer.
///
/// @param code the kind of warning; Kubernetes uses 299
/// @param agent the name of the sender; `-` for the API server
/// @param text the warning
public record Warning(int code, String agent, String text) {
  /// Reads the values of `Warning` headers; what is not one is left out.
  static List<Warning> of(Headers headers) {
    List<Warning> warnings = new ArrayList<>();
    for (String value : headers.all("Warning")) {
      parse(value, warnings);
    }
    return List.copyOf(warnings);
  }

  Warning redacted(String... secrets) {
    String shown = PrintableText.redacted(text, secrets);
    return shown.equals(text) ? this : new Warning(code, agent, shown);
  }

  /// `299 - "text" "date", 299 agent "text"`: several may share a header. Ends at the first that is
  /// none.
  private static void parse(String header, List<Warning> into) {
    int at = 0;
    while (at < header.length()) {
      int codeEnd = header.indexOf(' ', at);
      int agentEnd = codeEnd < 0 ? -1 : header.indexOf(' ', codeEnd + 1);
      if (agentEnd <= codeEnd + 1 || !isCode(header.substring(at, codeEnd))) {
        return;
      }
      int textEnd = endOfQuoted(header, agentEnd + 1);
      int end = textEnd < 0 ? -1 : endOfOne(header, textEnd);
      if (end < 0) {
        return;
      }
      into.add(
          new Warning(
              Integer.parseInt(header.substring(at, codeEnd)),
              header.substring(codeEnd + 1, agentEnd),
              unquoted(header.substring(agentEnd + 2, textEnd - 1))));
      at = end;
    }
  }

  private static boolean isCode(String text) {
    return text.length() == 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /// Where the next one begins, after a date that may follow the text; -1 when something else does.
  private static int endOfOne(String header, int textEnd) {
    int at = skipSpaces(header, textEnd);
    if (header.startsWith("\"", at)) {
      at = endOfQuoted(header, at);
      at = at < 0 ? at : skipSpaces(header, at);
    }
    if (at < 0 || at == header.length()) {
      return at;
    }
    return header.charAt(at) == ',' ? skipSpaces(header, at + 1) : -1;
  }

  private static int skipSpaces(String header, int from) {
    int at = from;
    while (at < header.length() && header.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  /// The position after the closing quote of a string that begins here; -1 when there is none.
  private static int endOfQuoted(String header, int from) {
    if (!header.startsWith("\"", from)) {
      return -1;
    }
    for (int i = from + 1; i < header.length(); i++) {
      switch (header.charAt(i)) {
        case '\\' -> i++;
        case '"' -> {
          return i + 1;
        }
        default -> {}
      }
    }
    return -1;
  }

  private static String unquoted(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      }
      plain.append(text.charAt(i));
    }
    return plain.toString();
  }
}
