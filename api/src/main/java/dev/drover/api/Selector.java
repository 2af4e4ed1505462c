package dev.drover.api;

import dev.drover.api.text.GoText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Selects objects by their labels: a list of requirements, all of which must hold.
///
/// ```java
/// Selector.parse("app=web,tier in (front,back),!canary").matches(pod.labels())
/// ```
///
/// Immutable and canonical: requirements are in order of their keys and values in order within a
/// requirement, so that selectors with equal requirements are equal and print the same. Keys and
/// values are checked when a selector is made. The builders with the shortest names are in
/// [Labels]; a selector of the API (`matchLabels`, `matchExpressions`) turns into one with
/// [#of(Map, List)].
///
/// In Go: {@index labels.Selector}.
public final class Selector {
  private static final Selector EVERYTHING = new Selector(List.of());
  private static final Selector NOTHING = new Selector(List.of());

  private final List<Requirement> requirements; // sorted by key; empty for NOTHING

  private Selector(List<Requirement> requirements) {
    this.requirements = requirements;
  }

  /// Matches every object.
  ///
  /// In Go: {@index labels.Everything}.
  public static Selector everything() {
    return EVERYTHING;
  }

  /// Matches no object. No text says this: it prints as `<nothing>`, which the API server refuses.
  ///
  /// In Go: {@index labels.Nothing}.
  public static Selector nothing() {
    return NOTHING;
  }

  /// Reads the text form, as `kubectl --selector` takes it; the empty text is [#everything].
  ///
  /// ```
  /// selector    = [ requirement { "," requirement } ]
  /// requirement = key | "!" key | key comparison value | key ( "in" | "notin" ) "(" values ")"
  /// comparison  = "=" | "==" | "!=" | ">" | "<"
  /// values      = value { "," value }                          a value may be empty
  /// ```
  ///
  /// White space may stand between the parts; there is no quoting.
  ///
  /// In Go: {@index labels.Parse}.
  ///
  /// @throws SelectorSyntaxException if the text does not follow the grammar
  /// @throws IllegalArgumentException if a key or value is not valid
  public static Selector parse(String text) {
    return of(new SelectorParser(text).parse());
  }

  /// All of these requirements together; none of them is [#everything].
  public static Selector of(List<Requirement> requirements) {
    if (requirements.isEmpty()) {
      return EVERYTHING;
    }
    var sorted = new ArrayList<>(requirements);
    sorted.sort(Comparator.comparing(Requirement::key));
    return new Selector(List.copyOf(sorted));
  }

  /// Each label must be there with exactly this value; no labels is [#everything].
  ///
  /// In Go: {@index labels.SelectorFromSet}.
  public static Selector ofLabels(Map<String, String> matchLabels) {
    return of(matchLabels, List.of());
  }

  /// The two halves of a selector of the API: `matchLabels` and `matchExpressions`.
  ///
  /// Mind that the API tells an absent selector from an empty one: absent is [#nothing], empty is
  /// [#everything].
  ///
  /// In Go: {@index metav1.LabelSelectorAsSelector}.
  public static Selector of(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
    var all = new ArrayList<Requirement>(matchLabels.size() + matchExpressions.size());
    matchLabels.forEach(
        (key, value) -> all.add(new Requirement(key, Operator.EQUALS, List.of(value))));
    all.addAll(matchExpressions);
    return of(all);
  }

