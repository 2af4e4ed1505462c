package dev.drover.server.rules;

import dev.drover.api.Names;
import java.util.Locale;

/// Drivers of volumes and of devices, which are named alike.
public final class Drivers {
  private static final int MAX_NAME = 63;

  private Drivers() {}

  /// Checks the name of a driver, which may have capitals.
  ///
  /// In Go: {@index validation.ValidateCSIDriverName}.
  public static void checkName(Place name) {
    if (!name.needText()) {
      return;
    }
    if (Formats.length(name.text()) > MAX_NAME) {
      name.tooLong(MAX_NAME);
    }
    name.invalid(Names.dnsSubdomain(name.text().toLowerCase(Locale.ROOT)));
  }
}
