package dev.drover.server.auth;

import dev.drover.api.Names;
import java.util.List;
import java.util.Optional;

/// A service account and its user name.
///
/// In Go: package `serviceaccount`.
record ServiceAccountName(String namespace, String name) {
  private static final String PREFIX = "system:serviceaccount:";
  private static final String ALL = "system:serviceaccounts";

  /// The service account whose user name this is.
  static Optional<ServiceAccountName> ofUser(String username) {
    if (!username.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String[] parts = username.substring(PREFIX.length()).split(":", -1);
    return parts.length == 2
            && Names.dnsLabel(parts[0]).isEmpty()
            && Names.dnsSubdomain(parts[1]).isEmpty()
        ? Optional.of(new ServiceAccountName(parts[0], parts[1]))
        : Optional.empty();
  }

  String username() {
    return PREFIX + namespace + ":" + name;
  }

  List<String> groups() {
    return List.of(ALL, ALL + ":" + namespace);
  }
}
