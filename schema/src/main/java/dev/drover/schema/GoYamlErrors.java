package dev.drover.schema;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reports errors of YAML with the messages of Go's library.
///
/// Go numbers the lines of the scanner from 1 and those of the parser from 0, and leaves the first
/// one out. At the end of a document without a line break its parser is in the line after it.
///
/// In Go: `yaml.parser.fail`.
final class GoYamlErrors {
  private static final Pattern PLACED =
      Pattern.compile("yaml(?::(\\d+):(\\d+))?: (.*)", Pattern.DOTALL);
  private static final Pattern ALIAS = Pattern.compile("\\*([^\\s,\\[\\]{}]+)");

  /// @param problem of the YAML library here
  /// @param words in Go
  /// @param isOfScanner whether Go's scanner finds it, not its parser
  private record Rule(Pattern problem, String words, boolean isOfScanner) {
    static Rule scanner(String problem, String words) {
      return new Rule(Pattern.compile(problem, Pattern.DOTALL), words, true);
    }

    static Rule parser(String problem, String words) {
      return new Rule(Pattern.compile(problem, Pattern.DOTALL), words, false);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          Rule.scanner(
              "found character .* that cannot start any token.*",
              "found character that cannot start any token"),
          Rule.scanner(
              "mapping values are not allowed here",
              "mapping values are not allowed in this context"),
          Rule.scanner("found unexpected end of stream", "found unexpected end of stream"),
          Rule.scanner("could not find expected ':'", "could not find expected ':'"),
          Rule.parser("expected ',' or ']', but got.*", "did not find expected ',' or ']'"),
          Rule.parser("expected ',' or '}', but got.*", "did not find expected ',' or '}'"),
          Rule.parser(
              "expected the node content, but found.*", "did not find expected node content"),
          Rule.parser("expected <block end>, but found.*", "did not find expected key"));

  private GoYamlErrors() {}

  /// @param message of the library here, with its source `yaml` and the place
  static String of(String message, byte[] yaml) {
    Matcher placed = PLACED.matcher(message);
    if (!placed.matches()) {
      return message;
    }
    String problem = placed.group(3);
    boolean hasPlace = placed.group(1) != null;
    int line = hasPlace ? Integer.parseInt(placed.group(1)) - 1 : 0;
    int column = hasPlace ? Integer.parseInt(placed.group(2)) - 1 : 0;
    if (problem.startsWith("the anchor is not defined")) {
      return "yaml: unknown anchor '" + alias(yaml, line, column) + "' referenced";
    }
    if (problem.contains("aliases")) {
      return "yaml: document contains excessive aliasing";
    }
    return RULES.stream()
        .filter(rule -> rule.problem.matcher(problem).matches())
        .findFirst()
        .map(rule -> "yaml: " + place(rule, problem, line, column) + rule.words)
        .orElse(message);
  }

  private static String place(Rule rule, String problem, int line, int column) {
    boolean isAtEnd = problem.contains("<stream end>") && column > 0;
    int shown = isAtEnd ? line + 1 : line;
    if (shown == 0) {
      return "";
    }
    return "line " + (rule.isOfScanner ? shown + 1 : shown) + ": ";
  }

  private static String alias(byte[] yaml, int line, int column) {
    List<String> lines = new String(yaml, StandardCharsets.UTF_8).lines().toList();
    if (line >= lines.size() || column >= lines.get(line).length()) {
      return "";
    }
    Matcher name = ALIAS.matcher(lines.get(line).substring(column));
    return name.lookingAt() ? name.group(1) : "";
  }
}
