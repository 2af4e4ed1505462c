package dev.drover.server.conformance;

import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// JSON for people: names need no quotes, and strings are in single quotes.
final class Relaxed {
  private Relaxed() {}

  /// The text as JSON; what is in double quotes stays as it is.
  static String json(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (c == '\'' || c == '"') {
        int end = text.indexOf(c, i + 1);
        while (c == '"' && text.charAt(end - 1) == '\\') {
          end = text.indexOf(c, end + 1);
        }
        out.append('"').append(text, i + 1, end).append('"');
        i = end + 1;
      } else if (Character.isJavaIdentifierStart(c)) {
        int end = i + 1;
        while (end < text.length() && (isPartOfName(text.charAt(end)))) {
          end++;
        }
        int next = end;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
          next++;
        }
        boolean isName = next < text.length() && text.charAt(next) == ':';
        String word = text.substring(i, end);
        out.append(isName ? '"' + word + '"' : word);
        i = end;
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  private static boolean isPartOfName(char c) {
    return Character.isJavaIdentifierPart(c) || c == '-' || c == '.' || c == '/';
  }

  static Object tree(String text) {
    return RawExtension.ofJson(json(text)).tree();
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  static Map<String, Object> object(String text) {
    return (Map<String, Object>) tree(text);
  }

  static String text(Object tree) {
    return tree == null
        ? "null"
        : new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }
}
