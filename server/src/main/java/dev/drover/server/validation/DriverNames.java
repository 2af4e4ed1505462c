package dev.drover.server.validation;

import dev.drover.api.Names;
import java.util.Locale;

/// Validates the names of drivers of volumes and of devices, which have one format.
public final class DriverNames {
  private static final int MAX_NAME = 63;

  private DriverNames() {}

  /// Checks the name of a driver, which may have capitals.
  ///
  /// In Go: {@index validation.ValidateCSIDriverName}.
  public static void checkName(FieldValidator name) {
    if (!name.needText()) {
      return;
    }
    if (StringFormats.length(name.text()) > MAX_NAME) {
      name.tooLong(MAX_NAME);
    }
    name.invalid(Names.dnsSubdomain(name.text().toLowerCase(Locale.ROOT)));
  }
}
