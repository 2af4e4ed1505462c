package dev.drover.client;

import java.util.ArrayList;
import java.util.List;

/// A warning that the server sent along with an answer.
///
/// @param code the kind of warning; Kubernetes uses 299
/// @param agent who warns; `-` for the API server
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

  /// `299 - "text" "date", 299 agent "text"`: several may share a header.
  private static void parse(String header, List<Warning> into) {
    int at = 0;
    while (at < header.length()) {
      int codeEnd = header.indexOf(' ', at);
      int agentEnd = codeEnd < 0 ? -1 : header.indexOf(' ', codeEnd + 1);
      if (agentEnd < 0 || codeEnd - at != 3 || !header.startsWith("\"", agentEnd + 1)) {
        return;
      }
      StringBuilder text = new StringBuilder();
      int i = agentEnd + 2;
      while (i < header.length() && header.charAt(i) != '"') {
        if (header.charAt(i) == '\\' && i + 1 < header.length()) {
          i++;
        }
        text.append(header.charAt(i++));
      }
      try {
        int code = Integer.parseInt(header.substring(at, codeEnd));
        into.add(new Warning(code, header.substring(codeEnd + 1, agentEnd), text.toString()));
      } catch (NumberFormatException e) {
        return;
      }
      int comma = header.indexOf(',', i);
      at = comma < 0 ? header.length() : comma + 1;
      while (at < header.length() && header.charAt(at) == ' ') {
        at++;
      }
    }
  }
}
