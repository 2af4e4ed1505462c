package dev.drover.server.devices;

import dev.drover.api.RawExtension;
import dev.drover.server.rules.Drivers;
import dev.drover.server.rules.Place;
import java.util.Map;

/// What a driver is told about the devices it hands out.
final class DeviceConfigs {
  static final int MAX_RAW = 10 * 1024;

  private DeviceConfigs() {}

  /// @param isNew whether what is there counts as new, and may not be larger than now allowed
  static void check(Place config, boolean isNew) {
    Place opaque = config.child("opaque");
    if (!opaque.isPresent()) {
      opaque.required("");
      return;
    }
    Drivers.checkName(opaque.child("driver"));
    checkRaw(opaque.child("parameters"), isNew);
  }

  /// A JSON object of any shape.
  static void checkRaw(Place raw, boolean isNew) {
    if (!raw.isPresent()) {
      raw.required("");
    } else if (isNew && RawExtension.ofTree(raw.value()).raw().toByteArray().length > MAX_RAW) {
      raw.tooLong(MAX_RAW);
    } else if (!(raw.value() instanceof Map<?, ?>)) {
      raw.invalid("<value omitted>", "must be a valid JSON object");
    }
  }
}
