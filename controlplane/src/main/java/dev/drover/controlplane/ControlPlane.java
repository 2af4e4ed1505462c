package dev.drover.controlplane;

import dev.drover.certificates.Kubeconfig;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
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

  /// What to start.
  ///
  /// @param version of Kubernetes, such as `v1.36.3`
  /// @param betaApis whether beta versions are served, which they are not by default
  /// @param accounts users that get a token as well as a certificate
  /// @param apiServerFlags further flags of kube-apiserver, such as `--feature-gates=…`
  /// @param startTimeout how long the start may take, builds not counted
  public record Options(
      String version,
      boolean betaApis,
      List<Account> accounts,
      List<String> apiServerFlags,
      Duration startTimeout) {
    private static final Options DEFAULTS =
        new Options(DEFAULT_VERSION, false, List.of(), List.of(), Duration.ofSeconds(60));

    public Options {
      accounts = List.copyOf(accounts);
      apiServerFlags = List.copyOf(apiServerFlags);
      if (startTimeout.isNegative() || startTimeout.isZero()) {
        throw new IllegalArgumentException("need a positive startTimeout, got " + startTimeout);
      }
    }

    /// The default version, only what a cluster serves by default, the administrator as only user.
    public static Options defaults() {
      return DEFAULTS;
    }

    public Options withVersion(String newVersion) {
      return new Options(newVersion, betaApis, accounts, apiServerFlags, startTimeout);
    }

    public Options withBetaApis() {
      return new Options(version, true, accounts, apiServerFlags, startTimeout);
    }

    public Options withAccount(String name, String... groups) {
      var account = new Account(name, List.of(groups));
      var more = Stream.concat(accounts.stream(), Stream.of(account)).toList();
      return new Options(version, betaApis, more, apiServerFlags, startTimeout);
    }

    public Options withApiServerFlags(String... flags) {
      var more = Stream.concat(apiServerFlags.stream(), Stream.of(flags)).toList();
      return new Options(version, betaApis, accounts, more, startTimeout);
    }

    public Options withStartTimeout(Duration newTimeout) {
      return new Options(version, betaApis, accounts, apiServerFlags, newTimeout);
    }
  }

  /// A user to be known from the start.
  public record Account(String name, List<String> groups) {
    public Account {
      groups = List.copyOf(groups);
      if (name.isBlank()) {
        throw new IllegalArgumentException("an account needs a name");
      }
    }
  }
}