  /// Says whether an object with these labels is selected.
  public boolean matches(Map<String, String> labels) {
    if (isNothing()) {
      return false;
    }
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /// Both selectors must match.
  public Selector and(Selector other) {
    if (isNothing() || other.isNothing()) {
      return NOTHING;
    }
    var all = new ArrayList<>(requirements);
    all.addAll(other.requirements);
    return of(all);
  }

  /// Says whether there are no requirements, so that every object is selected.
  public boolean isEverything() {
    return !isNothing() && requirements.isEmpty();
  }

  /// Says whether this is [#nothing]. A contradiction such as `a,!a` also matches no object, but is
  /// not found out.
  @SuppressWarnings("ReferenceEquality") // as values, everything and nothing look alike
  public boolean isNothing() {
    return this == NOTHING;
  }

  /// The requirements on labels, in order of the keys.
  ///
  /// @throws IllegalStateException for [#nothing], which requirements cannot express
  public List<Requirement> requirements() {
    if (isNothing()) {
      throw new IllegalStateException(
          "the selector that matches nothing has no requirements; ask isNothing() first");
    }
    return requirements;
  }

  /// The one value that the label `key` must have, if its first requirement leaves only one.
  ///
  /// In Go: {@index labels.Selector.RequiresExactMatch}.
  public Optional<String> exactValue(String key) {
    return requirements.stream()
        .filter(requirement -> requirement.key.equals(key))
        .findFirst()
        .filter(requirement -> requirement.isExact())
        .map(requirement -> requirement.values.getFirst());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Selector selector
        && isNothing() == selector.isNothing()
        && requirements.equals(selector.requirements);
  }

  @Override
  public int hashCode() {
    return requirements.hashCode();
  }

  /// The text form, which [#parse] reads back; `""` for [#everything] and `<nothing>` for
  /// [#nothing].
  @Override
  public String toString() {
    if (isNothing()) {
      return "<nothing>";
    }
    return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
  }

  /// How a requirement relates the label to the values.
  ///
  /// In Go: {@index selection.Operator}.
  public enum Operator {
    /// The label is there and has the one value: `key=value`, also written `key==value`.
    EQUALS("="),
    /// The label is absent or has another value than the one: `key!=value`.
    NOT_EQUALS("!="),
    /// The label is there and has one of the values: `key in (a,b)`.
    IN("in"),
    /// The label is absent or has none of the values: `key notin (a,b)`.
    NOT_IN("notin"),
    /// The label is there, with whatever value: `key`.
    EXISTS("exists"),
    /// The label is absent: `!key`.
    DOES_NOT_EXIST("!"),
    /// The label is there and is an integer above the one value: `key>5`.
    GREATER_THAN("gt"),
    /// The label is there and is an integer below the one value: `key<5`.
    LESS_THAN("lt");

    private final String goName;

    Operator(String goName) {
      this.goName = goName;
    }
  }

  /// One condition on one label.
  ///
  /// In Go: {@index labels.Requirement}.
  ///
  /// @param key the label's key
  /// @param operator how label and values relate
  /// @param values in order and without repetition: one for [Operator#EQUALS],
  ///   [Operator#NOT_EQUALS], [Operator#GREATER_THAN] and [Operator#LESS_THAN]; at least one for
  ///   [Operator#IN] and [Operator#NOT_IN]; none for the others
  public record Requirement(String key, Operator operator, List<String> values) {

    /// Checks key and values as the API server does.
    ///
    /// In Go: {@index labels.NewRequirement}.
    ///
    /// @throws IllegalArgumentException with all that is wrong
    public Requirement {
      Objects.requireNonNull(operator, "operator");
      RequirementRules.check(key, operator, values);
      values = values.stream().sorted().distinct().toList();
    }

    /// Reads one of the API's `matchExpressions`, whose operators are `In`, `NotIn`, `Exists` and
    /// `DoesNotExist`.
    ///
    /// @throws IllegalArgumentException if there is no such operator, or key or values are not
    ///   valid
    public static Requirement ofExpression(String key, String operator, List<String> values) {
      return new Requirement(
          key,
          switch (operator) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default ->
                throw new IllegalArgumentException(
                    ("\"%s\" is not a valid label selector operator"
                            + " (for key %s; use In, NotIn, Exists or DoesNotExist)")
                        .formatted(operator, key));
          },
          values);
    }

    /// Says whether labels satisfy this requirement.
    public boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case EQUALS, IN -> value != null && values.contains(value);
        case NOT_EQUALS, NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case GREATER_THAN -> value != null && compareAsIntegers(value) > 0;
        case LESS_THAN -> value != null && compareAsIntegers(value) < 0;
      };
    }

    // A label that is no integer is neither above nor below: it compares as equal.
    private int compareAsIntegers(String value) {
      var actual = GoText.integer(value);
      var limit = GoText.integer(values.getFirst());
      return actual.isEmpty() ? 0 : Long.compare(actual.getAsLong(), limit.getAsLong());
    }

    private boolean isExact() {
      return values.size() == 1 && (operator == Operator.EQUALS || operator == Operator.IN);
    }

    /// The text form: `key=value`, `key in (a,b)`, `key`, `!key` and so on.
    @Override
    public String toString() {
      String joined = String.join(",", values);
      return switch (operator) {
        case EQUALS, NOT_EQUALS -> key + operator.goName + joined;
        case IN, NOT_IN -> key + " " + operator.goName + " (" + joined + ")";
        case EXISTS -> key;
        case DOES_NOT_EXIST -> "!" + key;
        case GREATER_THAN -> key + ">" + joined;
        case LESS_THAN -> key + "<" + joined;
      };
    }
  }
}
