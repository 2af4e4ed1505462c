package dev.drover.recipes.set;

import dev.drover.api.GroupKind;
import dev.drover.api.ObjectKey;
import java.util.Optional;

/// The object that a set belongs to, whatever its version and its uid.
///
/// @param kind of the owner
/// @param key its namespace and name
public record SetOwner(GroupKind kind, ObjectKey key) {
  /// `Icecream.example.com shop/vanilla`, which [#parse] reads back.
  @Override
  public String toString() {
    return kind + " " + key;
  }

  /// Reads the text form; empty if the text is malformed, because people edit annotations.
  static Optional<SetOwner> parse(String text) {
    int space = text.indexOf(' ');
    if (space < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SetOwner(
              GroupKind.parse(text.substring(0, space)),
              ObjectKey.parse(text.substring(space + 1))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
