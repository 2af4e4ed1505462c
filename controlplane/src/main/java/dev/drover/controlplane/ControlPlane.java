package dev.drover.controlplane;

import dev.drover.certificates.Kubeconfig;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/// A real Kubernetes API server with its etcd, for tests.
///
/// ```java
/// try (var controlPlane = ControlPlane.start(Options.defaults())) {
///   var jane = controlPlane.addUser("jane", "viewers");
///   Files.writeString(file, controlPlane.kubeconfig(jane));
/// }
/// ```
///
/// RBAC is on. There is no controller manager: nothing is garbage collected, and a namespace that
/// is deleted stays `Terminating`. Any number of control planes may run at once, in one JVM or
/// several; each ends with [#close()], or with its JVM, however that ends.
///
/// The programs are found or built as [Binaries] says; a first build takes minutes, a start two or
/// three seconds.
public final class ControlPlane implements AutoCloseable {
  /// The version of Kubernetes that is started unless the options name another.
  public static final String DEFAULT_VERSION = Binaries.DEFAULT_VERSION;

  private final Accounts accounts;
  private final URI url;
  private final Child apiServer;
  private final Child etcd;

  ControlPlane(Accounts accounts, URI url, Child apiServer, Child etcd) {
    this.accounts = accounts;
    this.url = url;
    this.apiServer = apiServer;
    this.etcd = etcd;
  }

  /// Starts a control plane and waits until it is ready.
  ///
  /// @throws ControlPlaneException if it cannot be found, built or started
  public static ControlPlane start(Options options) throws InterruptedException {
    return Startup.run(options);
  }

  /// Where the API server listens: `https://127.0.0.1:<port>`.
  public URI url() {
    return url;
  }

  /// The authority that signed the server's certificate.
  public String caPem() {
    return accounts.serverCaPem();
  }

  /// The administrator: a member of `system:masters`, with all rights.
  public User admin() {
    return accounts.admin();
  }

  /// A user that the options named, with certificate and token.
  ///
  /// @throws IllegalArgumentException if they named none of this name
  public User user(String name) {
    return accounts.user(name);
  }

  /// A new user with a client certificate and no rights, until a role is bound to the name or a
  /// group.
  public User addUser(String name, String... groups) {
    return accounts.newUser(name, List.of(groups));
  }

  /// The administrator's kubeconfig.
  public String kubeconfig() {
    return kubeconfig(admin());
  }

  /// A kubeconfig with the user's certificate.
  public String kubeconfig(User user) {
    return Kubeconfig.of(url, caPem(), user);
  }

  /// TLS that trusts this server alone, and presents the user's certificate.
  public SSLContext tls(User user) {
    return Tls.forUser(caPem(), user);
  }

  /// TLS that trusts this server alone, and presents no certificate: for tokens, and for being
  /// anonymous.
  public SSLContext tls() {
    return Tls.trusting(caPem());
  }

  /// What the API server has logged so far.
  public String apiServerLog() {
    return apiServer.log();
  }

  /// Ends both programs and deletes their data.
  @Override
  public void close() {
    apiServer.stop();
    etcd.stop();
  }

  /// The options of a control plane.
  ///
  /// ```java
  /// ControlPlane.Options.defaults().with(o -> o.betaApis(true).account("jane", "viewers"));
  /// ```
  public static final class Options {
    private static final Options DEFAULTS = new Options(new Builder());

    private final String version;
    private final boolean betaApis;
    private final List<Account> accounts;
    private final List<String> apiServerFlags;
    private final Duration startTimeout;

    private Options(Builder from) {
      this.version = from.version;
      this.betaApis = from.betaApis;
      this.accounts = List.copyOf(from.accounts);
      this.apiServerFlags = List.copyOf(from.apiServerFlags);
      this.startTimeout = from.startTimeout;
    }

    /// The default version, the APIs that a cluster serves by default, the administrator as only
    /// user.
    public static Options defaults() {
      return DEFAULTS;
    }

    /// A copy with changes.
    public Options with(Consumer<Builder> change) {
      Builder builder = new Builder();
      builder.version = version;
      builder.betaApis = betaApis;
      builder.accounts.addAll(accounts);
      builder.apiServerFlags.addAll(apiServerFlags);
      builder.startTimeout = startTimeout;
      change.accept(builder);
      return new Options(builder);
    }

    /// The version of Kubernetes, such as `v1.36.3`.
    public String version() {
      return version;
    }

    /// Whether beta versions are served; false by default.
    public boolean betaApis() {
      return betaApis;
    }

    /// Users that get a token as well as a certificate.
    public List<Account> accounts() {
      return accounts;
    }

    /// Further flags of kube-apiserver, such as `--feature-gates=…`.
    public List<String> apiServerFlags() {
      return apiServerFlags;
    }

    /// How long the start may take, builds not counted.
    public Duration startTimeout() {
      return startTimeout;
    }

    /// Changes options. Not thread safe.
    public static final class Builder {
      private String version = DEFAULT_VERSION;
      private boolean betaApis;
      private final List<Account> accounts = new ArrayList<>();
      private final List<String> apiServerFlags = new ArrayList<>();
      private Duration startTimeout = Duration.ofSeconds(60);

      private Builder() {}

      /// As [Options#version].
      public Builder version(String release) {
        version = release;
        return this;
      }

      /// As [Options#betaApis].
      public Builder betaApis(boolean served) {
        betaApis = served;
        return this;
      }

      /// Adds a user with certificate and token.
      public Builder account(String name, String... groups) {
        accounts.add(new Account(name, List.of(groups)));
        return this;
      }

      /// Adds flags of kube-apiserver.
      public Builder apiServerFlags(String... flags) {
        apiServerFlags.addAll(List.of(flags));
        return this;
      }

      /// As [Options#startTimeout].
      public Builder startTimeout(Duration time) {
        if (time.isNegative() || time.isZero()) {
          throw new IllegalArgumentException("need a positive startTimeout, got " + time);
        }
        startTimeout = time;
        return this;
      }
    }
  }

  /// A user that is known from the start.
  public record Account(String name, List<String> groups) {
    public Account {
      groups = List.copyOf(groups);
      if (name.isBlank()) {
        throw new IllegalArgumentException("an account needs a name");
      }
    }
  }
}
