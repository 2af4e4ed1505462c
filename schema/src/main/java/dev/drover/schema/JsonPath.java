package dev.drover.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A path through JSON as kubectl and printer columns have it: fields, indexes, ranges, unions,
/// wildcards, filters, descent.
///
/// ```java
/// JsonPath.parse(".status.conditions[?(@.type==\"Ready\")].status").find(object)
/// ```
///
/// What a path does not find is nothing; what makes no sense, such as an index into a text, is an
/// [IllegalArgumentException] in Go's words. Safe for hostile paths: both what is kept and how deep
/// it goes is bounded.
///
/// In Go: {@index jsonpath.JSONPath} of client-go, which allows missing keys.
public final class JsonPath {
  private static final int MOST_RESULTS = 100_000;

  private final Steps steps;

  private JsonPath(Steps steps) {
    this.steps = steps;
  }

  /// Reads a path such as `.spec.containers[0].image`, without the braces of a template.
  ///
  /// @throws IllegalArgumentException when it is none
  public static JsonPath parse(String path) {
    return new JsonPath(new JsonPathParser(path).parse());
  }

  /// A step of a path.
  sealed interface Step {}

  /// Steps one after another.
  record Steps(List<Step> all) implements Step {}

  record Field(String name) implements Step {}

  record Wildcard() implements Step {}

  record Descent() implements Step {}

  /// @param isSingle whether there was one index, and no range
  record Range(OptionalInt from, OptionalInt to, OptionalInt step, boolean isSingle)
      implements Step {}

  record Union(List<Steps> parts) implements Step {}

  /// @param operator `exists` for one without a right side
  record Filter(Steps left, String operator, Steps right) implements Step {}

  /// A value that stands in the path itself.
  record Literal(Object value) implements Step {}

  /// A word that is none of the values: nothing that a path of one object may have.
  record Word(String name) implements Step {}

  /// All values that the path leads to.
  ///
  /// @throws IllegalArgumentException when the path makes no sense for the value
  public List<@Nullable Object> findAll(@Nullable Object value) {
    List<@Nullable Object> start = new ArrayList<>();
    start.add(value);
    return walk(start, steps);
  }

