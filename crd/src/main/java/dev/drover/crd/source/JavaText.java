package dev.drover.crd.source;

import java.nio.charset.StandardCharsets;

/// Texts as literals of Java. Every text of a definition enters source code through this class or
/// [JavaNames], so it cannot become code.
final class JavaText {
  /// A constant in a class file has at most 65,535 bytes.
  private static final int MAX_BYTES = 60_000;

  /// Where a literal is continued on the next line.
  private static final int WIDTH = 90;

  private JavaText() {}

  static boolean fits(String text) {
    return text.length() <= MAX_BYTES / 3
        || text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES / 2;
  }

  /// A literal, split at spaces into lines with this indent.
  static String literal(String text, String indent) {
    StringBuilder out = new StringBuilder("\"");
    int lineStart = 0;
    for (int i = 0; i < text.length(); i++) {
      if (i > 0 && text.charAt(i - 1) == ' ' && out.length() - lineStart > WIDTH) {
        out.append("\"\n").append(indent);
        lineStart = out.length();
        out.append("+ \"");
      }
      escape(out, text.charAt(i));
    }
    return out.append('"').toString();
  }

  /// A Unicode escape is decoded before the literal is read, so a backslash from outside must never
  /// stand before a `u`: each is doubled.
  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c < ' ') {
          out.append("\\%03o".formatted((int) c)); // octal: never part of a Unicode escape
        } else if (c > '~') {
          out.append("\\u%04x".formatted((int) c));
        } else {
          out.append(c);
        }
      }
    }
  }
}
