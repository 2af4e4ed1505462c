package dev.drover.cel.library;

import dev.drover.schema.GoQuoting;
import java.util.Arrays;

/// The bytes of an IP address, read and written as Go's `netip.Addr`.
final class AddressText {
  private final byte[] bytes;
  private final String zone;

  private AddressText(byte[] bytes, String zone) {
    this.bytes = bytes;
    this.zone = zone;
  }

  /// The text is no address; the message is Go's.
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String text, String message) {
      super("ParseAddr(" + GoQuoting.quote(text) + "): " + message);
    }
  }

  static AddressText parse(String text) throws Malformed {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '.' -> {
          return new AddressText(v4(text, text), "");
        }
        case ':' -> {
          return v6(text);
        }
        case '%' -> throw new Malformed(text, "missing IPv6 address");
        default -> {}
      }
    }
    throw new Malformed(text, "unable to parse IP");
  }

  byte[] bytes() {
    return bytes.clone();
  }

  String zone() {
    return zone;
  }

  /// Whether it is an IPv4 address in the form of IPv6.
  boolean isMapped() {
    if (bytes.length != 16) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return bytes[10] == -1 && bytes[11] == -1;
  }

  AddressText masked(int bits) {
    byte[] masked = bytes.clone();
    for (int i = 0; i < masked.length; i++) {
      int kept = Math.clamp(bits - i * 8L, 0, 8);
      masked[i] &= (byte) (0xff00 >> kept);
    }
    return new AddressText(masked, "");
  }

  private static byte[] v4(String whole, String text) throws Malformed {
    String[] parts = text.split("\\.", -1);
    byte[] bytes = new byte[4];
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (part.isEmpty()) {
        throw new Malformed(whole, "IPv4 field must have at least one digit");
      }
      int value = 0;
      for (int c = 0; c < part.length(); c++) {
        if (part.charAt(c) < '0' || part.charAt(c) > '9') {
          throw new Malformed(whole, "unexpected character (at " + at(part.substring(c)) + ")");
        }
        if (c == 1 && part.charAt(0) == '0') {
          throw new Malformed(whole, "IPv4 field has octet with leading zero");
        }
        value = value * 10 + part.charAt(c) - '0';
        if (value > 255) {
          throw new Malformed(whole, "IPv4 field has value >255");
        }
      }
      if (i > 3) {
        throw new Malformed(whole, "IPv4 address too long");
      }
      bytes[i] = (byte) value;
    }
    if (parts.length < 4) {
      throw new Malformed(whole, "IPv4 address too short");
    }
    return bytes;
  }

  private static String at(String rest) {
    return GoQuoting.quote(rest);
  }

  private static AddressText v6(String text) throws Malformed {
    int percent = text.indexOf('%');
    String zone = percent < 0 ? "" : text.substring(percent + 1);
    String rest = percent < 0 ? text : text.substring(0, percent);
    if (percent >= 0 && zone.isEmpty()) {
      throw new Malformed(text, "zone must be a non-empty string");
    }
    byte[] bytes = new byte[16];
    int gap = -1;
    if (rest.startsWith("::")) {
      gap = 0;
      rest = rest.substring(2);
    }
    int i = 0;
    while (i < 16 && !rest.isEmpty()) {
      int digits = 0;
      int value = 0;
      while (digits < rest.length() && Character.digit(rest.charAt(digits), 16) >= 0) {
        value = value * 16 + Character.digit(rest.charAt(digits), 16);
        digits++;
        if (digits > 4) {
          throw new Malformed(text, "each group must have 4 or less digits (at " + at(rest) + ")");
        }
      }
      if (digits == 0) {
        throw new Malformed(
            text, "each colon-separated field must have at least one digit (at " + at(rest) + ")");
      }
      if (digits < rest.length() && rest.charAt(digits) == '.') {
        if ((gap < 0 && i != 12) || i + 4 > 16) {
          throw new Malformed(
              text, "embedded IPv4 address must replace the final 2 fields of the address");
        }
        System.arraycopy(v4(text, rest), 0, bytes, i, 4);
        i += 4;
        rest = "";
        break;
      }
      bytes[i++] = (byte) (value >> 8);
      bytes[i++] = (byte) value;
      rest = rest.substring(digits);
      if (rest.isEmpty()) {
        break;
      }
      if (rest.charAt(0) != ':') {
        throw new Malformed(text, "unexpected character, want colon (at " + at(rest) + ")");
      }
      if (rest.length() == 1) {
        throw new Malformed(
            text, "colon must be followed by more characters (at " + at(rest) + ")");
      }
      rest = rest.substring(1);
      if (rest.charAt(0) == ':') {
        if (gap >= 0) {
          throw new Malformed(text, "multiple :: in address (at " + at(rest) + ")");
        }
        gap = i;
        rest = rest.substring(1);
      }
    }
    if (!rest.isEmpty()) {
      throw new Malformed(text, "trailing garbage after address (at " + at(rest) + ")");
    }
    if (i < 16) {
      if (gap < 0) {
        throw new Malformed(text, "address string too short");
      }
      byte[] wide = new byte[16];
      System.arraycopy(bytes, 0, wide, 0, gap);
      System.arraycopy(bytes, gap, wide, 16 - (i - gap), i - gap);
      bytes = wide;
    } else if (gap >= 0) {
      throw new Malformed(text, "the :: must expand to at least one field of zeros");
    }
    return new AddressText(bytes, zone);
  }

  /// The canonical form.
  String text() {
    if (bytes.length == 4) {
      return (bytes[0] & 0xff)
          + "."
          + (bytes[1] & 0xff)
          + "."
          + (bytes[2] & 0xff)
          + "."
          + (bytes[3] & 0xff);
    }
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = (bytes[2 * i] & 0xff) << 8 | bytes[2 * i + 1] & 0xff;
    }
    int gap = -1;
    int length = 1; // one group of zeros is written out
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        gap = i;
        length = end - i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == gap) {
        text.append("::");
        i += length - 1;
      } else {
        boolean colon = !text.isEmpty() && text.charAt(text.length() - 1) != ':';
        text.append(colon ? ":" : "").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddressText address && Arrays.equals(bytes, address.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
