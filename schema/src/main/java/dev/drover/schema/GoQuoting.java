package dev.drover.schema;

/// How Go prints text in messages.
public final class GoQuoting {
  private GoQuoting() {}

  /// Text between quotes, with everything that is not printable escaped.
  ///
  /// In Go: `strconv.Quote`.
  public static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> append(out, c, '"'));
    return out.append('"').toString();
  }

  /// One byte of a text between single quotes; bytes beyond ASCII are shown as Latin-1.
  static String quoteByte(byte value) {
    int c = value & 0xFF;
    StringBuilder out = new StringBuilder("'");
    append(out, c, '\'');
    return out.append('\'').toString();
  }

  private static void append(StringBuilder out, int c, char quote) {
    switch (c) {
      case '\\' -> out.append("\\\\");
      case 0x07 -> out.append("\\a");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case 0x0B -> out.append("\\v");
      default -> {
        if (c == quote) {
          out.append('\\').append(quote);
        } else if (c < ' ' || c == 0x7F) {
          out.append("\\x%02x".formatted(c));
        } else if (isPrintable(c)) {
          out.appendCodePoint(c);
        } else {
          out.append(c > 0xFFFF ? "\\U%08x".formatted(c) : "\\u%04x".formatted(c));
        }
      }
    }
  }

  /// Whether a character can be shown: letters, marks, numbers, punctuation, symbols and the plain
  /// space.
  ///
  /// In Go: `unicode.IsPrint`.
  public static boolean isPrintable(int c) {
    return c == ' '
        || switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.SURROGATE,
              Character.PRIVATE_USE,
              Character.UNASSIGNED,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              Character.SPACE_SEPARATOR ->
              false;
          default -> true;
        };
  }
}
