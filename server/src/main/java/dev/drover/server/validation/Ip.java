package dev.drover.server.validation;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// An IP address as the API reads it.
///
/// As in Go, an IPv4-mapped address (`::ffff:1.2.3.4`) is one of IPv4, and leading zeros are taken
/// as such, not as octal; whether a field allows for either is another matter.
///
/// @param text as it was written
/// @param address what it means
/// @param hasLeadingZeros whether a part of the text is longer than it need be
public record Ip(String text, InetAddress address, boolean hasLeadingZeros) {
  private static final int V4_PARTS = 4;
  private static final int V6_GROUPS = 8;
  private static final int MAX_GROUP = 0xffff;

  /// Reads an address; empty when the text is none.
  public static Optional<Ip> parse(String text) {
    return text.indexOf(':') >= 0 ? v6(text) : v4(text);
  }

  private static Optional<Ip> v4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != V4_PARTS) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(V4_PARTS);
    boolean zeros = false;
    for (String part : parts) {
      int value = number(part, 10, 0xff);
      if (value < 0) {
        return Optional.empty();
      }
      zeros |= part.length() > 1 && part.startsWith("0");
      bytes.put((byte) value);
    }
    return Optional.of(new Ip(text, address(bytes.array()), zeros));
  }

  private static Optional<Ip> v6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text).filter(Groups::isFull).map(all -> of(text, all, Groups.NONE));
    }
    Optional<Groups> left = groups(text.substring(0, gap));
    Optional<Groups> right = groups(text.substring(gap + 2));
    if (left.isEmpty() || right.isEmpty() || left.get().hasV4()) {
      return Optional.empty();
    }
    int count = left.get().count() + right.get().count();
    return count < V6_GROUPS ? Optional.of(of(text, left.get(), right.get())) : Optional.empty();
  }

  private static Ip of(String text, Groups left, Groups right) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * V6_GROUPS);
    left.values().forEach(group -> bytes.putShort(group.shortValue()));
    bytes.position(2 * (V6_GROUPS - right.count()));
    right.values().forEach(group -> bytes.putShort(group.shortValue()));
    return new Ip(text, address(bytes.array()), left.hasZeros() || right.hasZeros());
  }

  /// Groups between colons; the last may be an IPv4 address, which stands for two.
  private static Optional<Groups> groups(String text) {
    if (text.isEmpty()) {
      return Optional.of(Groups.NONE);
    }
    List<Integer> values = new ArrayList<>();
    boolean zeros = false;
    boolean hasV4 = false;
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        Optional<Ip> v4 = v4(parts[i]);
        if (v4.isEmpty()) {
          return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(v4.get().address().getAddress());
        values.add(bytes.getShort() & MAX_GROUP);
        values.add(bytes.getShort() & MAX_GROUP);
        zeros |= v4.get().hasLeadingZeros();
        hasV4 = true;
      } else {
        int value = number(parts[i], 16, MAX_GROUP);
        if (value < 0) {
          return Optional.empty();
        }
        zeros |= parts[i].length() > 4;
        values.add(value);
      }
    }
    return Optional.of(new Groups(values, zeros, hasV4));
  }

  /// The number in a text of digits only, or -1.
  static int number(String text, int radix, int max) {
    if (text.isEmpty()) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), radix) : -1;
      value = value * radix + digit;
      if (digit < 0 || value > max) {
        return -1;
      }
    }
    return value;
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address", e);
    }
  }

  /// Whether the address is one of IPv6.
  public boolean isV6() {
    return address instanceof Inet6Address;
  }

  /// Whether the text has the form of IPv6, but means an IPv4 address.
  public boolean isMapped() {
    return !isV6() && text.indexOf(':') >= 0;
  }

  /// The canonical text of the address, as RFC 5952 has it.
  public String canonical() {
    return canonical(address);
  }

  static String canonical(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return address.getHostAddress();
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    int[] groups = new int[V6_GROUPS];
    for (int i = 0; i < V6_GROUPS; i++) {
      groups[i] = bytes.getShort() & MAX_GROUP;
    }
    int gap = -1;
    int gapLength = 1; // a gap stands for at least two groups
    for (int i = 0; i < V6_GROUPS; i++) {
      int end = i;
      while (end < V6_GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > gapLength) {
        gap = i;
        gapLength = end - i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < V6_GROUPS; i++) {
      if (i == gap) {
        text.append("::");
        i += gapLength - 1;
      } else {
        boolean needsColon = !text.isEmpty() && text.charAt(text.length() - 1) != ':';
        text.append(needsColon ? ":" : "").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString().toLowerCase(Locale.ROOT);
  }

  private record Groups(List<Integer> values, boolean hasZeros, boolean hasV4) {
    static final Groups NONE = new Groups(List.of(), false, false);

    int count() {
      return values.size();
    }

    boolean isFull() {
      return count() == V6_GROUPS;
    }
  }
}
