package dev.drover.client;

import dev.drover.api.Bytes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The address of an API server, the CAs to trust and the credentials to send.
///
/// ```java
/// ClientConfig.load();                                     // as kubectl: $KUBECONFIG, ~/.kube/config, the pod
/// ClientConfig.fromArgs(args);                             // the same, with --kubeconfig, --context, --namespace
/// ClientConfig.fromKubeconfig(Path.of("dev.yaml"), "dev");
/// ClientConfig.of("https://10.0.0.1:6443").with(c -> c.certificateAuthority(ca).tokenFile(token));
/// ```
///
/// Immutable and thread safe. Files with certificates and tokens are read again when they change;
/// programs for credentials are run on need, and again when those expire. Its text shows no secret.
public final class ClientConfig {
  private final URI server;
  private final String namespace;
  private final @Nullable String context;
  private final String source;
  private final @Nullable String userAgent; // null = the usual one, which is in a file
  private final boolean compression;
  private final @Nullable URI proxy;
  private final Duration connectTimeout;
  private final RequestTimeouts timeouts;
  private final ResponseLimits limits;
  private final boolean credentialsOverHttp;
  private final TimeSource clock;
  private final RequestObserver requestObserver;
  private final Trust trust;
  private final Identity identity;
  private final LiveCredentials live;

  private ClientConfig(Builder from) {
    this.server = ServerAddress.check(from.server, from.source);
    this.namespace = from.namespace;
    this.context = from.context;
    this.source = from.source;
    this.userAgent = from.userAgent == null ? null : UserAgent.checked(from.userAgent, source);
    this.compression = from.compression;
    this.proxy = from.proxy == null ? null : ServerAddress.checkProxy(from.proxy, from.source);
    this.connectTimeout = from.connectTimeout;
    this.timeouts = from.timeouts;
    this.limits = from.limits;
    this.credentialsOverHttp = from.credentialsOverHttp;
    this.clock = from.clock;
    this.requestObserver = from.requestObserver;
    this.trust = from.trust.checked(source);
    this.identity = from.identity.checked(source);
    this.live = LiveCredentials.of(this, from.origin);
  }

