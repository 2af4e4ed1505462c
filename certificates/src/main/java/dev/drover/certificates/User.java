package dev.drover.certificates;

import java.util.List;
import java.util.Optional;

/// Someone an API server knows, with what is needed to log in.
///
/// @param certificatePem the client certificate
/// @param keyPem its private key, PKCS#8
/// @param token a bearer token, for users whom the server knows by one as well
public record User(
    String name,
    List<String> groups,
    String certificatePem,
    String keyPem,
    Optional<String> token) {
  public User {
    groups = List.copyOf(groups);
  }

  @Override
  public String toString() {
    return "User[name=" + name + ", groups=" + groups + "]";
  }
}
