package dev.drover.client;

import dev.drover.api.text.PrintableText;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks whether a certificate is valid for the name of a server.
///
/// The JDK's own check reads all public CAs, because wildcards are restricted below those, which
/// takes 50 ms at every start. Certificates of a cluster's own CA need no such restriction. The
/// rules are Go's, so that a server which other clients of the cluster accept is accepted here:
/// only the subject's alternative names count, an address has to be there as an address, and a
/// wildcard is the whole first label and stands for one label.
///
/// @param names of hosts, in small letters, some with a wildcard
record ServerNames(List<String> names, List<InetAddress> addresses) {
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  static ServerNames of(X509Certificate certificate) throws CertificateParsingException {
    List<String> names = new ArrayList<>();
    List<InetAddress> addresses = new ArrayList<>();
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    for (List<?> each : all == null ? List.<List<?>>of() : all) {
      if (each.get(0).equals(DNS_NAME)) {
        names.add(plain((String) each.get(1)));
      } else if (each.get(0).equals(IP_ADDRESS)) {
        addresses.add(InetAddress.ofLiteral((String) each.get(1)));
      }
    }
    return new ServerNames(List.copyOf(names), List.copyOf(addresses));
  }

  /// In small letters, without the dot that ends a full name.
  private static String plain(String name) {
    String small = name.toLowerCase(Locale.ROOT);
    return small.endsWith(".") ? small.substring(0, small.length() - 1) : small;
  }

  /// @param server a host name, or an address without brackets
  /// @throws CertificateException when the certificate is not that server's; says whose it is
  static void check(X509Certificate certificate, String server) throws CertificateException {
    ServerNames names = of(certificate);
    if (!names.include(server)) {
      throw new CertificateException(
          ("the server's certificate is good for %s, not for %s; if it is the right server, say"
                  + " with tls-server-name which of those names it has")
              .formatted(PrintableText.of(names.toString()), server));
    }
  }

  boolean include(String server) {
    if (isAddress(server)) {
      return addresses.contains(InetAddress.ofLiteral(server));
    }
    String host = plain(server);
    return !host.isEmpty() && names.stream().anyMatch(name -> matches(name, host));
  }

  static boolean isAddress(String server) {
    return server.indexOf(':') >= 0
        || server.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }

  private static boolean matches(String pattern, String host) {
    if (!pattern.startsWith("*.")) {
      return pattern.equals(host);
    }
    int dot = host.indexOf('.');
    return dot > 0 && host.substring(dot).equals(pattern.substring(1));
  }

  @Override
  public String toString() {
    String all =
        Stream.concat(names.stream(), addresses.stream().map(InetAddress::getHostAddress))
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "no server at all (it has no subject alternative names)" : all;
  }
}