  /// What kubectl would use: `$KUBECONFIG`, else `~/.kube/config`, else the pod's service account.
  ///
  /// @throws ConfigException which lists what was tried
  public static ClientConfig load() {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).load(ConfigArgs.NONE);
  }

  /// As [#load], with what the program's arguments say: `--kubeconfig`, `--context` and
  /// `--namespace`, as `--flag value` or `--flag=value`. All others are left to the program.
  public static ClientConfig fromArgs(String... args) {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).load(ConfigArgs.parse(args));
  }

  /// The current context of one file.
  public static ClientConfig fromKubeconfig(Path file) {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).file(file, null);
  }

  /// A context of one file.
  public static ClientConfig fromKubeconfig(Path file, String context) {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).file(file, context);
  }

  /// The current context of a kubeconfig in YAML or JSON. Relative paths in it are taken from the
  /// working directory.
  public static ClientConfig fromKubeconfig(byte[] kubeconfig) {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).bytes(kubeconfig, null);
  }

  /// A context of a kubeconfig in YAML or JSON.
  public static ClientConfig fromKubeconfig(byte[] kubeconfig, String context) {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).bytes(kubeconfig, context);
  }

  /// The service account of the pod that this runs in.
  public static ClientConfig inCluster() {
    return new ConfigLoader(ConfigEnvironment.ofProcess()).inCluster();
  }

  /// Everything that is wrong with these kubeconfigs, which count as one, as in `$KUBECONFIG`: also
  /// in entries that the current context does not use. Runs no program and connects to no server.
  ///
  /// ```java
  /// ClientConfig.problems(Path.of("dev.yaml")).forEach(System.err::println);
  /// // dev.yaml:14: user 'jane': client-key-data is not base64
  /// ```
  ///
  /// @return nothing if all is well
  public static List<KubeconfigProblem> problems(Path... kubeconfigs) {
    return KubeconfigCheck.files(List.of(kubeconfigs));
  }

  /// A configuration for the server at this address, without credentials: see [#with].
  ///
  /// @throws ConfigException when it is no address of a server
  public static ClientConfig of(String server) {
    return builder().server(server).build();
  }

  /// As [#of(String)].
  public static ClientConfig of(URI server) {
    return builder().server(server).build();
  }

  static Builder builder() {
    return new Builder();
  }

  /// `https://host:port`, with a path if the server has a path prefix; or `http`.
  public URI server() {
    return server;
  }

  /// The namespace of the context, or `default`.
  public String namespace() {
    return namespace;
  }

  /// The name of the kubeconfig's context.
  public Optional<String> context() {
    return Optional.ofNullable(context);
  }

  /// Where this comes from, for messages: `context 'dev' of /home/jane/.kube/config`.
  public String source() {
    return source;
  }

  /// The `User-Agent` of requests.
  public String userAgent() {
    return userAgent != null ? userAgent : UserAgent.DEFAULT;
  }

  /// Whether the server may compress its answers.
  public boolean compression() {
    return compression;
  }

  /// The proxy to go through: `http`, `https` or `socks5`.
  public Optional<URI> proxy() {
    return Optional.ofNullable(proxy);
  }

  /// How long a connection may take to come about; zero = no limit.
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /// How long calls may take, by kind of call.
  public RequestTimeouts timeouts() {
    return timeouts;
  }

  /// How much of a response is read.
  public ResponseLimits limits() {
    return limits;
  }

  /// A copy with changes. Unless they concern the server, the proxy or the credentials, both share
  /// what they know about certificates and tokens.
  ///
  /// @throws ConfigException when the parts do not fit together
  public ClientConfig with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  TlsSettings tls() {
    return live.tls();
  }

  Credentials credentials() {
    return live.credentials();
  }

  /// The time by which credentials age.
  public TimeSource clock() {
    return clock;
  }

  /// Receives the outcome of every request.
  public RequestObserver requestObserver() {
    return requestObserver;
  }

  LiveCredentials live() {
    return live;
  }

  boolean credentialsOverHttp() {
    return credentialsOverHttp;
  }

  Trust trust() {
    return trust;
  }

  Identity identity() {
    return identity;
  }

  @Override
  public String toString() {
    String through = proxy == null ? "" : ", through " + ServerAddress.redacted(proxy);
    return "ClientConfig[%s, namespace %s, %s, trusts %s, %s%s]"
        .formatted(server, namespace, source, live.tls().describeTrust(), identity, through);
  }

  /// Changes a configuration. Not thread safe.
  public static final class Builder {
    private @Nullable URI server;
    private String namespace = "default";
    private @Nullable String context;
    private String source = "the configuration made in code";
    private @Nullable String userAgent;
    private boolean compression = true;
    private @Nullable URI proxy;
    private Duration connectTimeout = Duration.ofSeconds(30);
    private RequestTimeouts timeouts = RequestTimeouts.defaults();
    private ResponseLimits limits = ResponseLimits.defaults();
    private boolean credentialsOverHttp;
    private TimeSource clock = TimeSource.system();
    private RequestObserver requestObserver = RequestObserver.NONE;

    private Trust trust = Trust.JDK;
    private Identity identity = Identity.ANONYMOUS;
    private final @Nullable ClientConfig origin; // that is changed; null = a new configuration

    private Builder() {
      origin = null;
    }

    private Builder(ClientConfig from) {
      server = from.server;
      namespace = from.namespace;
      context = from.context;
      source = from.source;
      userAgent = from.userAgent;
      compression = from.compression;
      proxy = from.proxy;
      connectTimeout = from.connectTimeout;
      timeouts = from.timeouts;
      limits = from.limits;
      credentialsOverHttp = from.credentialsOverHttp;
      clock = from.clock;
      requestObserver = from.requestObserver;
      trust = from.trust;
      identity = from.identity;
      origin = from;
    }

    Builder identity(Identity changed) {
      identity = changed;
      return this;
    }

    /// The proxies to an identity provider, which is another server than [#server].
    Builder proxies(ProxyVariables proxies) {
      OidcConfig oidc = identity.oidc();
      return oidc == null ? this : identity(identity.withOidc(oidc.through(proxies)));
    }

    /// As [ClientConfig#server].
    public Builder server(URI newServer) {
      server = newServer;
      return this;
    }

    /// As [#server(URI)].
    public Builder server(String newServer) {
      return server(ServerAddress.parse(newServer, source));
    }

    /// The namespace of requests that name none.
    public Builder namespace(String newNamespace) {
      namespace = newNamespace.isEmpty() ? "default" : newNamespace;
      return this;
    }

    /// A PEM file with the CAs to trust; read again when it changes.
    public Builder certificateAuthority(Path pemFile) {
      return certificateAuthority(new PemSource.OfFile(pemFile));
    }

    /// The certificates of all CAs to trust, in PEM.
    public Builder certificateAuthority(byte[] pem) {
      return certificateAuthority(new PemSource.Inline(Bytes.of(pem), "the CA given in code"));
    }

    Builder certificateAuthority(@Nullable PemSource pem) {
      trust = trust.withAuthority(pem);
      return this;
    }

    /// Trusts every server, which lets any host on the way read and change everything.
    public Builder insecureSkipTlsVerify(boolean skip) {
      trust = trust.withInsecure(skip);
      return this;
    }

    /// The name that the server's certificate must have, when it is not the server's host.
    public Builder tlsServerName(@Nullable String name) {
      trust = trust.withServerName(name);
      return this;
    }

    /// PEM files with a client certificate and its key; read again when they change.
    public Builder clientCertificate(Path certificateFile, Path keyFile) {
      return clientCertificate(
          new PemSource.OfFile(certificateFile), new PemSource.OfFile(keyFile));
    }

    /// A client certificate and its key in PEM.
    public Builder clientCertificate(byte[] certificatePem, byte[] keyPem) {
      return clientCertificate(
          new PemSource.Inline(Bytes.of(certificatePem), "the client certificate given in code"),
          new PemSource.Inline(Bytes.of(keyPem), "the client key given in code"));
    }

    Builder clientCertificate(PemSource newCertificate, PemSource newKey) {
      identity = identity.withCertificate(newCertificate, newKey);
      return this;
    }

    /// A bearer token.
    public Builder token(String newToken) {
      identity = identity.withToken(newToken);
      return this;
    }

    /// A file with a bearer token; read again every minute. Wins over [#token] once it was read.
    public Builder tokenFile(Path file) {
      identity = identity.withTokenFile(file);
      return this;
    }

    /// A user name and a password.
    public Builder basicAuth(String newUsername, String newPassword) {
      identity = identity.withBasic(newUsername, newPassword);
      return this;
    }

    /// Impersonates this user.
    public Builder impersonate(@Nullable Impersonation whom) {
      identity = identity.withImpersonation(whom);
      return this;
    }

    /// The `User-Agent` of requests: `name/version`.
    public Builder userAgent(String agent) {
      userAgent = agent;
      return this;
    }

    /// Whether the server may compress its answers; it may unless this says no.
    public Builder compression(boolean allowed) {
      compression = allowed;
      return this;
    }

    /// A proxy to go through: `http`, `https` or `socks5`.
    public Builder proxy(@Nullable URI newProxy) {
      proxy = newProxy;
      return this;
    }

    /// How long a connection may take to come about; 30 seconds unless set, zero = no limit.
    public Builder connectTimeout(Duration timeout) {
      if (timeout.isNegative()) {
        throw new IllegalArgumentException("connectTimeout must not be negative, got " + timeout);
      }
      connectTimeout = timeout;
      return this;
    }

    /// Changes how long calls may take, by kind of call.
    public Builder timeouts(Consumer<RequestTimeouts.Builder> change) {
      timeouts = timeouts.with(change);
      return this;
    }

    /// How much of a response is read.
    public Builder limits(Consumer<ResponseLimits.Builder> change) {
      limits = limits.with(change);
      return this;
    }

    /// Sends credentials by plain `http` too, where any host on the way can read them.
    public Builder credentialsOverHttp(boolean allowed) {
      credentialsOverHttp = allowed;
      return this;
    }

    /// Receives the outcome of every request, for metrics; none unless set.
    public Builder requestObserver(RequestObserver observer) {
      requestObserver = observer;
      return this;
    }

    Builder source(@Nullable String newContext, String newSource) {
      context = newContext;
      source = newSource;
      return this;
    }

    /// The time by which tokens, certificates and credential programs age; the system's unless set.
    public Builder clock(TimeSource newClock) {
      clock = newClock;
      return this;
    }

    /// @throws ConfigException when the parts do not fit together
    ClientConfig build() {
      return new ClientConfig(this);
    }
  }
}
