package dev.drover.cli;

/// Text with colours for a terminal, if it has them.
///
/// @param isColoured whether escape sequences of colours are written
record AnsiText(boolean isColoured) {
  private static final char ESCAPE = '\u001b';

  String bold(String text) {
    return styled("1", text);
  }

  String grey(String text) {
    return styled("90", text);
  }

  String good(String text) {
    return styled("32", text);
  }

  String bad(String text) {
    return styled("31", text);
  }

  String busy(String text) {
    return styled("33", text);
  }

  private String styled(String code, String text) {
    return isColoured && !text.isEmpty() ? ESCAPE + "[" + code + "m" + text + ESCAPE + "[0m" : text;
  }

  /// The first columns of a line. Escape sequences of colours take no column and all stay, so that
  /// a colour that was switched on is switched off; tabs and other control characters become
  /// spaces.
  static String cut(String line, int columns) {
    StringBuilder kept = new StringBuilder();
    int left = width(line) > columns ? columns - 1 : columns;
    boolean isCut = false;
    for (int i = 0; i < line.length(); ) {
      int sequence = colour(line, i);
      if (sequence > 0) {
        kept.append(line, i, i + sequence);
        i += sequence;
        continue;
      }
      int point = line.codePointAt(i);
      i += Character.charCount(point);
      if (left > 0) {
        kept.appendCodePoint(Character.isISOControl(point) ? ' ' : point);
        left--;
      } else if (!isCut && columns > 0) {
        kept.append('…');
        isCut = true;
      }
    }
    return kept.toString();
  }

  /// How many columns a line takes.
  static int width(String line) {
    int width = 0;
    for (int i = 0; i < line.length(); ) {
      int sequence = colour(line, i);
      if (sequence == 0) {
        width++;
      }
      i += sequence > 0 ? sequence : Character.charCount(line.codePointAt(i));
    }
    return width;
  }

  /// The length of the escape sequence of a colour at this place; 0 if there is none.
  private static int colour(String line, int at) {
    if (line.charAt(at) != ESCAPE || at + 1 >= line.length() || line.charAt(at + 1) != '[') {
      return 0;
    }
    int end = at + 2;
    while (end < line.length()
        && (Character.isDigit(line.charAt(end)) || line.charAt(end) == ';')) {
      end++;
    }
    return end < line.length() && line.charAt(end) == 'm' ? end - at + 1 : 0;
  }
}
