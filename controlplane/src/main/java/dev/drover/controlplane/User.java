package dev.drover.controlplane;

import java.util.List;
import java.util.Optional;

/// Someone the API server knows, with what is needed to log in.
///
/// Every user has a client certificate; the administrator and the users named in
/// [ControlPlane.Options] have a bearer token too, since the server reads tokens only at its start.
///
/// @param certificatePem the client certificate
/// @param keyPem its private key, PKCS#8
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
