package dev.drover.api;

/// Parses and prints `name.group`, the form that kinds and resources share.
final class DottedName {
  private DottedName() {}

  /// The position of the dot that ends the name, or -1 when the whole text is the name.
  ///
  /// @throws IllegalArgumentException if the name is empty, or a dot promises a group that is not
  ///   there
  static int splitAt(String text, String what, String example) {
    int dot = text.indexOf('.');
    if (dot == 0 || text.isEmpty()) {
      throw new IllegalArgumentException(
          "no %s in '%s': expected it at position 0, before the group, as in %s"
              .formatted(what, text, example));
    }
    if (dot == text.length() - 1) {
      throw new IllegalArgumentException(
          ("no group after the '.' at position %d of '%s';"
                  + " leave the dot out for the core group, or write the group as in %s")
              .formatted(dot, text, example));
    }
    return dot;
  }
}
