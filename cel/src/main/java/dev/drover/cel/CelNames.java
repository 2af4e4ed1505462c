package dev.drover.cel;

import dev.drover.cel.parser.ReservedWords;
import java.util.regex.Pattern;

/// Checks the names of variables.
///
/// ```java
/// if (!CelNames.isIdentifier(variable.name())) {
///   throw new IllegalArgumentException(variable.name() + " is no identifier of CEL");
/// }
/// ```
public final class CelNames {
  private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");

  private CelNames() {}

  /// Whether a variable can have this name: letters of ASCII, digits and underscores, not a digit
  /// first, and no reserved word such as `in` or `namespace`.
  public static boolean isIdentifier(String name) {
    return IDENTIFIER.matcher(name).matches() && !ReservedWords.contains(name);
  }
}
