package dev.drover.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A regular expression of Go, run by Java's engine within bounds: where Go's takes time in
/// proportion to the text, Java's may try without end, and is stopped.
///
/// In Go: `regexp.Regexp`.
final class GoPattern {
  private static final int MOST_STEPS = 10_000_000; // looks at a character

  private final Pattern pattern;

  private GoPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /// @throws PatternSyntaxException when it is none
  static GoPattern of(String expression) {
    return new GoPattern(Pattern.compile(translated(expression)));
  }

  /// Whether the expression is found in a text. One that takes too long is not.
  boolean isFoundIn(String text) {
    Matcher matcher = pattern.matcher(new Watched(text));
    try {
      return matcher.find();
    } catch (TooManySteps | StackOverflowError e) {
      return false;
    }
  }

  /// What Go writes differently: named groups, the end of the text, classes of characters.
  private static String translated(String expression) {
    StringBuilder java = new StringBuilder();
    boolean inClass = false;
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '\\' && i + 1 < expression.length()) {
        java.append(c).append(expression.charAt(++i));
      } else if (inClass && expression.startsWith("[:", i) && expression.indexOf(":]", i) > 0) {
        int end = expression.indexOf(":]", i);
        java.append(posix(expression.substring(i + 2, end)));
        i = end + 1;
      } else if (inClass && (c == '[' || c == '&')) {
        java.append('\\').append(c);
      } else if (!inClass && c == '$') {
        java.append("\\z");
      } else if (!inClass && expression.startsWith("(?P<", i)) {
        java.append("(?<");
        i += 3;
      } else {
        if (c == '[' && !inClass) {
          inClass = true;
          java.append(c);
          i = copyClassStart(expression, i, java);
          continue;
        }
        inClass = inClass && c != ']';
        java.append(c);
      }
    }
    return java.toString();
  }

  /// Right at the start of a class, `]` is a character like any other.
  private static int copyClassStart(String expression, int start, StringBuilder java) {
    int at = start;
    if (expression.startsWith("^", at + 1)) {
      java.append('^');
      at++;
    }
    if (expression.startsWith("]", at + 1)) {
      java.append("\\]");
      at++;
    }
    return at;
  }

  private static String posix(String name) {
    boolean isNegated = name.startsWith("^");
    String java =
        switch (isNegated ? name.substring(1) : name) {
          case "alnum" -> "Alnum";
          case "alpha" -> "Alpha";
          case "ascii" -> "ASCII";
          case "blank" -> "Blank";
          case "cntrl" -> "Cntrl";
          case "digit" -> "Digit";
          case "graph" -> "Graph";
          case "lower" -> "Lower";
          case "print" -> "Print";
          case "punct" -> "Punct";
          case "space" -> "Space";
          case "upper" -> "Upper";
          case "xdigit" -> "XDigit";
          case "word" -> "IsWord";
          default -> "Unknown";
        };
    if (java.equals("IsWord")) {
      return isNegated ? "\\W" : "\\w";
    }
    return (isNegated ? "\\P{" : "\\p{") + java + "}";
  }

  /// Thrown out of Java's engine.
  private static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManySteps() {
      super("", null, false, false);
    }
  }

  /// A text that counts how often it is looked at.
  private static final class Watched implements CharSequence {
    private final String text;
    private int steps;

    Watched(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++steps > MOST_STEPS) {
        throw new TooManySteps();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
