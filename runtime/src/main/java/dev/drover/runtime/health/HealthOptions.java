package dev.drover.runtime.health;

import dev.drover.client.TlsCertificate;
import dev.drover.runtime.ServerLimits;
import dev.drover.runtime.http.CertificateFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Options of the endpoints `/healthz`, `/readyz` and `/metrics`: address, TLS, access to metrics.
///
/// ```java
/// ManagerOptions.defaults().with(o -> o.health(h -> h.port(8443).certificates(folder).protectMetrics()));
/// ```
///
/// By default they are served without TLS on all addresses of the pod, because the kubelet and
/// Prometheus connect to the pod's address; a [loopback][Builder#loopback] address is reachable
/// only from within the pod, such as by a proxy in a sidecar. TLS applies to all three; a probe
/// then needs `scheme: HTTPS`. [#protectsMetrics] applies to `/metrics` only, since the kubelet
/// sends no token.
///
/// In Go: {@index healthz.Handler}, {@index server.Server}.
public final class HealthOptions {
  private static final HealthOptions DEFAULTS = new HealthOptions(new Builder());

  private final InetSocketAddress address;
  private final Optional<Path> folder;
  private final Optional<TlsCertificate> certificate;
  private final boolean protectsMetrics;
  private final ServerLimits limits;

  private HealthOptions(Builder from) {
    this.address = from.address;
    this.folder = from.folder;
    this.certificate = from.certificate;
    this.protectsMetrics = from.protectsMetrics;
    this.limits = from.limits;
  }

  /// Port 8081 of all addresses, without TLS, metrics without a login, [ServerLimits#defaults].
  public static HealthOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public HealthOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.address = address;
    builder.folder = folder;
    builder.certificate = certificate;
    builder.protectsMetrics = protectsMetrics;
    builder.limits = limits;
    change.accept(builder);
    return new HealthOptions(builder);
  }

  /// The address to listen on; port 0 = any free one.
  public InetSocketAddress address() {
    return address;
  }

  /// The folder that has the certificate in `tls.crt` and the key in `tls.key`. Both are read again
  /// when they change.
  public Optional<Path> folder() {
    return folder;
  }

  /// A certificate that never changes.
  public Optional<TlsCertificate> certificate() {
    return certificate;
  }

  /// Whether `/metrics` needs a bearer token whose user may `get` the path `/metrics`.
  public boolean protectsMetrics() {
    return protectsMetrics;
  }

  /// The limits of connections and requests.
  public ServerLimits limits() {
    return limits;
  }

  /// Where the certificate comes from; empty = without TLS.
  public Optional<Supplier<TlsCertificate>> certificates() {
    if (certificate.isPresent()) {
      TlsCertificate given = certificate.get();
      return Optional.of(() -> given);
    }
    return folder.map(
        files ->
            new CertificateFiles(
                files,
                "Mount a Secret of type kubernetes.io/tls there, such as cert-manager makes, or set"
                    + " ManagerOptions.health(h -> h.certificates(folder))"));
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private InetSocketAddress address = new InetSocketAddress(8081);
    private Optional<Path> folder = Optional.empty();
    private Optional<TlsCertificate> certificate = Optional.empty();
    private boolean protectsMetrics;
    private ServerLimits limits = ServerLimits.defaults();

    private Builder() {}

    /// Another port of the same address; 0 = any free one.
    public Builder port(int port) {
      return address(new InetSocketAddress(address.getAddress(), port));
    }

    /// As [HealthOptions#address].
    ///
    /// In Go: {@index manager.Options.HealthProbeBindAddress}, {@index server.Options.BindAddress}.
    public Builder address(InetSocketAddress changed) {
      address = changed;
      return this;
    }

    /// Listens on the loopback address, which only processes of the same pod reach. The kubelet is
    /// none of them: HTTP probes fail.
    public Builder loopback() {
      return address(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()));
    }

    /// Serves over TLS, as [HealthOptions#folder].
    ///
    /// In Go: {@index server.Options.SecureServing}, {@index server.Options.CertDir}.
    public Builder certificates(Path changed) {
      folder = Optional.of(changed);
      certificate = Optional.empty();
      return this;
    }

    /// Serves over TLS, as [HealthOptions#certificate].
    public Builder certificate(TlsCertificate changed) {
      certificate = Optional.of(changed);
      folder = Optional.empty();
      return this;
    }

    /// As [HealthOptions#protectsMetrics]. The API server checks the token (TokenReview) and the
    /// permission (SubjectAccessReview), for which the manager needs the ClusterRole
    /// `system:auth-delegator`; the scraper needs a ClusterRole with `nonResourceURLs: [/metrics]`
    /// and `verbs: [get]`. A token is a password: use TLS with it.
    ///
    /// In Go: {@index filters.WithAuthenticationAndAuthorization}.
    public Builder protectMetrics() {
      protectsMetrics = true;
      return this;
    }

    /// As [HealthOptions#limits].
    public Builder limits(Consumer<ServerLimits.Builder> change) {
      limits = limits.with(change);
      return this;
    }
  }
}
