package dev.drover.server.validation;

import dev.drover.schema.FieldPath;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Validates fields that hold IP addresses and CIDR blocks.
///
/// In Go: the file `ip.go` of the package `k8s.io/apimachinery/pkg/util/validation`.
public final class IpFields {
  private IpFields() {}

  /// Checks an address in a field that is older than the rules for canonical form.
  ///
  /// In Go: {@index validation.IsValidIPForLegacyField}.
  ///
  /// @param existing what the object had before, and may keep
  public static void checkLegacyIp(FieldValidator place, Collection<String> existing) {
    if (!existing.contains(place.text())) {
      check(place);
    }
  }

  /// The same for a field whose value is new.
  public static void check(FieldValidator place) {
    place.checkText(IpFields::ipComplaints);
  }

  private static List<String> ipComplaints(String text) {
    Optional<Ip> ip = Ip.parse(text);
    if (ip.isEmpty()) {
      return List.of("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
    if (ip.get().hasLeadingZeros()) {
      return List.of("must not have leading 0s");
    }
    return ip.get().isMapped() ? List.of("must not be an IPv4-mapped IPv6 address") : List.of();
  }

  /// Checks an address that must be in canonical form.
  ///
  /// In Go: {@index validation.IsValidIP}.
  public static List<String> ip(String text) {
    List<String> complaints = ipComplaints(text);
    return complaints.isEmpty()
        ? canonical(text, Ip.parse(text).orElseThrow().canonical())
        : complaints;
  }

  private static List<String> canonical(String text, String canonical) {
    return text.equals(canonical)
        ? List.of()
        : List.of("must be in canonical form (\"" + canonical + "\")");
  }

  /// Checks a block in a field that is older than the rules for canonical form.
  ///
  /// In Go: {@index validation.IsValidCIDRForLegacyField}.
  public static List<String> legacyCidr(String text) {
    Optional<Cidr> cidr = Cidr.parse(text);
    if (cidr.isEmpty()) {
      return List.of("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
    if (cidr.get().hasLeadingZeros()) {
      return List.of("must not have leading 0s in IP or prefix length");
    }
    if (cidr.get().ip().isMapped()) {
      return List.of("must not have an IPv4-mapped IPv6 address");
    }
    return cidr.get().isBlock()
        ? List.of()
        : List.of("must not have bits set beyond the prefix length");
  }

  /// Checks a block that must be in canonical form.
  ///
  /// In Go: {@index validation.IsValidCIDR}.
  public static List<String> cidr(String text) {
    List<String> complaints = legacyCidr(text);
    return complaints.isEmpty()
        ? canonical(text, Cidr.parse(text).orElseThrow().canonical())
        : complaints;
  }

  /// Checks an address to which traffic can go.
  ///
  /// In Go: {@index validation.ValidateEndpointIP}.
  public static List<String> endpoint(String text) {
    Optional<Ip> ip = Ip.parse(text);
    if (ip.isEmpty()) {
      return List.of("must be a valid IP address");
    }
    List<String> complaints = new ArrayList<>();
    InetAddress address = ip.get().address();
    if (address.isAnyLocalAddress()) {
      complaints.add("may not be unspecified (" + text + ")");
    }
    if (address.isLoopbackAddress()) {
      complaints.add("may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    if (address.isLinkLocalAddress()) {
      complaints.add("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if (address.isMCLinkLocal()) {
      complaints.add("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
    return complaints;
  }

  /// What is worth a warning in an address that was accepted.
  ///
  /// In Go: {@index validation.GetWarningsForIP}.
  public static List<String> ipWarnings(FieldPath path, String text) {
    Optional<Ip> ip = Ip.parse(text);
    if (ip.isEmpty()) {
      return List.of();
    }
    String canonical = ip.get().canonical();
    if (ip.get().hasLeadingZeros() || ip.get().isMapped()) {
      return List.of(
          path + ": non-standard IP address \"" + text + "\" is invalid: use \"" + canonical + '"');
    }
    return ip.get().isV6() && !canonical.equals(text)
        ? List.of(
            path
                + (": IPv6 address \"" + text + "\" should be in RFC 5952 canonical format (\"")
                + (canonical + "\")"))
        : List.of();
  }

  /// What is worth a warning in a block that was accepted.
  ///
  /// In Go: {@index validation.GetWarningsForCIDR}.
  public static List<String> cidrWarnings(FieldPath path, String text) {
    Optional<Cidr> cidr = Cidr.parse(text);
    if (cidr.isEmpty()) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    String canonical = cidr.get().canonical();
    if (!cidr.get().isBlock()) {
      warnings.add(
          path
              + (": CIDR value \"" + text + "\" is ambiguous in this context (should be \"")
              + (canonical + "\" or \"" + cidr.get().ip().canonical() + "/")
              + (cidr.get().isV6() ? 128 : 32)
              + "\"?)");
    }
    if (cidr.get().hasLeadingZeros() || cidr.get().ip().isMapped()) {
      warnings.add(
          path + ": non-standard CIDR value \"" + text + "\" is invalid: use \"" + canonical + '"');
    }
    if (warnings.isEmpty() && cidr.get().isV6() && !canonical.equals(text)) {
      warnings.add(
          path
              + (": IPv6 CIDR value \"" + text + "\" should be in RFC 5952 canonical format (\"")
              + (canonical + "\")"));
    }
    return warnings;
  }
}
