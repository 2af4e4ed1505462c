package dev.drover.crd.engine;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoQuoting;
import java.util.ArrayList;
import java.util.List;

/// The names of field managers.
///
/// In Go: `ValidateFieldManager`.
public final class FieldManagerNames {
  private static final int LONGEST = 128;

  private FieldManagerNames() {}

  /// What is wrong with a name.
  public static List<FieldError> errors(String manager, FieldPath path) {
    List<FieldError> errors = new ArrayList<>();
    if (GoNames.length(manager) > LONGEST) {
      errors.add(FieldError.tooLong(path, LONGEST));
    }
    int position = 0; // in bytes, as Go counts
    for (int c : manager.codePoints().toArray()) {
      if (!GoQuoting.isPrintable(c)) {
        errors.add(
            FieldError.invalid(
                path, manager, "invalid character " + code(c) + " (at position " + position + ")"));
      }
      position += GoNames.length(Character.toString(c));
    }
    return errors;
  }

  /// In Go: the verb `%#U` for what cannot be shown.
  private static String code(int c) {
    return "U+%04X".formatted(c);
  }
}
