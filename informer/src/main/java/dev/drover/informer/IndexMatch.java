package dev.drover.informer;

import java.util.Objects;

/// A value that objects must have in an index, made by [Index#equalTo].
///
/// @param index the name of the index
/// @param value the value
public record IndexMatch(String index, String value) {
  /// Checks that both are present.
  public IndexMatch {
    Objects.requireNonNull(index, "index");
    Objects.requireNonNull(value, "value");
  }
}
