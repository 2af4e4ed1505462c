package dev.drover.api;

import java.util.List;

/// Selectors on one label, named to read well in a call; join them with [Selector#and].
///
/// ```java
/// client.list(Pod.class, matching(labelIs("app", "web").and(hasNoLabel("canary"))))
/// ```
///
/// All of them throw [IllegalArgumentException] for a key or value that no label can have.
public final class Labels {
  private Labels() {}

  /// Objects with the label `key` of value `value`.
  public static Selector labelIs(String key, String value) {
    return requirement(key, Selector.Operator.EQUALS, value);
  }

  /// Objects without the label `key`, or with another value than `value`.
  public static Selector labelIsNot(String key, String value) {
    return requirement(key, Selector.Operator.NOT_EQUALS, value);
  }

  /// Objects with the label `key` of one of these values.
  public static Selector labelIn(String key, String... values) {
    return requirement(key, Selector.Operator.IN, values);
  }

  /// Objects without the label `key`, or with none of these values.
  public static Selector labelNotIn(String key, String... values) {
    return requirement(key, Selector.Operator.NOT_IN, values);
  }

  /// Objects with the label `key`, whatever its value.
  public static Selector hasLabel(String key) {
    return requirement(key, Selector.Operator.EXISTS);
  }

  /// Objects without the label `key`.
  public static Selector hasNoLabel(String key) {
    return requirement(key, Selector.Operator.DOES_NOT_EXIST);
  }

  /// Objects whose label `key` is an integer above `limit`, which the API server takes only if it
  /// is not negative.
  public static Selector labelAbove(String key, long limit) {
    return requirement(key, Selector.Operator.GREATER_THAN, Long.toString(limit));
  }

  /// Objects whose label `key` is an integer below `limit`, which the API server takes only if it
  /// is not negative.
  public static Selector labelBelow(String key, long limit) {
    return requirement(key, Selector.Operator.LESS_THAN, Long.toString(limit));
  }

  private static Selector requirement(String key, Selector.Operator operator, String... values) {
    return Selector.of(List.of(new Selector.Requirement(key, operator, List.of(values))));
  }
}
