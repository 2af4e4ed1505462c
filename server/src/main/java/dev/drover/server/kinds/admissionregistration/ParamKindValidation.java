package dev.drover.server.kinds.admissionregistration;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Locale;

/// The kind of the objects that a policy takes its parameters from.
final class ParamKindValidation {
  private ParamKindValidation() {}

  static void check(FieldValidator params) {
    FieldValidator version = params.child("apiVersion");
    if (version.needText()) {
      checkVersion(version);
    }
    FieldValidator kind = params.child("kind");
    if (kind.needText()) {
      List<String> complaints = StringFormats.dns1035Label(kind.text().toLowerCase(Locale.ROOT));
      if (!complaints.isEmpty()) {
        kind.invalid(
            "may have mixed case, but should otherwise match: " + String.join(",", complaints));
      }
    }
  }

  private static void checkVersion(FieldValidator place) {
    String text = place.text();
    String[] parts = text.equals("/") ? new String[] {""} : text.split("/", -1);
    if (parts.length > 2) {
      place.invalid("unexpected GroupVersion string: " + text);
      return;
    }
    String group = parts.length == 2 ? parts[0] : "";
    String version = parts[parts.length - 1];
    if (!group.isEmpty()) {
      complain(place, group, Names.dnsSubdomain(group));
    }
    if (version.isEmpty()) {
      place.invalid("version must be specified");
    } else {
      complain(place, version, StringFormats.dns1035Label(version));
    }
  }

  private static void complain(FieldValidator place, String value, List<String> complaints) {
    if (!complaints.isEmpty()) {
      place.invalid(value, String.join(",", complaints));
    }
  }
}
