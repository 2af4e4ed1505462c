package dev.drover.server.rest;

import dev.drover.server.core.CallNotes;
import java.util.List;

/// Warns clients about unknown and duplicate fields.
///
/// In Go: `addStrictDecodingWarnings`.
final class StrictWarnings {
  private static final String OF_YAML = "yaml: unmarshal errors:\n";

  private StrictWarnings() {}

  /// Adds a warning for each: complaints about YAML come several in one text.
  static void add(List<String> strictErrors, CallNotes notes) {
    for (String error : strictErrors) {
      if (error.startsWith(OF_YAML)) {
        error.substring(OF_YAML.length()).lines().map(String::strip).forEach(notes::warn);
      } else {
        notes.warn(error);
      }
    }
  }
}
