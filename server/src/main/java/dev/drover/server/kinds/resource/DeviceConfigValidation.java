package dev.drover.server.kinds.resource;

import dev.drover.api.RawExtension;
import dev.drover.server.validation.DriverNames;
import dev.drover.server.validation.FieldValidator;
import java.util.Map;

/// The configuration that a driver gets for the devices it allocates.
final class DeviceConfigValidation {
  static final int MAX_RAW = 10 * 1024;

  private DeviceConfigValidation() {}

  /// @param isNew whether what is there counts as new, and may not be larger than now allowed
  static void check(FieldValidator config, boolean isNew) {
    FieldValidator opaque = config.child("opaque");
    if (!opaque.isPresent()) {
      opaque.required("");
      return;
    }
    DriverNames.checkName(opaque.child("driver"));
    checkRaw(opaque.child("parameters"), isNew);
  }

  /// A JSON object of any shape.
  static void checkRaw(FieldValidator raw, boolean isNew) {
    if (!raw.isPresent()) {
      raw.required("");
    } else if (isNew && RawExtension.ofTree(raw.value()).raw().toByteArray().length > MAX_RAW) {
      raw.tooLong(MAX_RAW);
    } else if (!(raw.value() instanceof Map<?, ?>)) {
      raw.invalid("<value omitted>", "must be a valid JSON object");
    }
  }
}
