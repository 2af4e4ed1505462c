package dev.drover.server.rules;

import dev.drover.api.Names;
import java.util.Locale;

/// What annotations may look like.
public final class Annotations {
  private static final int MAX_BYTES = 256 * 1024;

  private Annotations() {}

  /// Checks keys, whose case does not matter, and the size of it all.
  ///
  /// In Go: {@index apimachineryvalidation.ValidateAnnotations}.
  public static void check(Place annotations) {
    long bytes = 0;
    for (var annotation : annotations.entries().entrySet()) {
      String key = annotation.getKey();
      Names.qualifiedName(key.toLowerCase(Locale.ROOT))
          .forEach(complaint -> annotations.invalid(key, complaint));
      bytes += Formats.length(key) + Formats.length(annotation.getValue().text());
    }
    if (bytes > MAX_BYTES) {
      annotations.tooLong(MAX_BYTES);
    }
  }
}
