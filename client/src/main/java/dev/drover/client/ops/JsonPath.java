package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.KubernetesObject;
import dev.drover.api.RawExtension;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The part of kubectl's JSONPath that names fields: `{.status.phase}`, `.spec.replicas`,
/// `{.status.conditions[?(@.type=="Ready")].status}`, `{.spec.containers[0].image}`,
/// `{.metadata.labels['app\.kubernetes\.io/name']}`, `{.items[*].metadata.name}`.
///
/// Braces and the leading dot may be missing. A filter compares a field with a text by `==` or
/// `!=`. Slices, unions, `..`, `range` and several expressions are refused with a message.
///
/// ```java
/// List<String> images = JsonPath.parse("{.spec.containers[*].image}").find(pod);
/// ```
public final class JsonPath {
  private final String text;
  private final List<Step> steps;

  private sealed interface Step {
    record Field(String name) implements Step {}

    record Item(int number) implements Step {} // negative = from the end

    record All() implements Step {}

    record Filter(JsonPath left, boolean equal, String right) implements Step {}
  }

  private JsonPath(String text, List<Step> steps) {
    this.text = text;
    this.steps = steps;
  }

  /// Reads a path.
  ///
  /// @throws IllegalArgumentException when it is malformed, or beyond the part that is supported
  public static JsonPath parse(String path) {
    String inner = path.strip();
    if (inner.startsWith("{")) {
      if (!inner.endsWith("}")) {
        throw malformed(path, "the closing brace is missing");
      }
      inner = inner.substring(1, inner.length() - 1).strip();
    }
    if (inner.indexOf('{') >= 0) {
      throw malformed(path, "only one expression in braces is supported");
    }
    return new JsonPath(path, new Parser(path, inner).steps());
  }

  /// The values at this path, as kubectl prints them; none where a part of the path is missing.
  public List<String> find(KubernetesObject object) {
    return find(DynamicObject.of(object).tree()).stream().map(JsonPath::print).toList();
  }

  private List<Object> find(Object root) {
    List<Object> found = List.of(root);
    for (Step step : steps) {
      List<Object> next = new ArrayList<>();
      for (Object value : found) {
        follow(step, value, next);
      }
      found = next;
    }
    return found;
  }

  private static void follow(Step step, Object value, List<Object> next) {
    switch (step) {
      case Step.Field(String name) -> {
        if (value instanceof Map<?, ?> map) {
          add(map.get(name), next);
        }
      }
      case Step.Item(int number) -> {
        if (value instanceof List<?> list) {
          int at = number < 0 ? list.size() + number : number;
          if (at >= 0 && at < list.size()) {
            add(list.get(at), next);
          }
        }
      }
      case Step.All() -> {
        if (value instanceof List<?> list) {
          list.forEach(item -> add(item, next));
        } else if (value instanceof Map<?, ?> map) {
          map.values().forEach(item -> add(item, next));
        }
      }
      case Step.Filter(JsonPath left, boolean equal, String right) -> {
        if (value instanceof List<?> list) {
          for (Object item : list) {
            if (item != null
                && left.find(item).stream().anyMatch(v -> print(v).equals(right)) == equal) {
              next.add(item);
            }
          }
        }
      }
    }
  }

  private static void add(@Nullable Object value, List<Object> next) {
    if (value != null) {
      next.add(value);
    }
  }

