package dev.drover.api.tree;

import org.jspecify.annotations.Nullable;

/// An immutable value with fields, which may nest so deeply that comparing, hashing and printing it
/// need more stack than the calling thread has.
///
/// Each operation takes the level of nesting that it starts at and passes it on to [DeepValues] or
/// [ValueText], which switch to another stack where it is due: see [DeepStack].
public abstract class DeepValue {
  /// For the base class of the model.
  protected DeepValue() {}

  /// Whether `other` is an equal value.
  protected abstract boolean equals(@Nullable Object other, int depth);

  /// The hash code.
  protected abstract int hash(int depth);

  /// Prints the fields.
  protected abstract void print(ValueText.Fields out);
}
