package dev.drover.api.text;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// What Go's standard library reads and prints, where Kubernetes' formats and messages depend on
/// it; for code that answers in Kubernetes' words.
public final class GoText {
  private GoText() {}

  /// The 64-bit integer that `text` spells in ASCII digits, or nothing.
  ///
  /// In Go: `strconv.ParseInt(text, 10, 64)`.
  public static OptionalLong integer(String text) {
    if (text.chars().anyMatch(c -> c > '9')) { // Java would take the digits of other scripts, too
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // the answer, not a failure
    }
  }

  /// Text between quotes, with control characters made visible as in Go's messages.
  ///
  /// In Go: `%q`.
  public static String quote(String text) {
    var out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7f) {
            out.append("\\x%02x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }

  /// Each text between quotes, all of them between brackets: `["a" "b"]`.
  ///
  /// In Go: `%q` of a slice.
  public static String quote(Collection<String> texts) {
    return texts.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
  }

  /// Several messages as one: each once, between brackets if there is more than one.
  ///
  /// In Go: `utilerrors.Aggregate`.
  public static String aggregate(Collection<String> messages) {
    List<String> distinct = messages.stream().distinct().toList();
    return distinct.size() == 1
        ? distinct.getFirst()
        : distinct.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
