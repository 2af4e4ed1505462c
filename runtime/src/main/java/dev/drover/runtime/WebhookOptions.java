package dev.drover.runtime;

import dev.drover.client.TlsCertificate;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// How webhooks are served.
///
/// In Go: {@index webhook.Options}.
///
/// @param address where; port 0 = any free one
/// @param folder has the certificate in `tls.crt` and the key in `tls.key`; they are read again
///   when they change
/// @param certificate in place of the folder
/// @param timeout how long a webhook may take before it is interrupted; when the API server waits
///   less, that counts
public record WebhookOptions(
    InetSocketAddress address,
    Path folder,
    Optional<TlsCertificate> certificate,
    Duration timeout) {
  /// Port 9443 of all addresses, the certificate where controller-runtime looks for it, the time
  /// that an API server waits at most.
  public static final WebhookOptions DEFAULT =
      new WebhookOptions(
          new InetSocketAddress(9443),
          Path.of(System.getProperty("java.io.tmpdir"), "k8s-webhook-server", "serving-certs"),
          Optional.empty(),
          Duration.ofSeconds(30));

  /// A limit is more than nothing.
  public WebhookOptions {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("need timeout > 0, got " + timeout);
    }
  }

  /// A copy for another port of the same address; 0 = any free one.
  public WebhookOptions withPort(int port) {
    InetSocketAddress changed = new InetSocketAddress(address.getAddress(), port);
    return new WebhookOptions(changed, folder, certificate, timeout);
  }

  /// A copy for another address.
  public WebhookOptions withAddress(InetSocketAddress changed) {
    return new WebhookOptions(changed, folder, certificate, timeout);
  }

  /// A copy with the certificate from `tls.crt` and `tls.key` of another folder.
  public WebhookOptions withCertificates(Path changed) {
    return new WebhookOptions(address, changed, Optional.empty(), timeout);
  }

  /// A copy with a certificate that never changes.
  public WebhookOptions withCertificate(TlsCertificate changed) {
    return new WebhookOptions(address, folder, Optional.of(changed), timeout);
  }

  /// A copy with another limit.
  public WebhookOptions withTimeout(Duration changed) {
    return new WebhookOptions(address, folder, certificate, changed);
  }

  Supplier<TlsCertificate> certificates() {
    return certificate
        .<Supplier<TlsCertificate>>map(given -> () -> given)
        .orElseGet(
            () -> TlsCertificate.ofFiles(folder.resolve("tls.crt"), folder.resolve("tls.key")));
  }
}
