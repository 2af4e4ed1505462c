package dev.drover.server.kinds.storage;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.Locale;

/// Provisioners of volumes and their parameters.
final class ProvisionerValidation {
  private static final int MAX_PARAMETERS = 512;
  private static final int MAX_SIZE = 256 * 1024;

  private ProvisionerValidation() {}

  /// A name without regard to case.
  static void checkName(FieldValidator name) {
    if (name.needText()) {
      String lower = name.text().toLowerCase(Locale.ROOT);
      Names.qualifiedName(lower).forEach(complaint -> name.invalid(lower, complaint));
    }
  }

  static void checkParameters(FieldValidator parameters) {
    if (parameters.size() > MAX_PARAMETERS) {
      parameters.tooLong(MAX_PARAMETERS);
      return;
    }
    long size = 0;
    for (String key : parameters.keys()) {
      if (key.isEmpty()) {
        parameters.invalid(key, "field can not be empty.");
      }
      size += StringFormats.length(key) + StringFormats.length(parameters.entry(key).text());
    }
    if (size > MAX_SIZE) {
      parameters.tooLong(MAX_SIZE);
    }
  }
}
