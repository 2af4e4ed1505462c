package dev.drover.server;

import dev.drover.certificates.Kubeconfig;
import dev.drover.certificates.User;
import dev.drover.server.http.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A Kubernetes API server in this JVM: HTTPS, all built-in kinds, custom resources, RBAC; no etcd,
/// no controllers.
///
/// ```java
/// try (var server = EmbeddedApiServer.start()) {
///   Files.writeString(file, server.kubeconfig());      // kubectl and every client work with it
/// }
/// ```
///
/// It keeps everything in memory, starts in a fraction of a second, and any number of them may run
/// at once. Safe for any number of threads.
public final class EmbeddedApiServer implements AutoCloseable {
  private final ServerAssembly assembly;
  private final URI url;

  private EmbeddedApiServer(ServerAssembly assembly, URI url) {
    this.assembly = assembly;
    this.url = url;
  }

  /// Starts a server with the defaults.
  public static EmbeddedApiServer start() {
    return start(Options.defaults());
  }

  /// Starts a server, which is ready when this returns.
  ///
  /// @throws UncheckedIOException when its address is not free, or a file cannot be read
  /// @throws IllegalArgumentException when a token file breaks the format, or there is no such
  ///   controller
  public static EmbeddedApiServer start(Options options) {
    try {
      ServerAssembly assembly = ServerAssembly.of(options);
      String host = options.bindAddress().getHostAddress();
      String literal = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
      return new EmbeddedApiServer(
          assembly, URI.create("https://" + literal + ":" + assembly.port()));
    } catch (IOException e) {
      throw new UncheckedIOException("start an API server", e);
    }
  }

  /// Where the server listens: `https://127.0.0.1:<port>`.
  public URI url() {
    return url;
  }

  /// The authority that signed the server's certificate.
  public String caPem() {
    return assembly.accounts().caPem();
  }

  /// A member of `system:masters`, who may do everything.
  public User admin() {
    return assembly.accounts().admin();
  }

  /// A new user with a client certificate and a token, who may do nothing until a role is bound to
  /// the name or a group.
  public User addUser(String name, String... groups) {
    return assembly.accounts().add(name, List.of(groups));
  }

  /// The administrator's kubeconfig.
  public String kubeconfig() {
    return kubeconfig(admin());
  }

  /// A kubeconfig with the user's token, which every client can read; the certificate is in `user`.
  public String kubeconfig(User user) {
    return Kubeconfig.withToken(url, caPem(), user.token().orElseThrow());
  }

  /// What can go wrong on request.
  public Faults faults() {
    return assembly.faults();
  }

  /// Makes the server look at its clock again; to be called after a clock was set by hand.
  public void clockChanged() {
    assembly.clockChanged();
  }

  /// Ends all connections and forgets everything. Returns when nothing of the server is left.
  @Override
  public void close() {
    assembly.close();
  }

  /// What to start.
  ///
  /// @param bindAddress where to listen; loopback unless others shall reach the server
  /// @param port 0 for any free one
  /// @param betaApis whether beta versions are served, which they are not by default
  /// @param history how many changes are remembered for watches that resume
  /// @param accounts users who are known from the start
  /// @param tokenFiles files with further users, in kube-apiserver's format:
  ///   `token,user,uid,"group1,group2"`
  /// @param controllers which controllers of kube-controller-manager run in the server, `*` for
  ///   all: `clusterrole-aggregation-controller`, `garbage-collector-controller`,
  ///   `namespace-controller`, `serviceaccount-controller`
  /// @param limits how much one client can ask of the server
  /// @param clock gives objects, tokens and certificates their times
  public record Options(
      InetAddress bindAddress,
      int port,
      boolean betaApis,
      int history,
      List<Account> accounts,
      List<Path> tokenFiles,
      List<String> controllers,
      Limits limits,
      InstantSource clock) {
    private static final Options DEFAULTS =
        new Options(
            InetAddress.getLoopbackAddress(),
            0,
            false,
            10_000,
            List.of(),
            List.of(),
            List.of(),
            Limits.DEFAULT,
            InstantSource.system());

    public Options {
      accounts = List.copyOf(accounts);
      tokenFiles = List.copyOf(tokenFiles);
      controllers = List.copyOf(controllers);
      if (port < 0 || port > 0xffff || history < 1) {
        throw new IllegalArgumentException(
            "need 0 <= port <= 65535 and history >= 1, got port=" + port + " history=" + history);
      }
    }

    /// Any free port of the loopback address, what a cluster serves by default, the administrator
    /// as only user, the system's clock.
    public static Options defaults() {
      return DEFAULTS;
    }

    public Options withBindAddress(InetAddress newAddress) {
      return with(draft -> draft.bindAddress = newAddress);
    }

    public Options withPort(int newPort) {
      return with(draft -> draft.port = newPort);
    }

    public Options withBetaApis() {
      return with(draft -> draft.betaApis = true);
    }

    public Options withHistory(int newHistory) {
      return with(draft -> draft.history = newHistory);
    }

    /// One more user who is known by a token.
    public Options withAccount(String name, String token, String... groups) {
      return with(draft -> draft.accounts.add(new Account(name, token, List.of(groups))));
    }

    /// One more file with users.
    public Options withTokenFile(Path file) {
      return with(draft -> draft.tokenFiles.add(file));
    }

    /// These controllers run in the server.
    public Options withControllers(List<String> names) {
      return with(draft -> draft.controllers = names);
    }

    public Options withLimits(Limits newLimits) {
      return with(draft -> draft.limits = newLimits);
    }

    public Options withClock(InstantSource newClock) {
      return with(draft -> draft.clock = newClock);
    }

    private Options with(Consumer<Draft> change) {
      Draft draft = new Draft(this);
      change.accept(draft);
      return draft.options();
    }

    /// Options while one of them changes.
    private static final class Draft {
      private InetAddress bindAddress;
      private int port;
      private boolean betaApis;
      private int history;
      private final List<Account> accounts;
      private final List<Path> tokenFiles;
      private List<String> controllers;
      private Limits limits;
      private InstantSource clock;

      Draft(Options options) {
        bindAddress = options.bindAddress;
        port = options.port;
        betaApis = options.betaApis;
        history = options.history;
        accounts = new ArrayList<>(options.accounts);
        tokenFiles = new ArrayList<>(options.tokenFiles);
        controllers = options.controllers;
        limits = options.limits;
        clock = options.clock;
      }

      Options options() {
        return new Options(
            bindAddress, port, betaApis, history, accounts, tokenFiles, controllers, limits, clock);
      }
    }
  }

  /// A user to be known from the start by a token.
  public record Account(String name, String token, List<String> groups) {
    public Account {
      groups = List.copyOf(groups);
      if (name.isBlank() || token.isBlank()) {
        throw new IllegalArgumentException("an account needs a name and a token");
      }
    }

    @Override
    public String toString() {
      return "Account[" + name + ", " + groups + "]"; // the token is secret
    }
  }
}
