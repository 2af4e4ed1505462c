package dev.drover.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/// A regular expression with Go's syntax: RE2, whose time grows in proportion to the text.
///
/// In Go: `regexp.Regexp`.
public final class GoPattern {
  private final Pattern pattern;

  private GoPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /// @throws IllegalArgumentException when it is none, in Go's words
  static GoPattern of(String expression) {
    try {
      return new GoPattern(Pattern.compile(expression));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(message(e, expression), e);
    }
  }

  /// What is wrong with an expression, in Go's words; empty if nothing is.
  public static Optional<String> problemOf(String expression) {
    try {
      Pattern.compile(expression);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(message(e, expression));
    }
  }

  /// RE2/J has Go's words, but for a parenthesis that nothing opened.
  private static String message(PatternSyntaxException mistake, String expression) {
    String message = String.valueOf(mistake.getMessage());
    return message.contains("stack underflow")
        ? "error parsing regexp: unexpected ): `" + expression + "`"
        : message;
  }

  /// Whether the expression is found in a text.
  boolean isFoundIn(String text) {
    return pattern.matcher(text).find();
  }
}
