package dev.drover.testkit.trial;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Generates a few short texts that match a regular expression, as values of schemas with a
/// `pattern`. Literals, classes, groups, alternatives and repetitions are understood; an expression
/// with anything else has no samples. One thread.
final class PatternSamples {
  private static final int VARIANTS = 4;
  private static final String WORD = "aZ09_";
  private static final String ANY = "xY7-";

  private final String pattern;
  private final int variant; // chooses alternatives, characters and numbers of repetitions
  private int at;

  private PatternSamples(String pattern, int variant) {
    this.pattern = pattern;
    this.variant = variant;
  }

  /// The expression has something that is not understood.
  private static final class UnknownSyntax extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownSyntax() {
      super("not understood", null, false, false);
    }
  }

  static List<String> of(String pattern) {
    Set<String> samples = new LinkedHashSet<>();
    for (int variant = 0; variant < VARIANTS; variant++) {
      new PatternSamples(pattern, variant).whole().ifPresent(samples::add);
    }
    return List.copyOf(samples);
  }

  private Optional<String> whole() {
    try {
      String text = alternatives();
      return at == pattern.length() ? Optional.of(text) : Optional.empty();
    } catch (UnknownSyntax e) {
      return Optional.empty();
    }
  }

  private boolean has() {
    return at < pattern.length();
  }

  private boolean is(char wanted) {
    return has() && pattern.charAt(at) == wanted;
  }

  private char next() {
    if (!has()) {
      throw new UnknownSyntax();
    }
    return pattern.charAt(at++);
  }

  private <T> T chosen(List<T> choices) {
    if (choices.isEmpty()) {
      throw new UnknownSyntax();
    }
    return choices.get(variant % choices.size());
  }

  private String alternatives() {
    List<String> found = new ArrayList<>();
    found.add(sequence());
    while (is('|')) {
      at++;
      found.add(sequence());
    }
    return chosen(found);
  }

  private String sequence() {
    StringBuilder text = new StringBuilder();
    while (has() && !is('|') && !is(')')) {
      text.append(repeated(atom()));
    }
    return text.toString();
  }

  private String atom() {
    char c = next();
    return switch (c) {
      case '^', '$' -> "";
      case '(' -> group();
      case '[' -> inClass();
      case '.' -> pick(ANY);
      case '\\' -> escaped();
      case '*', '+', '?', '{', '}', ']' -> throw new UnknownSyntax();
      default -> String.valueOf(c);
    };
  }

  private String group() {
    if (is('?')) {
      at++;
      if (next() != ':') {
        throw new UnknownSyntax();
      }
    }
    String text = alternatives();
    if (next() != ')') {
      throw new UnknownSyntax();
    }
    return text;
  }

  private String escaped() {
    char c = next();
    return switch (c) {
      case 'd' -> pick("0123456789");
      case 'w' -> pick(WORD);
      case 's' -> " ";
      default -> {
        if (Character.isLetterOrDigit(c)) {
          throw new UnknownSyntax();
        }
        yield String.valueOf(c);
      }
    };
  }

  private String pick(String characters) {
    return String.valueOf(characters.charAt(variant % characters.length()));
  }

  /// The ends of each range of a class.
  private String inClass() {
    if (is('^')) {
      throw new UnknownSyntax();
    }
    StringBuilder characters = new StringBuilder();
    do {
      char from = next();
      if (from == '\\') {
        characters.append(escaped());
      } else if (is('-') && at + 1 < pattern.length() && pattern.charAt(at + 1) != ']') {
        at++;
        characters.append(from).append(next());
      } else {
        characters.append(from);
      }
    } while (!is(']') && has());
    char _ = next();
    return pick(characters.toString());
  }

  private String repeated(String text) {
    if (!has()) {
      return text;
    }
    int least;
    int most;
    switch (pattern.charAt(at)) {
      case '?' -> {
        least = 0;
        most = 1;
      }
      case '*' -> {
        least = 0;
        most = Integer.MAX_VALUE;
      }
      case '+' -> {
        least = 1;
        most = Integer.MAX_VALUE;
      }
      case '{' -> {
        int end = pattern.indexOf('}', at);
        if (end < 0) {
          throw new UnknownSyntax();
        }
        String[] bounds = pattern.substring(at + 1, end).split(",", -1);
        least = number(bounds[0]);
        most =
            bounds.length == 1
                ? least
                : bounds[1].isEmpty() ? Integer.MAX_VALUE : number(bounds[1]);
        at = end;
      }
      default -> {
        return text;
      }
    }
    at++;
    if (is('?')) {
      at++; // as few as possible: the same texts match
    }
    return text.repeat((int) Math.min(most, (long) least + variant % 3));
  }

  private static int number(String text) {
    if (text.isEmpty() || text.length() > 4 || !text.chars().allMatch(Character::isDigit)) {
      throw new UnknownSyntax();
    }
    return Integer.parseInt(text);
  }
}
