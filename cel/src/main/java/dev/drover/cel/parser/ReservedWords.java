package dev.drover.cel.parser;

import java.util.Set;

/// The words that are no identifiers of CEL: its literals, its operator `in`, and those that its
/// specification keeps for languages that embed it.
public final class ReservedWords {
  private static final Set<String> WORDS =
      Set.of(
          "as",
          "break",
          "const",
          "continue",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "let",
          "loop",
          "namespace",
          "null",
          "package",
          "return",
          "true",
          "var",
          "void",
          "while");

  private ReservedWords() {}

  /// Whether a word is reserved.
  public static boolean contains(String word) {
    return WORDS.contains(word);
  }
}
