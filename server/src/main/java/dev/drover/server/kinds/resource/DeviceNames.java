package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.server.validation.DriverNames;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.Locale;
import java.util.regex.Pattern;

/// Validates the names of pools, attributes and shares.
final class DeviceNames {
  static final int MAX_QUALIFIED = 63 + 1 + 32;

  private static final int MAX_POOL = 253;
  private static final int MAX_ID = 32;
  private static final int UUID_LENGTH = 36;
  private static final int URN_PREFIX = 9;
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private DeviceNames() {}

  /// A name of several parts with slashes between them.
  static void checkPool(FieldValidator name) {
    if (!name.needText()) {
      return;
    }
    if (StringFormats.length(name.text()) > MAX_POOL) {
      name.tooLong(MAX_POOL);
    }
    for (String part : name.text().split("/", -1)) {
      Names.dnsSubdomain(part).forEach(complaint -> name.invalid(part, complaint));
    }
  }

  /// A name with or without the domain of its owner.
  ///
  /// @param where what complaints are about
  static void checkQualified(FieldValidator where, String name) {
    String[] parts = name.split("/", -1);
    if (parts.length == 1) {
      checkId(where, name);
    } else if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        where.invalid("", "the domain must not be empty");
      } else {
        checkDomain(where, parts[0]);
      }
      if (parts[1].isEmpty()) {
        where.invalid("", "the name must not be empty");
      } else {
        checkId(where, parts[1]);
      }
    }
  }

  private static void checkDomain(FieldValidator where, String domain) {
    FieldValidator place = FieldValidator.of(domain, where.path());
    DriverNames.checkName(place);
    where.report(place.errors());
  }

  private static void checkId(FieldValidator where, String id) {
    if (StringFormats.length(id) > MAX_ID) {
      where.tooLong(MAX_ID);
    }
    StringFormats.cIdentifier(id).forEach(complaint -> where.invalid(id, complaint));
  }

  static void checkFullyQualified(FieldValidator name) {
    checkQualified(name, name.text());
    if (!name.text().contains("/")) {
      name.invalidTyped("a fully qualified name must be a domain and a name separated by a slash");
    }
  }

  /// The key in the path of a complaint, which is shortened in the middle.
  static String shortened(String key, int max) {
    if (key.length() <= max) {
      return key;
    }
    int remaining = max - "...".length();
    return key.substring(0, (remaining + 1) / 2)
        + "..."
        + key.substring(key.length() - remaining / 2);
  }

  static void checkUid(FieldValidator uid) {
    String complaint = uuidComplaint(uid.text());
    if (!complaint.isEmpty()) {
      uid.invalid("error validating uid: " + complaint);
    } else if (uid.text().length() != UUID_LENGTH
        || !uid.text().equals(uid.text().toLowerCase(Locale.ROOT))) {
      uid.invalid(
          "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with"
              + " lowercase hexadecimal characters");
    }
  }

  private static String uuidComplaint(String text) {
    String wrong = "invalid UUID format";
    return switch (text.length()) {
      case UUID_LENGTH -> UUID.matcher(text).matches() ? "" : wrong;
      case UUID_LENGTH + URN_PREFIX -> {
        String prefix = text.substring(0, URN_PREFIX);
        yield !prefix.equalsIgnoreCase("urn:uuid:")
            ? "invalid urn prefix: \"" + prefix + "\""
            : UUID.matcher(text.substring(URN_PREFIX)).matches() ? "" : wrong;
      }
      case UUID_LENGTH + 2 ->
          !text.startsWith("{") || !text.endsWith("}")
              ? "invalid bracketed UUID format"
              : UUID.matcher(text.substring(1, UUID_LENGTH + 1)).matches() ? "" : wrong;
      case UUID_LENGTH - 4 -> text.matches("(?i)[0-9a-f]+") ? "" : wrong;
      default -> "invalid UUID length: " + text.length();
    };
  }
}