  /// The first value that the path leads to; empty when there is none, or it is null, or the path
  /// makes no sense.
  public Optional<Object> find(@Nullable Object value) {
    try {
      List<@Nullable Object> all = findAll(value);
      return all.isEmpty() ? Optional.empty() : Optional.ofNullable(all.getFirst());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private List<@Nullable Object> walk(List<@Nullable Object> input, Step step) {
    List<@Nullable Object> result =
        switch (step) {
          case Steps(List<Step> all) -> {
            List<@Nullable Object> here = input;
            for (Step next : all) {
              here = walk(here, next);
            }
            yield here;
          }
          case Field(String name) -> field(input, name);
          case Wildcard _ -> children(input);
          case Descent _ -> descend(input);
          case Range range -> range(input, range);
          case Union(List<Steps> parts) -> union(input, parts);
          case Filter filter -> filter(input, filter);
          case Literal(Object value) -> new ArrayList<>(input.stream().map(_ -> value).toList());
          case Word(String name) ->
              throw new IllegalArgumentException("unrecognized identifier " + name);
        };
    if (result.size() > MOST_RESULTS) {
      throw new IllegalArgumentException("more than " + MOST_RESULTS + " values");
    }
    return result;
  }

  private static List<@Nullable Object> field(List<@Nullable Object> input, String name) {
    List<@Nullable Object> found = new ArrayList<>();
    for (Object value : input) {
      if (value instanceof Map<?, ?> map && map.containsKey(name)) {
        found.add(map.get(name));
      }
    }
    return found;
  }

  private static List<@Nullable Object> children(List<@Nullable Object> input) {
    List<@Nullable Object> found = new ArrayList<>();
    for (Object value : input) {
      found.addAll(children(value));
    }
    return found;
  }

  private static List<@Nullable Object> children(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> new ArrayList<>(map.values());
      case List<?> list -> new ArrayList<>(list);
      case null, default -> List.of();
    };
  }

  /// Everything that has something in it, from the outside in.
  private static List<@Nullable Object> descend(List<@Nullable Object> input) {
    List<@Nullable Object> found = new ArrayList<>();
    for (Object value : input) {
      List<@Nullable Object> inside = children(value);
      if (!inside.isEmpty() && found.size() <= MOST_RESULTS) {
        found.add(value);
        found.addAll(descend(inside));
      }
    }
    return found;
  }

  private static List<@Nullable Object> range(List<@Nullable Object> input, Range range) {
    List<@Nullable Object> found = new ArrayList<>();
    for (Object value : input) {
      if (value == null) {
        continue;
      }
      if (!(value instanceof List<?> list)) {
        throw new IllegalArgumentException(GoFormat.type(value) + " is not array or slice");
      }
      if (!addRange(list, range, found)) {
        return found;
      }
    }
    return found;
  }

  /// Whether anything was asked for.
  private static boolean addRange(List<?> list, Range range, List<@Nullable Object> found) {
    int size = list.size();
    int from = range.from.orElse(0);
    int to = range.isSingle ? from + 1 : range.to.orElse(size);
    from += from < 0 ? size : 0;
    to += to < 0 || to == 0 && range.isSingle ? size : 0;
    if (from == to) {
      return false;
    }
    if (from >= size || from < 0) {
      throw outOfBounds(from, size);
    }
    if (to > size || to < 0) {
      throw outOfBounds(to - 1, size);
    }
    if (from > to) {
      throw new IllegalArgumentException(
          "starting index " + from + " is greater than ending index " + to);
    }
    int step = range.step.orElse(1);
    if (step <= 0) {
      throw new IllegalArgumentException("step must be > 0");
    }
    for (long i = from; i < to; i += step) {
      found.add(list.get((int) i));
    }
    return true;
  }

  private static IllegalArgumentException outOfBounds(int index, int size) {
    return new IllegalArgumentException(
        "array index out of bounds: index " + index + ", length " + size);
  }

  private List<@Nullable Object> union(List<@Nullable Object> input, List<Steps> parts) {
    List<@Nullable Object> found = new ArrayList<>();
    parts.forEach(part -> found.addAll(walk(input, part)));
    return found;
  }

  private List<@Nullable Object> filter(List<@Nullable Object> input, Filter filter) {
    List<@Nullable Object> found = new ArrayList<>();
    for (Object value : input) {
      if (!(value instanceof List<?> list)) {
        throw new IllegalArgumentException(
            GoFormat.value(value) + " is not array or slice and cannot be filtered");
      }
      for (Object item : list) {
        if (passes(item, filter)) {
          found.add(item);
        }
      }
    }
    return found;
  }

  private boolean passes(@Nullable Object item, Filter filter) {
    List<@Nullable Object> here = new ArrayList<>();
    here.add(item);
    if (filter.operator.equals("exists")) {
      return exists(here, filter.left);
    }
    List<@Nullable Object> left = walk(here, filter.left);
    if (left.isEmpty()) {
      return false;
    }
    List<@Nullable Object> right = left.size() > 1 ? List.of() : walk(here, filter.right);
    if (left.size() > 1 || right.size() > 1) {
      throw new IllegalArgumentException("can only compare one element at a time");
    }
    return !right.isEmpty() && compare(left.getFirst(), filter.operator, right.getFirst());
  }

  private boolean exists(List<@Nullable Object> here, Steps path) {
    try {
      return !walk(here, path).isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean compare(@Nullable Object left, String operator, @Nullable Object right) {
    return switch (operator) {
      case "==" -> isEqual(left, right);
      case "!=" -> !isEqual(left, right);
      case "<" -> order(left, right) < 0;
      case "<=" -> order(left, right) <= 0;
      case ">" -> order(left, right) > 0;
      case ">=" -> order(left, right) >= 0;
      default -> throw new IllegalArgumentException("unrecognized filter operator " + operator);
    };
  }

  private static boolean isEqual(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Boolean && right instanceof Boolean) {
      return Objects.equals(left, right);
    }
    return order(left, right) == 0;
  }

  private static int order(@Nullable Object left, @Nullable Object right) {
    if (left instanceof String a && right instanceof String b) {
      return a.compareTo(b);
    }
    if (left instanceof Long a && right instanceof Long b) {
      return a.compareTo(b);
    }
    if (left instanceof Double a && right instanceof Double b) {
      return a.compareTo(b);
    }
    throw new IllegalArgumentException(
        left == null || left instanceof Map || left instanceof List
            ? "invalid type for comparison"
            : "incompatible types for comparison");
  }
}
