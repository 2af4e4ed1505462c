package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.LibraryValue;
import dev.drover.schema.GoQuoting;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// IP addresses and networks.
final class Addresses {
  private Addresses() {}

  /// An address as a value of CEL.
  record Ip(AddressText address) implements LibraryValue {
    @Override
    public String typeName() {
      return "net.IP";
    }

    @Override
    public long size() {
      return address.bytes().length;
    }

    @Override
    public String toString() {
      return address.text();
    }

    private int at(int i) {
      return address.bytes()[i] & 0xff;
    }

    private boolean isV4() {
      return address.bytes().length == 4;
    }

    private boolean isUnspecified() {
      return leading(address.bytes().length, 0);
    }

    private boolean isLoopback() {
      return isV4() ? at(0) == 127 : leading(15, 0) && at(15) == 1;
    }

    private boolean isMulticast() {
      return isV4() ? (at(0) & 0xf0) == 0xe0 : at(0) == 0xff;
    }

    private boolean isLinkLocalMulticast() {
      return isV4()
          ? at(0) == 224 && at(1) == 0 && at(2) == 0
          : at(0) == 0xff && (at(1) & 0x0f) == 2;
    }

    private boolean isLinkLocalUnicast() {
      return isV4() ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
    }

    private boolean isGlobalUnicast() {
      boolean broadcast = isV4() && leading(4, 0xff);
      return !broadcast
          && !isUnspecified()
          && !isLoopback()
          && !isMulticast()
          && !isLinkLocalUnicast();
    }

    private boolean leading(int count, int value) {
      for (int i = 0; i < count; i++) {
        if (at(i) != value) {
          return false;
        }
      }
      return true;
    }
  }

  /// A network as a value of CEL.
  record Cidr(AddressText address, int bits) implements LibraryValue {
    @Override
    public String typeName() {
      return "net.CIDR";
    }

    @Override
    public long size() {
      return (bits + 7L) / 8;
    }

    private boolean contains(AddressText other) {
      return other.bytes().length == address.bytes().length
          && other.masked(bits).equals(address.masked(bits));
    }

    @Override
    public String toString() {
      return address.text() + "/" + bits;
    }
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("ip", args -> ip(args[0]));
    all.put(
        "isIP",
        args -> args[0] instanceof String text ? (Object) (parse(text) instanceof Ip) : null);
    all.put("ip.isCanonical", args -> args[0] instanceof String text ? isCanonical(text) : null);
    all.put("family", args -> args[0] instanceof Ip ip ? (ip.isV4() ? 4L : 6L) : null);
    test(all, "isUnspecified", Ip::isUnspecified);
    test(all, "isLoopback", Ip::isLoopback);
    test(all, "isLinkLocalMulticast", Ip::isLinkLocalMulticast);
    test(all, "isLinkLocalUnicast", Ip::isLinkLocalUnicast);
    test(all, "isGlobalUnicast", Ip::isGlobalUnicast);
    all.put("cidr", args -> args[0] instanceof String text ? network(text) : null);
    all.put(
        "isCIDR",
        args -> args[0] instanceof String text ? (Object) (network(text) instanceof Cidr) : null);
    all.put("masked", args -> args[0] instanceof Cidr c ? masked(c) : null);
    all.put("prefixLength", args -> args[0] instanceof Cidr c ? (Object) (long) c.bits() : null);
    all.put("containsIP", Addresses::containsIp);
    all.put("containsCIDR", Addresses::containsCidr);
  }

  private static void test(Map<String, Functions.Body> all, String name, Predicate<Ip> test) {
    all.put(name, args -> args[0] instanceof Ip ip ? (Object) test.test(ip) : null);
  }

  private static @Nullable Object ip(Object value) {
    return switch (value) {
      case String text -> parse(text);
      case Cidr cidr -> new Ip(cidr.address());
      default -> null;
    };
  }

  private static Object parse(String text) {
    AddressText address;
    try {
      address = AddressText.parse(text);
    } catch (AddressText.Malformed e) {
      return new CelError(
          "IP Address "
              + GoQuoting.quote(text)
              + " parse error during conversion from string: "
              + e.getMessage());
    }
    if (!address.zone().isEmpty()) {
      return new CelError(
          "IP address " + GoQuoting.quote(text) + " with zone value is not allowed");
    }
    if (address.isMapped()) {
      return new CelError("IPv4-mapped IPv6 address " + GoQuoting.quote(text) + " is not allowed");
    }
    return new Ip(address);
  }

  private static Object isCanonical(String text) {
    Object parsed = parse(text);
    return parsed instanceof Ip ip ? (Object) ip.toString().equals(text) : parsed;
  }

  private static Cidr masked(Cidr cidr) {
    return new Cidr(cidr.address().masked(cidr.bits()), cidr.bits());
  }

  private static Object network(String text) {
    String prefix = "network address parse error during conversion from string: ";
    int slash = text.lastIndexOf('/');
    String problem;
    if (slash < 0) {
      problem = "no '/'";
    } else {
      try {
        AddressText address = AddressText.parse(text.substring(0, slash));
        String bits = text.substring(slash + 1);
        if (!address.zone().isEmpty()) {
          problem = "IPv6 zones cannot be present in a prefix";
        } else if (!bits.matches("0|[1-9][0-9]{0,8}")) {
          problem = "bad bits after slash: " + GoQuoting.quote(bits);
        } else if (Integer.parseInt(bits) > address.bytes().length * 8) {
          problem = "prefix length out of range";
        } else if (address.isMapped()) {
          return new CelError(
              prefix + "IPv4-mapped IPv6 address " + GoQuoting.quote(text) + " is not allowed");
        } else {
          return new Cidr(address, Integer.parseInt(bits));
        }
      } catch (AddressText.Malformed e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    return new CelError(
        prefix + prefix + "netip.ParsePrefix(" + GoQuoting.quote(text) + "): " + problem);
  }

  private static @Nullable Object containsIp(Object[] args) {
    if (!(args[0] instanceof Cidr cidr)) {
      return null;
    }
    Object other = args[1] instanceof String text ? parse(text) : args[1];
    if (other instanceof CelError) {
      return CelError.noSuchOverload();
    }
    return other instanceof Ip ip ? (Object) cidr.contains(ip.address()) : null;
  }

  private static @Nullable Object containsCidr(Object[] args) {
    if (!(args[0] instanceof Cidr cidr)) {
      return null;
    }
    Object other = args[1] instanceof String text ? network(text) : args[1];
    if (other instanceof CelError) {
      return other;
    }
    return other instanceof Cidr inner
        ? (Object) (cidr.contains(inner.address()) && cidr.bits() <= inner.bits())
        : null;
  }
}
