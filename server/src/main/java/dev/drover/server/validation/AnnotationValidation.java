package dev.drover.server.validation;

import dev.drover.api.Names;
import java.util.Locale;

/// Validates annotations.
public final class AnnotationValidation {
  private static final int MAX_BYTES = 256 * 1024;

  private AnnotationValidation() {}

  /// Checks keys, whose case does not matter, and the size of it all.
  ///
  /// In Go: {@index apimachineryvalidation.ValidateAnnotations}.
  public static void check(FieldValidator annotations) {
    long bytes = 0;
    for (var annotation : annotations.entries().entrySet()) {
      String key = annotation.getKey();
      Names.qualifiedName(key.toLowerCase(Locale.ROOT))
          .forEach(complaint -> annotations.invalid(key, complaint));
      bytes += StringFormats.length(key) + StringFormats.length(annotation.getValue().text());
    }
    if (bytes > MAX_BYTES) {
      annotations.tooLong(MAX_BYTES);
    }
  }
}
