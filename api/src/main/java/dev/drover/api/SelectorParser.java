package dev.drover.api;

import dev.drover.api.Selector.Operator;
import dev.drover.api.Selector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Reads the text form of a label selector: accepts what Go's `labels.Parse` accepts and complains
/// in its words.
///
/// The words `in` and `notin` are operators only where an operator is expected, so that both can be
/// keys and values. That is why the scanner knows words and symbols, and no operators.
final class SelectorParser {
  private final String text;
  private int rest; // where the text after `token` begins
  private Token token; // the token not yet taken

  SelectorParser(String text) {
    this.text = text;
    this.token = scan();
  }

  List<Requirement> parse() {
    var requirements = new ArrayList<Requirement>();
    if (token.kind == Kind.END) {
      return requirements;
    }
    if (!startsRequirement()) {
      throw failure("found '%s', expected: !, identifier, or 'end of string'", token);
    }
    while (true) {
      requirements.add(requirement());
      Token separator = take();
      if (separator.kind == Kind.END) {
        return requirements;
      }
      if (!separator.is(",")) {
        throw failure("found '%s', expected: ',' or 'end of string'", separator);
      }
      if (!startsRequirement()) {
        throw failure("found '%s', expected: identifier after ','", token);
      }
    }
  }

  private boolean startsRequirement() {
    return token.kind == Kind.WORD || token.is("!");
  }

  private Requirement requirement() {
    boolean negated = token.is("!");
    if (negated) {
      take();
    }
    Token key = take();
    if (key.kind != Kind.WORD) {
      throw broken("found '%s', expected: identifier", key);
    }
    var complaints = new ArrayList<String>(1);
    RequirementRules.checkKey(complaints, "<nil>", key.literal);
    if (!complaints.isEmpty()) {
      throw failure("unable to parse requirement: " + complaints.getFirst(), key.at);
    }
    if (negated) {
      return new Requirement(key.literal, Operator.DOES_NOT_EXIST, List.of());
    }
    if (token.kind == Kind.END || token.is(",")) {
      return new Requirement(key.literal, Operator.EXISTS, List.of());
    }
    Operator operator = operator();
    int valuesAt = token.at;
    boolean isSet = operator == Operator.IN || operator == Operator.NOT_IN;
    List<String> values = isSet ? values() : List.of(value());
    try {
      return new Requirement(key.literal, operator, values);
    } catch (IllegalArgumentException e) {
      throw failure("unable to parse requirement: " + e.getMessage(), valuesAt);
    }
  }

  private Operator operator() {
    Token operator = take();
    return switch (operator.literal) {
      case "in" -> Operator.IN;
      case "notin" -> Operator.NOT_IN;
      case "=", "==" -> Operator.EQUALS;
      case "!=" -> Operator.NOT_EQUALS;
      case ">" -> Operator.GREATER_THAN;
      case "<" -> Operator.LESS_THAN;
      default -> throw broken("found '%s', expected: in, notin, =, ==, !=, gt, lt", operator);
    };
  }

  /// The one value of a comparison; nothing there is the empty value.
  private String value() {
    if (token.kind == Kind.END || token.is(",")) {
      return "";
    }
    Token value = take();
    if (value.kind != Kind.WORD) {
      throw broken("found '%s', expected: identifier", value);
    }
    return value.literal;
  }

  /// The values between parentheses; nothing beside a comma, or nothing at all, is the empty value.
  private List<String> values() {
    Token open = take();
    if (!open.is("(")) {
      throw broken("found '%s' expected: '('", open);
    }
    if (token.kind != Kind.WORD && !token.is(",") && !token.is(")")) {
      throw broken("found '%s', expected: ',', ')' or identifier", token);
    }
    var values = new TreeSet<String>();
    while (true) {
      if (token.kind == Kind.WORD) {
        values.add(take().literal);
        if (!token.is(",") && !token.is(")")) {
          throw broken("found '%s', expected: ',' or ')'", token);
        }
      } else {
        values.add("");
      }
      Token separator = take();
      if (separator.is(")")) {
        return List.copyOf(values);
      }
      if (!separator.is(",")) {
        throw broken("found '%s', expected: ',', or identifier", separator);
      }
    }
  }

  private Token take() {
    Token taken = token;
    token = scan();
    return taken;
  }

  private Token scan() {
    int at = rest;
    while (at < text.length() && isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      rest = at;
      return new Token(Kind.END, "", at);
    }
    if (isSymbol(text.charAt(at))) {
      boolean two = text.startsWith("==", at) || text.startsWith("!=", at);
      rest = at + (two ? 2 : 1);
      return new Token(Kind.SYMBOL, text.substring(at, rest), at);
    }
    rest = at;
    while (rest < text.length()
        && !isSymbol(text.charAt(rest))
        && !isWhitespace(text.charAt(rest))) {
      rest++;
    }
    return new Token(Kind.WORD, text.substring(at, rest), at);
  }

  private static boolean isWhitespace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  private static boolean isSymbol(char c) {
    return "=!(),><".indexOf(c) >= 0;
  }

  private SelectorSyntaxException broken(String pattern, Token found) {
    return failure("unable to parse requirement: " + pattern, found);
  }

  private SelectorSyntaxException failure(String pattern, Token found) {
    return failure(pattern.formatted(found.literal), found.at);
  }

  private SelectorSyntaxException failure(String reason, int at) {
    return new SelectorSyntaxException(reason, text, at);
  }

  private enum Kind {
    WORD,
    SYMBOL,
    END
  }

  private record Token(Kind kind, String literal, int at) {
    boolean is(String symbol) {
      return literal.equals(symbol);
    }
  }
}
