package dev.drover.certificates;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Writes the file that kubectl and every client library read.
///
/// ```java
/// Files.writeString(Path.of("kubeconfig"), Kubeconfig.of(url, caPem, user));
/// ```
public final class Kubeconfig {
  private Kubeconfig() {}

  /// A file with one context: this server, trusted by its authority, as this user by certificate.
  public static String of(URI url, String caPem, User user) {
    return of(
        url,
        caPem,
        "client-certificate-data: %s\n    client-key-data: %s"
            .formatted(base64(user.certificatePem()), base64(user.keyPem())));
  }

  /// A file with one context: this server, trusted by its authority, as the user of this token.
  ///
  /// Works with every client; not all read keys of elliptic curves.
  public static String withToken(URI url, String caPem, String token) {
    return of(url, caPem, "token: " + token);
  }

  private static String of(URI url, String caPem, String credentials) {
    return """
    apiVersion: v1
    kind: Config
    current-context: drover
    clusters:
    - name: drover
      cluster:
        server: %s
        certificate-authority-data: %s
    users:
    - name: user
      user:
        %s
    contexts:
    - name: drover
      context:
        cluster: drover
        user: user
    """
        .formatted(url, base64(caPem), credentials);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
