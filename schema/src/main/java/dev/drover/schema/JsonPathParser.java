package dev.drover.schema;

import dev.drover.schema.JsonPath.Descent;
import dev.drover.schema.JsonPath.Field;
import dev.drover.schema.JsonPath.Filter;
import dev.drover.schema.JsonPath.Literal;
import dev.drover.schema.JsonPath.Range;
import dev.drover.schema.JsonPath.Step;
import dev.drover.schema.JsonPath.Steps;
import dev.drover.schema.JsonPath.Union;
import dev.drover.schema.JsonPath.Wildcard;
import dev.drover.schema.JsonPath.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the text of a [JsonPath], with all the leniency of the original.
///
/// In Go: `jsonpath.Parser`.
final class JsonPathParser {
  private static final Pattern KEY = Pattern.compile("'([^']*)'");
  private static final Pattern RANGE = Pattern.compile("(-?\\d*)(:-?\\d*)?(:-?\\d*)?");
  private static final Pattern COMPARISON = Pattern.compile("([^!<>=]+)([!<>=]+)(.+)");
  private static final int DEEPEST = 50; // filters in filters

  private final String text;
  private final int depth;
  private final List<Step> steps = new ArrayList<>();
  private int at;

  JsonPathParser(String text) {
    this(text, 0);
  }

  private JsonPathParser(String text, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("nested deeper than " + DEEPEST + " levels");
    }
    this.text = text;
    this.depth = depth;
  }

  Steps parse() {
    while (at < text.length()) {
      step();
    }
    return new Steps(List.copyOf(steps));
  }

  private Steps inner(String part) {
    return new JsonPathParser(part, depth + 1).parse();
  }

  private void step() {
    if (text.startsWith("[?(", at)) {
      filter();
      return;
    }
    if (text.startsWith("..", at)) {
      descent();
      return;
    }
    char c = text.charAt(at);
    switch (c) {
      case '\n', '\r', '}', '{' -> throw new IllegalArgumentException("unclosed action");
      case ' ', '@', '$' -> at++;
      case '[' -> array();
      case '"', '\'' -> quote(c);
      case '.' -> {
        at++;
        field();
      }
      default -> {
        if (c == '+' || c == '-' || Character.isDigit(c)) {
          number();
        } else if (c == '_' || Character.isLetter(c)) {
          word();
        } else {
          throw new IllegalArgumentException(
              "unrecognized character in action: U+%04X '%c'".formatted((int) c, c));
        }
      }
    }
  }

  private void descent() {
    if (!steps.isEmpty() && steps.getLast() instanceof Descent) {
      throw new IllegalArgumentException("invalid multiple recursive descent");
    }
    at += 2;
    steps.add(new Descent());
    if (at < text.length()
        && (text.charAt(at) == '_' || Character.isLetterOrDigit(text.charAt(at)))) {
      field();
    }
  }

  private void field() {
    StringBuilder name = new StringBuilder();
    while (at < text.length() && !isEnd(text.charAt(at))) {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      name.append(text.charAt(at++));
    }
    steps.add(name.toString().equals("*") ? new Wildcard() : new Field(name.toString()));
  }

  private static boolean isEnd(char c) {
    return " \t\r\n.,[]$@{}".indexOf(c) >= 0;
  }

  private void word() {
    int start = at;
    while (at < text.length() && !isEnd(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    switch (word) {
      case "true" -> steps.add(new Literal(true));
      case "false" -> steps.add(new Literal(false));
      default -> steps.add(new Word(word));
    }
  }

  private void number() {
    int start = at++;
    while (at < text.length() && (text.charAt(at) == '.' || Character.isDigit(text.charAt(at)))) {
      at++;
    }
    String number = text.substring(start, at);
    try {
      steps.add(
          number.contains(".")
              ? new Literal(Double.valueOf(number))
              : new Literal(Long.valueOf(number)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("cannot parse number " + number, e);
    }
  }

  private void quote(char end) {
    StringBuilder value = new StringBuilder();
    for (at++; at < text.length() && text.charAt(at) != end; at++) {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      value.append(text.charAt(at));
    }
    if (at >= text.length()) {
      throw new IllegalArgumentException("unterminated quoted string");
    }
    at++;
    steps.add(new Literal(value.toString()));
  }

  private void array() {
    int end = text.indexOf(']', at);
    if (end < 0) {
      throw new IllegalArgumentException("unterminated array");
    }
    String inside = text.substring(at + 1, end);
    at = end + 1;
    String[] parts = inside.split(",", -1);
    if (parts.length > 1) {
      List<Steps> union = new ArrayList<>();
      for (String part : parts) {
        union.add(inner("[" + part.strip() + "]"));
      }
      steps.add(new Union(union));
      return;
    }
    Matcher key = KEY.matcher(inside);
    if (key.matches()) {
      steps.addAll(inner("." + key.group(1)).all());
      return;
    }
    steps.add(range(inside.equals("*") ? ":" : inside));
  }

  private static Range range(String inside) {
    Matcher parts = RANGE.matcher(inside);
    if (!parts.matches()) {
      throw new IllegalArgumentException("invalid array index " + inside);
    }
    boolean isSingle = parts.group(2) == null;
    return new Range(
        number(parts.group(1)),
        isSingle ? OptionalInt.empty() : number(parts.group(2).substring(1)),
        parts.group(3) == null ? OptionalInt.empty() : number(parts.group(3).substring(1)),
        isSingle);
  }

  private static OptionalInt number(String digits) {
    if (digits.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(digits));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("array index " + digits + " is not a number", e);
    }
  }

  private void filter() {
    at += "[?(".length();
    int start = at;
    char quote = 0;
    boolean isClosed = false;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        if (quote == 0) {
          quote = c;
        } else if (c == quote && text.charAt(at - 1) != '\\') {
          isClosed = true;
        }
      } else if (c == ')' && (quote == 0 || isClosed)) {
        break;
      }
    }
    if (at >= text.length()) {
      throw new IllegalArgumentException("unterminated filter");
    }
    String inside = text.substring(start, at);
    at++;
    if (at >= text.length() || text.charAt(at) != ']') {
      throw new IllegalArgumentException("unclosed array expect ]");
    }
    at++;
    Matcher comparison = COMPARISON.matcher(inside);
    steps.add(
        comparison.matches()
            ? new Filter(
                inner(comparison.group(1)), comparison.group(2), inner(comparison.group(3)))
            : new Filter(inner(inside), "exists", new Steps(List.of())));
  }
}
