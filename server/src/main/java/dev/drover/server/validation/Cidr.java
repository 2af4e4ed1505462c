package dev.drover.server.validation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/// A block of IP addresses, or an address and the length of its network's prefix.
///
/// @param text as it was written
/// @param ip the address before the slash
/// @param bits the length of the prefix
public record Cidr(String text, Ip ip, int bits) {
  private static final int V4_BITS = 32;
  private static final int V6_BITS = 128;

  /// Reads a block; empty when the text is none.
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    Optional<Ip> ip = Ip.parse(text.substring(0, slash));
    int max = text.indexOf(':') >= 0 ? V6_BITS : V4_BITS;
    int bits = Ip.number(text.substring(slash + 1), 10, max);
    return bits < 0 ? Optional.empty() : ip.map(it -> new Cidr(text, it, bits));
  }

  /// Whether a number in the text is longer than it need be.
  public boolean hasLeadingZeros() {
    String length = text.substring(text.indexOf('/') + 1);
    return ip.hasLeadingZeros() || length.length() > 1 && length.startsWith("0");
  }

  /// The first address of the block.
  public InetAddress network() {
    byte[] bytes = ip.address().getAddress();
    int kept = ip.isMapped() ? Math.max(0, bits - (V6_BITS - V4_BITS)) : bits;
    for (int i = 0; i < bytes.length; i++) {
      int keptHere = Math.clamp(kept - 8L * i, 0, 8);
      bytes[i] = (byte) (bytes[i] & (0xff00 >> keptHere));
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address", e);
    }
  }

  /// Whether the address before the slash is the first one of the block.
  public boolean isBlock() {
    return network().equals(ip.address());
  }

  public boolean isV6() {
    return ip.isV6();
  }

  /// The canonical text of the block.
  public String canonical() {
    return Ip.canonical(network()) + "/" + bits;
  }

  /// The one way to write the address and the length of its network's prefix.
  public String canonicalAddress() {
    boolean isLong = ip.isMapped() && bits > V4_BITS;
    return Ip.canonical(ip.address()) + "/" + (isLong ? bits - (V6_BITS - V4_BITS) : bits);
  }

  /// Whether the address is one of the block.
  public boolean contains(Ip address) {
    return address.isV6() == isV6() && new Cidr(text, address, bits).network().equals(network());
  }
}
