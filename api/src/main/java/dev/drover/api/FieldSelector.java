package dev.drover.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Selects objects by the values of fields: a list of terms, all of which must hold.
///
/// ```java
/// FieldSelector.parse("spec.nodeName=node-1,status.phase!=Running")
/// ```
///
/// Which fields can be selected is up to the API server and the kind; `metadata.name` and
/// `metadata.namespace` always can. Immutable; terms are in order of their text, so that equal
/// selectors print the same.
///
/// In Go: {@index fields.Selector}.
///
/// @param terms the conditions on fields; none selects everything
public record FieldSelector(List<Term> terms) {
  private static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  /// Puts the terms in order.
  public FieldSelector {
    List<Term> sorted = new ArrayList<>(terms);
    sorted.sort((one, other) -> one.toString().compareTo(other.toString()));
    terms = List.copyOf(sorted);
  }

  // See ObjectKey.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSelector that && terms.equals(that.terms);
  }

  @Override
  public int hashCode() {
    return terms.hashCode();
  }

  /// Matches every object.
  ///
  /// In Go: {@index fields.Everything}.
  public static FieldSelector everything() {
    return EVERYTHING;
  }

  /// Objects whose field has this value.
  ///
  /// In Go: {@index fields.OneTermEqualSelector}.
  public static FieldSelector field(String field, String value) {
    return new FieldSelector(List.of(new Term(field, true, value)));
  }

  /// Objects whose field has another value.
  ///
  /// In Go: {@index fields.OneTermNotEqualSelector}.
  public static FieldSelector fieldIsNot(String field, String value) {
    return new FieldSelector(List.of(new Term(field, false, value)));
  }

  /// Reads terms joined by commas, each `field=value`, `field==value` or `field!=value`.
  ///
  /// In a value, a backslash must stand before each comma, equals sign and backslash. Empty terms
  /// are skipped.
  ///
  /// In Go: {@index fields.ParseSelector}.
  ///
  /// @throws SelectorSyntaxException if a term has no operator, or a value is not escaped as it
  ///   must be
  public static FieldSelector parse(String text) {
    var terms = new ArrayList<Term>();
    int start = 0;
    while (start < text.length()) {
      int end = endOfTerm(text, start);
      if (end > start) {
        addTerm(terms, text, start, end);
      }
      start = end + 1;
    }
    return terms.isEmpty() ? EVERYTHING : new FieldSelector(terms);
  }

  private static int endOfTerm(String text, int start) {
    for (int i = start; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '\\' -> i++;
        case ',' -> {
          return i;
        }
        default -> {}
      }
    }
    return text.length();
  }

  private static void addTerm(List<Term> terms, String text, int start, int end) {
    for (int i = start; i < end; i++) {
      boolean not = text.startsWith("!=", i);
      if (not || text.charAt(i) == '=') {
        boolean twoSigns = not || text.startsWith("==", i);
        String field = text.substring(start, i);
        String value = unescape(text, i + (twoSigns ? 2 : 1), end);
        if (!field.isEmpty() || !value.isEmpty()) { // Go drops an operator that stands alone
          terms.add(new Term(field, !not, value));
        }
        return;
      }
    }
    throw new SelectorSyntaxException(
        "invalid selector: '%s'; can't understand '%s'".formatted(text, text.substring(start, end)),
        text,
        start);
  }

  private static String unescape(String text, int from, int to) {
    var value = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '=') {
        throw new SelectorSyntaxException(
            "invalid field selector: unescaped character in value: '='", text, i);
      }
      if (c == '\\') {
        String sequence = text.substring(i, Math.min(i + 2, to));
        if (!sequence.equals("\\\\") && !sequence.equals("\\,") && !sequence.equals("\\=")) {
          throw new SelectorSyntaxException(
              "invalid field selector: invalid escape sequence: " + sequence, text, i);
        }
        c = text.charAt(++i);
      }
      value.append(c);
    }
    return value.toString();
  }

  /// Says whether an object with these fields is selected; a field that is not there counts as
  /// `""`.
  public boolean matches(Map<String, String> fields) {
    return terms.stream().allMatch(term -> term.matches(fields));
  }

  /// Both selectors must match.
  ///
  /// In Go: {@index fields.AndSelectors}.
  public FieldSelector and(FieldSelector other) {
    var all = new ArrayList<>(terms);
    all.addAll(other.terms);
    return new FieldSelector(all);
  }

  /// Says whether there are no conditions, so that every object is selected.
  public boolean isEverything() {
    return terms.isEmpty();
  }

  /// The one value that `field` must have, if there is a term that says so.
  ///
  /// In Go: {@index fields.Selector.RequiresExactMatch}.
  public Optional<String> exactValue(String field) {
    return terms.stream()
        .filter(term -> term.equal && term.field.equals(field))
        .map(Term::value)
        .findFirst();
  }

  /// The text form, which [#parse] reads back; `""` selects everything.
  @Override
  public String toString() {
    return terms.stream().map(Term::toString).collect(Collectors.joining(","));
  }

  /// One comparison of one field.
  ///
  /// In Go: {@index fields.Requirement}.
  ///
  /// @param field the path of the field, such as `spec.nodeName`
  /// @param equal whether the field must have the value, or must not
  /// @param value the value, as it is, without escapes
  public record Term(String field, boolean equal, String value) {

    /// Checks that the field can be told from the operator; there is no escape for it.
    ///
    /// @throws IllegalArgumentException if the text form would read as another field
    public Term {
      Objects.requireNonNull(value, "value");
      boolean isNothing = field.isEmpty() && value.isEmpty();
      boolean runsIntoOperator = equal && field.endsWith("!");
      if (isNothing
          || field.indexOf('=') >= 0
          || runsIntoOperator
          || endOfTerm(field, 0) < field.length()) {
        throw new IllegalArgumentException(
            ("a field cannot be selected under the name '%s';"
                    + " name it by its path, as in metadata.name")
                .formatted(field));
      }
    }

    /// Says whether fields satisfy this term.
    public boolean matches(Map<String, String> fields) {
      return fields.getOrDefault(field, "").equals(value) == equal;
    }

    /// `field=value` or `field!=value`, with the value escaped.
    ///
    /// In Go: {@index fields.EscapeValue}.
    @Override
    public String toString() {
      return field
          + (equal ? "=" : "!=")
          + value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }
  }
}
