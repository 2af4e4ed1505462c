package dev.drover.server.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/// Where a request comes from: as the headers of proxies tell it, then the address of the
/// connection.
///
/// In Go: `net.SourceIPs`.
final class SourceAddresses {
  private SourceAddresses() {}

  static List<String> of(Map<String, List<String>> headers, Request request) {
    List<String> addresses = new ArrayList<>();
    for (String part : first(headers, "x-forwarded-for").split(",")) {
      address(part).ifPresent(addresses::add);
    }
    address(first(headers, "x-real-ip"))
        .filter(real -> !addresses.contains(real))
        .ifPresent(addresses::add);
    address(Request.getRemoteAddr(request))
        .filter(remote -> addresses.isEmpty() || !addresses.getLast().equals(remote))
        .ifPresent(addresses::add);
    return addresses;
  }

  private static String first(Map<String, List<String>> headers, String name) {
    return headers.getOrDefault(name, List.of("")).getFirst();
  }

  private static Optional<String> address(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text.strip()).getHostAddress());
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a header may have anything
    }
  }
}