  private static String print(Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean truth -> truth.toString();
      case Double real -> new BigDecimal(real.toString()).stripTrailingZeros().toPlainString();
      case Map<?, ?> map -> json(map);
      case List<?> list -> json(list);
      default -> value.toString();
    };
  }

  private static String json(Object tree) {
    return new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  private static IllegalArgumentException malformed(String path, String why) {
    return new IllegalArgumentException("cannot read the JSONPath '" + path + "': " + why);
  }

  /// The path as it was given.
  @Override
  public String toString() {
    return text;
  }

  private static final class Parser {
    private final String path;
    private final String inner;
    private int at;

    Parser(String path, String inner) {
      this.path = path;
      this.inner = inner;
    }

    List<Step> steps() {
      List<Step> steps = new ArrayList<>();
      if (inner.startsWith("$") || inner.startsWith("@")) {
        at++;
      }
      while (at < inner.length()) {
        char c = inner.charAt(at);
        if (c == '[') {
          steps.add(bracket());
        } else if (c == '.') {
          at++;
          if (at < inner.length() && inner.charAt(at) == '.') {
            throw malformed(path, "'..' is not supported");
          }
          if (at < inner.length() && inner.charAt(at) != '[') {
            steps.add(name());
          }
        } else if (at == 0) {
          steps.add(name());
        } else {
          throw malformed(path, "expected '.' or '[' at position " + at);
        }
      }
      if (steps.isEmpty()) {
        throw malformed(path, "it names no field");
      }
      return List.copyOf(steps);
    }

    /// A name up to the next dot or bracket; a backslash takes the meaning from either.
    private Step name() {
      StringBuilder name = new StringBuilder();
      while (at < inner.length() && ".[".indexOf(inner.charAt(at)) < 0) {
        if (inner.charAt(at) == '\\' && at + 1 < inner.length()) {
          at++;
        }
        name.append(inner.charAt(at++));
      }
      if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
        throw malformed(path, "a name is empty or has spaces");
      }
      return name.toString().equals("*") ? new Step.All() : new Step.Field(name.toString());
    }

    private Step bracket() {
      int close = closing();
      String content = inner.substring(at + 1, close).strip();
      at = close + 1;
      if (content.equals("*")) {
        return new Step.All();
      }
      if (content.startsWith("?(") && content.endsWith(")")) {
        return filter(content.substring(2, content.length() - 1).strip());
      }
      if (isQuoted(content)) {
        return new Step.Field(unquoted(content));
      }
      try {
        return new Step.Item(Integer.parseInt(content));
      } catch (NumberFormatException e) {
        throw malformed(path, "'[" + content + "]' is not supported");
      }
    }

    /// The bracket that closes the one at this position; those in quotes do not count.
    private int closing() {
      char quote = 0;
      for (int i = at + 1, depth = 1; i < inner.length(); i++) {
        char c = inner.charAt(i);
        if (quote != 0) {
          quote = c == quote ? 0 : quote;
        } else if (c == '\'' || c == '"') {
          quote = c;
        } else if (c == '[') {
          depth++;
        } else if (c == ']' && --depth == 0) {
          return i;
        }
      }
      throw malformed(path, "a closing bracket is missing");
    }

    private Step filter(String condition) {
      int operator = operator(condition);
      if (operator < 0 || !condition.startsWith("@")) {
        throw malformed(path, "a filter must compare '@...' by == or !=");
      }
      boolean equal = condition.startsWith("==", operator);
      String left = condition.substring(0, operator).strip();
      String right = condition.substring(operator + 2).strip();
      List<Step> steps = new Parser(path, left).steps();
      return new Step.Filter(
          new JsonPath(left, steps), equal, isQuoted(right) ? unquoted(right) : right);
    }

    /// The position of the first == or != outside of quotes; -1 if there is none.
    private static int operator(String condition) {
      char quote = 0;
      for (int i = 0; i < condition.length(); i++) {
        char c = condition.charAt(i);
        if (quote != 0) {
          quote = c == quote ? 0 : quote;
        } else if (c == '\'' || c == '"') {
          quote = c;
        } else if (condition.startsWith("==", i) || condition.startsWith("!=", i)) {
          return i;
        }
      }
      return -1;
    }

    private static boolean isQuoted(String text) {
      return text.length() >= 2
          && (text.charAt(0) == '\'' || text.charAt(0) == '"')
          && text.charAt(text.length() - 1) == text.charAt(0);
    }

    private static String unquoted(String text) {
      return text.substring(1, text.length() - 1).replace("\\.", ".");
    }
  }
}
