package dev.drover.server.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// An IP address as Kubernetes reads it: leniently, as its first releases did, with a memory of
/// what was odd about the text.
///
/// In Go: `netutils.ParseIPSloppy` and `netip.ParseAddr`.
public final class IpAddress {
  private static final int GROUPS = 8; // of an IPv6 address, 16 bits each
  private static final int IPV4_GROUPS = 2;

  private final int[] groups; // two for IPv4, eight for IPv6
  private final boolean hasLeadingZeros;

  private IpAddress(int[] groups, boolean hasLeadingZeros) {
    this.groups = groups;
    this.hasLeadingZeros = hasLeadingZeros;
  }

  /// Reads an address; empty when the text is none.
  public static Optional<IpAddress> parse(String text) {
    return text.indexOf(':') < 0 ? parseIpv4(text) : parseIpv6(text);
  }

  private static Optional<IpAddress> parseIpv4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return Optional.empty();
    }
    int[] octets = new int[4];
    boolean leadingZeros = false;
    for (int i = 0; i < 4; i++) {
      if (!parts[i].matches("0*[0-9]{1,3}") || Integer.parseInt(lastThree(parts[i])) > 255) {
        return Optional.empty();
      }
      octets[i] = Integer.parseInt(lastThree(parts[i]));
      leadingZeros |= parts[i].length() > 1 && parts[i].charAt(0) == '0';
    }
    int[] groups = {octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]};
    return Optional.of(new IpAddress(groups, leadingZeros));
  }

  private static String lastThree(String digits) {
    return digits.substring(Math.max(0, digits.length() - 3));
  }

  private static Optional<IpAddress> parseIpv6(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return Optional.empty();
    }
    var head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    var tail = groups(gap < 0 ? "" : text.substring(gap + 2), true);
    if (head.isEmpty() || tail.isEmpty()) {
      return Optional.empty();
    }
    List<Integer> first = head.get().values();
    List<Integer> last = tail.get().values();
    int given = first.size() + last.size();
    if (gap < 0 ? given != GROUPS : given >= GROUPS) {
      return Optional.empty();
    }
    int[] all = new int[GROUPS];
    for (int i = 0; i < first.size(); i++) {
      all[i] = first.get(i);
    }
    for (int i = 0; i < last.size(); i++) {
      all[GROUPS - last.size() + i] = last.get(i);
    }
    return Optional.of(
        new IpAddress(all, head.get().hasLeadingZeros() || tail.get().hasLeadingZeros()));
  }

  private record Groups(List<Integer> values, boolean hasLeadingZeros) {}

  /// The groups of one side of an address.
  ///
  /// @param mayEndInIpv4 whether an IPv4 address may stand for the last two
  private static Optional<Groups> groups(String text, boolean mayEndInIpv4) {
    List<Integer> values = new ArrayList<>();
    if (text.isEmpty()) {
      return Optional.of(new Groups(values, false));
    }
    String[] parts = text.split(":", -1);
    boolean leadingZeros = false;
    for (int i = 0; i < parts.length; i++) {
      if (mayEndInIpv4 && i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        var ipv4 = parseIpv4(parts[i]);
        if (ipv4.isEmpty()) {
          return Optional.empty();
        }
        Arrays.stream(ipv4.get().groups).forEach(values::add);
        leadingZeros = ipv4.get().hasLeadingZeros;
      } else if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
        values.add(Integer.parseInt(parts[i], 16));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(new Groups(values, leadingZeros));
  }

  /// Whether it is an IPv4 address, be it written as an IPv6 one.
  public boolean isIpv4() {
    return groups.length == IPV4_GROUPS || isMappedIpv4();
  }

  /// Whether it is an IPv4 address written as an IPv6 one: `::ffff:1.2.3.4`.
  public boolean isMappedIpv4() {
    return groups.length == GROUPS
        && Arrays.stream(groups).limit(5).allMatch(group -> group == 0)
        && groups[5] == 0xffff;
  }

  /// Whether a number of its IPv4 notation begins with a zero that says nothing.
  public boolean hasLeadingZeros() {
    return hasLeadingZeros;
  }

  /// The one right way to write it; a mapped IPv4 address as a plain one.
  @Override
  public String toString() {
    return isIpv4() ? ipv4Text() : ipv6Text();
  }

  private String ipv4Text() {
    int high = groups[groups.length - 2];
    int low = groups[groups.length - 1];
    return (high >> 8) + "." + (high & 255) + "." + (low >> 8) + "." + (low & 255);
  }

  private String ipv6Text() {
    int gapStart = -1;
    int gapLength = 1; // a single group of zeros is written out
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > gapLength) {
        gapStart = i;
        gapLength = end - i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == gapStart) {
        text.append("::");
        i += gapLength - 1;
      } else {
        if (i > 0 && i != gapStart + gapLength) {
          text.append(':');
        }
        text.append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpAddress that && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /// Checks an address in a field that is older than strict rules: it need not be in its canonical
  /// form, but must be clear.
  ///
  /// In Go: {@index validation.IsValidIPForLegacyField}.
  public static void check(Place address) {
    Optional<IpAddress> parsed = parse(address.text());
    if (parsed.isEmpty()) {
      address.invalid(
          address.text(), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
      return;
    }
    if (parsed.get().hasLeadingZeros()) {
      address.invalid("must not have leading 0s");
    } else if (parsed.get().isMappedIpv4()) {
      address.invalid("must not be an IPv4-mapped IPv6 address");
    }
  }

  /// What is worth a warning about an address.
  ///
  /// In Go: {@index validation.GetWarningsForIP}.
  public static List<String> warnings(Place address) {
    String text = address.text();
    Optional<IpAddress> parsed = parse(text);
    if (parsed.isEmpty()) {
      return List.of();
    }
    IpAddress ip = parsed.get();
    if (ip.hasLeadingZeros() || ip.isMappedIpv4()) {
      return List.of(
          "%s: non-standard IP address \"%s\" is invalid: use \"%s\""
              .formatted(address.path(), text, ip));
    }
    return ip.isIpv4() || ip.toString().equals(text)
        ? List.of()
        : List.of(
            "%s: IPv6 address \"%s\" should be in RFC 5952 canonical format (\"%s\")"
                .formatted(address.path(), text, ip));
  }
}
