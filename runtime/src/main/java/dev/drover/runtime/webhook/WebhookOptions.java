package dev.drover.runtime.webhook;

import dev.drover.client.TlsCertificate;
import dev.drover.runtime.ServerLimits;
import dev.drover.runtime.http.CertificateFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Options of a [WebhookServer]: address, certificate, limits.
///
/// ```java
/// ManagerOptions.defaults().with(o -> o.webhooks(w -> w.port(8443).certificates(folder)))
/// ```
///
/// In Go: {@index webhook.Options}, {@index certwatcher.CertWatcher}.
public final class WebhookOptions {
  private static final WebhookOptions DEFAULTS = new WebhookOptions(new Builder());

  private final InetSocketAddress address;
  private final Path folder;
  private final Optional<TlsCertificate> certificate;
  private final Optional<Path> clientAuthority;
  private final Duration timeout;
  private final ServerLimits limits;

  private WebhookOptions(Builder from) {
    this.address = from.address;
    this.folder = from.folder;
    this.certificate = from.certificate;
    this.clientAuthority = from.clientAuthority;
    this.timeout = from.timeout;
    this.limits = from.limits;
  }

  /// Port 9443 of all addresses, the certificate in controller-runtime's folder, no client
  /// certificates, 30 seconds, [ServerLimits#defaults].
  public static WebhookOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public WebhookOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.address = address;
    builder.folder = folder;
    builder.certificate = certificate;
    builder.clientAuthority = clientAuthority;
    builder.timeout = timeout;
    builder.limits = limits;
    change.accept(builder);
    return new WebhookOptions(builder);
  }

  /// The address to listen on; port 0 = any free one.
  public InetSocketAddress address() {
    return address;
  }

  /// The folder that has the certificate in `tls.crt` and the key in `tls.key`. Both are read again
  /// when they change.
  public Path folder() {
    return folder;
  }

  /// A certificate to use in place of the folder.
  public Optional<TlsCertificate> certificate() {
    return certificate;
  }

  /// A PEM file with the certificate authorities of clients. If set, connections without a
  /// certificate of one of them are refused (mutual TLS). Read at the start.
  public Optional<Path> clientAuthority() {
    return clientAuthority;
  }

  /// The time that a webhook may take before it is interrupted. A shorter time-out of the API
  /// server takes precedence.
  public Duration timeout() {
    return timeout;
  }

  /// The limits of connections and requests.
  public ServerLimits limits() {
    return limits;
  }

  Supplier<TlsCertificate> certificates() {
    return certificate
        .<Supplier<TlsCertificate>>map(given -> () -> given)
        .orElseGet(
            () ->
                new CertificateFiles(
                    folder,
                    "Mount a Secret of type kubernetes.io/tls there, such as cert-manager makes,"
                        + " or set ManagerOptions.webhooks(w -> w.certificates(folder)) or"
                        + " w.certificate(...)"));
  }

  /// The authority of the certificate in PEM. cert-manager writes it beside the certificate.
  String authorityPem() throws IOException {
    Path file = folder.resolve("ca.crt");
    if (certificate.isEmpty() && Files.exists(file)) {
      return Files.readString(file);
    }
    X509Certificate last = certificates().get().chain().getLast();
    try {
      String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(last.getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateEncodingException e) {
      throw new IOException("cannot encode the certificate of the webhooks", e);
    }
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private InetSocketAddress address = new InetSocketAddress(9443);
    private Path folder =
        Path.of(System.getProperty("java.io.tmpdir"), "k8s-webhook-server", "serving-certs");
    private Optional<TlsCertificate> certificate = Optional.empty();
    private Optional<Path> clientAuthority = Optional.empty();
    private Duration timeout = Duration.ofSeconds(30);
    private ServerLimits limits = ServerLimits.defaults();

    private Builder() {}

    /// Another port of the same address; 0 = any free one.
    public Builder port(int port) {
      return address(new InetSocketAddress(address.getAddress(), port));
    }

    /// As [WebhookOptions#address].
    public Builder address(InetSocketAddress changed) {
      address = changed;
      return this;
    }

    /// As [WebhookOptions#folder].
    ///
    /// In Go: {@index webhook.Options.CertDir}.
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

    /// As [WebhookOptions#clientAuthority].
    ///
    /// kube-apiserver presents a certificate to webhooks if its `--admission-control-config-file`
    /// names a kubeconfig for them.
    ///
    /// In Go: {@index webhook.Options.ClientCAName}.
    public Builder clientAuthority(Path pemFile) {
      clientAuthority = Optional.of(pemFile);
      return this;
    }

    /// As [WebhookOptions#timeout].
    public Builder timeout(Duration limit) {
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("need timeout > 0, got " + limit);
      }
      timeout = limit;
      return this;
    }

    /// As [WebhookOptions#limits].
    public Builder limits(Consumer<ServerLimits.Builder> change) {
      limits = limits.with(change);
      return this;
    }
  }
}
