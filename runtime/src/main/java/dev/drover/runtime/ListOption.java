package dev.drover.runtime;

import dev.drover.api.Selector;
import dev.drover.informer.Index;
import java.util.Map;

/// Which objects a list shall have. Several options are all to be met.
///
/// In Go: {@index client.ListOption}.
public sealed interface ListOption {
  /// Objects of this namespace.
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

  /// Objects that an index of the cache has under this value; of several such options, all apply.
  ///
  /// In Go: {@index client.MatchingFields}.
  static ListOption indexed(Index<?> index, String value) {
    return new Indexed(index.name(), value);
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
