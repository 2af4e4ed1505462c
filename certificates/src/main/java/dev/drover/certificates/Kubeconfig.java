package dev.drover.certificates;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Writes the file that kubectl and every client library read.
public final class Kubeconfig {
  private Kubeconfig() {}

  /// A file with one context: this server, trusted by its authority, as this user.
  public static String of(URI url, String caPem, User user) {
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
        client-certificate-data: %s
        client-key-data: %s
    contexts:
    - name: drover
      context:
        cluster: drover
        user: user
    """
        .formatted(url, base64(caPem), base64(user.certificatePem()), base64(user.keyPem()));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
