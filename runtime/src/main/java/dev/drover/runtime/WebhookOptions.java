package dev.drover.runtime;

import dev.drover.client.TlsCertificate;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// How webhooks are served.
///
/// ```java
/// ManagerOptions.defaults().with(o -> o.webhooks(w -> w.port(8443).certificates(folder)))
/// ```
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
  public static final WebhookOptions DEFAULT = new Builder().build();

  /// A limit is more than nothing.
  public WebhookOptions {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("need timeout > 0, got " + timeout);
    }
  }

  /// A changed copy.
  public WebhookOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  Supplier<TlsCertificate> certificates() {
    return certificate
        .<Supplier<TlsCertificate>>map(given -> () -> given)
        .orElseGet(
            () -> TlsCertificate.ofFiles(folder.resolve("tls.crt"), folder.resolve("tls.key")));
  }

  /// Builds options.
  public static final class Builder {
    private InetSocketAddress address = new InetSocketAddress(9443);
    private Path folder =
        Path.of(System.getProperty("java.io.tmpdir"), "k8s-webhook-server", "serving-certs");
    private Optional<TlsCertificate> certificate = Optional.empty();
    private Duration timeout = Duration.ofSeconds(30);

    private Builder() {}

    private Builder(WebhookOptions from) {
      address = from.address;
      folder = from.folder;
      certificate = from.certificate;
      timeout = from.timeout;
    }

    /// Another port of the same address; 0 = any free one.
    public Builder port(int port) {
      return address(new InetSocketAddress(address.getAddress(), port));
    }

    /// Where to listen.
    public Builder address(InetSocketAddress changed) {
      address = changed;
      return this;
    }

    /// The certificate comes from `tls.crt` and `tls.key` of this folder.
    public Builder certificates(Path changed) {
      folder = changed;
      certificate = Optional.empty();
      return this;
    }

    /// A certificate that never changes.
    public Builder certificate(TlsCertificate changed) {
      certificate = Optional.of(changed);
      return this;
    }

    /// How long a webhook may take before it is interrupted.
    public Builder timeout(Duration limit) {
      timeout = limit;
      return this;
    }

    private WebhookOptions build() {
      return new WebhookOptions(address, folder, certificate, timeout);
    }
  }
}
