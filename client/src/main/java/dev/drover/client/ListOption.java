package dev.drover.client;

import dev.drover.api.Selector;
import java.util.Map;

/// One condition on the objects of a list, or its length. Objects meet all options of a list.
///
/// ```java
/// client.list(Pod.class, in("shop"), label("app", "web"), limit(10));
/// ```
///
/// May grow: code that reads options uses [ListQuery] and not a `switch`.
///
/// In Go: {@index client.ListOption}.
public sealed interface ListOption {
  /// Objects of this namespace; empty = all.
  ///
  /// In Go: {@index client.InNamespace}.
  static ListOption in(String namespace) {
    return new InNamespace(namespace);
  }

  /// Objects with this label.
  ///
  /// In Go: {@index client.MatchingLabels}.
  static ListOption label(String key, String value) {
    return new Matching(Selector.ofLabels(Map.of(key, value)));
  }

  /// Objects whose labels match.
  ///
  /// In Go: {@index client.MatchingLabelsSelector}, {@index client.HasLabels}.
  static ListOption matching(Selector labels) {
    return new Matching(labels);
  }

  /// Objects that the index of this name has under this value: for readers with a cache, such as
  /// `indexed(byOwner.name(), uid)`.
  ///
  /// In Go: {@index client.MatchingFields}.
  static ListOption indexed(String index, String value) {
    return new Indexed(index, value);
  }

  /// Not more than so many.
  ///
  /// In Go: {@index client.Limit}.
  static ListOption limit(int number) {
    return new Limit(number);
  }

  /// See [#in].
  record InNamespace(String namespace) implements ListOption {}

  /// See [#matching].
  record Matching(Selector labels) implements ListOption {}

  /// See [#indexed].
  record Indexed(String index, String value) implements ListOption {}

  /// See [#limit].
  record Limit(int number) implements ListOption {
    /// A list of nothing is not asked for.
    public Limit {
      if (number < 1) {
        throw new IllegalArgumentException("need limit >= 1, got " + number);
      }
    }
  }
}
