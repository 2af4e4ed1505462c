package dev.drover.server.rules;

/// Go's idea of a character that can be shown.
final class Printable {
  private Printable() {}

  /// In Go: `unicode.IsPrint`: letters, marks, numbers, punctuation, symbols and the plain space.
  static boolean is(int c) {
    return c == ' '
        || switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.SURROGATE,
              Character.PRIVATE_USE,
              Character.UNASSIGNED,
              Character.SPACE_SEPARATOR,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              false;
          default -> true;
        };
  }

  /// In Go: the verb `%#U`.
  static String name(int c) {
    String code = "U+%04X".formatted(c);
    return is(c) ? code + " '" + Character.toString(c) + "'" : code;
  }
}
