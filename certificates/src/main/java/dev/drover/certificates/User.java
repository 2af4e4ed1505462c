package dev.drover.certificates;

import java.util.List;
import java.util.Optional;

/// A user that an API server knows, with the credentials to authenticate.
///
/// @param certificatePem the client certificate
/// @param keyPem its private key, PKCS#8
/// @param token a bearer token, for users that the server knows by one as well
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
