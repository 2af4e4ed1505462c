package dev.drover.server;

import dev.drover.certificates.Kubeconfig;
import dev.drover.certificates.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A Kubernetes API server in this JVM: HTTPS, all built-in kinds, custom resources, RBAC; no etcd.
/// Controllers and simulated nodes are options.
///
/// ```java
/// try (var server = EmbeddedApiServer.start()) {
///   Files.writeString(file, server.kubeconfig());      // kubectl and every client work with it
/// }
/// ```
///
/// It keeps everything in memory, unless it is given a data directory ([Options#dataDirectory]),
/// starts in a fraction of a second, and any number of them may run at once. Safe for any number of
/// threads.
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
  /// @throws UncheckedIOException when its address is not free, or a file cannot be read, or the
  ///   data directory is corrupt or in use
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

  /// The administrator: a member of `system:masters` with all permissions.
  public User admin() {
    return assembly.accounts().admin();
  }

  /// A new user with a client certificate and a token, without permissions until a role is bound to
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

  /// Lets references to a service in webhook configurations and definitions lead to a port of the
  /// loopback address: there is no cluster network. Takes the place of what was set before.
  ///
  /// ```java
  /// server.service("default/webhooks", webhookServer.port());
  /// ```
  ///
  /// The webhook is called under the name that it has in a cluster, `webhooks.default.svc`, which
  /// its certificate must have. Whether the service is there as an object does not matter.
  ///
  /// @param name namespace and name of the service, such as `default/webhooks`
  /// @throws IllegalArgumentException when the name has another form, or there is no such port
  public void service(String name, int port) {
    assembly.services().map(name, port);
  }

  /// What can go wrong on request.
  public Faults faults() {
    return assembly.faults();
  }

  /// Makes the server look at its clock again; to be called after a clock was set by hand.
  public void clockChanged() {
    assembly.clockChanged();
  }

  /// Waits until the controllers that run in the server have nothing to do: what was written has
  /// led to everything that they make of it now. What they do later, by the clock, does not count.
  /// Returns at once if there are none.
  ///
  /// ```java
  /// client.create(deployment);
  /// server.settle(Duration.ofSeconds(30)); // with simulate(): its pods are ready
  /// ```
  ///
  /// @throws IllegalStateException when this does not happen within the limit
  public void settle(Duration limit) throws InterruptedException {
    try {
      assembly.controllers().awaitRest(limit);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "did not come to rest within %d ms: %s".formatted(limit.toMillis(), e.getMessage()), e);
    }
  }

  /// A number that grows whenever there is something to do for the controllers that run in the
  /// server. If it is the same before and after [#settle], they were idle all the time.
  public long activity() {
    return assembly.controllers().activity();
  }

  /// Ends all connections; without a data directory everything is forgotten. Returns when nothing
  /// of the server is left in this JVM.
  @Override
  public void close() {
    assembly.close();
  }

  /// The options of a server.
  ///
  /// ```java
  /// EmbeddedApiServer.Options.defaults().with(o -> o.port(6443).betaApis(true));
  /// ```
  public static final class Options {
    private static final Options DEFAULTS = new Options(new Builder());

    private final InetAddress bindAddress;
    private final int port;
    private final boolean betaApis;
    private final int history;
    private final long historyBytes;
    private final List<Account> accounts;
    private final List<Path> tokenFiles;
    private final List<String> controllers;
    private final int simulatedNodes;
    private final Limits limits;
    private final InstantSource clock;
    private final @Nullable Path dataDirectory;
    private final Fsync fsync;
    private final CertificateFiles certificateFiles;
    private final AuditOptions audit;

    private Options(Builder from) {
      this.bindAddress = from.bindAddress;
      this.port = from.port;
      this.betaApis = from.betaApis;
      this.history = from.history;
      this.historyBytes = from.historyBytes;
      this.accounts = List.copyOf(from.accounts);
      this.tokenFiles = List.copyOf(from.tokenFiles);
      this.controllers = List.copyOf(from.controllers);
      this.simulatedNodes = from.simulatedNodes;
      this.limits = from.limits;
      this.clock = from.clock;
      this.dataDirectory = from.dataDirectory;
      this.fsync = from.fsync;
      this.certificateFiles = from.certificateFiles;
      this.audit = from.audit;
    }

    /// Any free port of the loopback address, the APIs that a cluster serves by default, the
    /// administrator as only user, the system clock.
    public static Options defaults() {
      return DEFAULTS;
    }

    /// A copy with changes.
    public Options with(Consumer<Builder> change) {
      Builder builder = new Builder();
      builder.bindAddress = bindAddress;
      builder.port = port;
      builder.betaApis = betaApis;
      builder.history = history;
      builder.historyBytes = historyBytes;
      builder.accounts.addAll(accounts);
      builder.tokenFiles.addAll(tokenFiles);
      builder.controllers = controllers;
      builder.simulatedNodes = simulatedNodes;
      builder.limits = limits;
      builder.clock = clock;
      builder.dataDirectory = dataDirectory;
      builder.fsync = fsync;
      builder.certificateFiles = certificateFiles;
      builder.audit = audit;
      change.accept(builder);
      return new Options(builder);
    }

    /// The address to listen on; loopback by default.
    public InetAddress bindAddress() {
      return bindAddress;
    }

    /// The port to listen on; 0 for any free one.
    public int port() {
      return port;
    }

    /// Whether beta versions are served; false by default.
    public boolean betaApis() {
      return betaApis;
    }

    /// How many changes are kept for watches that resume and for lists of the past.
    public int history() {
      return history;
    }

    /// How many bytes of JSON the kept changes may take. The default is a sixteenth of the largest
    /// heap.
    public long historyBytes() {
      return historyBytes;
    }

    /// Users with a token.
    public List<Account> accounts() {
      return accounts;
    }

    /// Files with further users, in kube-apiserver's format: `token,user,uid,"group1,group2"`.
    public List<Path> tokenFiles() {
      return tokenFiles;
    }

    /// The controllers of kube-controller-manager that run in the server, `*` for all, such as
    /// `garbage-collector-controller`; docs/apiserver.md lists them. None by default; all if nodes
    /// are simulated and none is named.
    public List<String> controllers() {
      return controllers;
    }

    /// How many nodes are simulated; 0 by default: pods stay `Pending`.
    public int simulatedNodes() {
      return simulatedNodes;
    }

    /// Limits of requests and connections.
    public Limits limits() {
      return limits;
    }

    /// The clock of objects, tokens and certificates.
    public InstantSource clock() {
      return clock;
    }

    /// Where everything is kept when the server ends, objects, revision, keys and tokens; empty by
    /// default: in memory only. One server uses a directory at a time.
    public Optional<Path> dataDirectory() {
      return Optional.ofNullable(dataDirectory);
    }

    /// Certificates and keys from files; none by default.
    public CertificateFiles certificateFiles() {
      return certificateFiles;
    }

    /// What is recorded of requests; nothing by default.
    public AuditOptions audit() {
      return audit;
    }

    /// When writes to the data directory are forced to the disk; [Fsync#ALWAYS] by default.
    public Fsync fsync() {
      return fsync;
    }

    @Override
    public String toString() {
      return "Options[bindAddress=%s, port=%d, betaApis=%s, history=%d, historyBytes=%d, controllers=%s, simulatedNodes=%d, limits=%s, dataDirectory=%s, fsync=%s, audit=%s]"
          .formatted(
              bindAddress,
              port,
              betaApis,
              history,
              historyBytes,
              controllers,
              simulatedNodes,
              limits,
              dataDirectory,
              fsync,
              audit);
    }

    /// Changes options. Not thread safe.
    public static final class Builder {
      private InetAddress bindAddress = InetAddress.getLoopbackAddress();
      private int port;
      private boolean betaApis;
      private int history = 10_000;
      private long historyBytes = Runtime.getRuntime().maxMemory() / 16;
      private final List<Account> accounts = new ArrayList<>();
      private final List<Path> tokenFiles = new ArrayList<>();
      private List<String> controllers = List.of();
      private int simulatedNodes;
      private Limits limits = Limits.defaults();
      private InstantSource clock = InstantSource.system();
      private @Nullable Path dataDirectory;
      private Fsync fsync = Fsync.ALWAYS;
      private CertificateFiles certificateFiles = CertificateFiles.none();
      private AuditOptions audit = AuditOptions.none();

      private Builder() {}

      /// As [Options#bindAddress].
      public Builder bindAddress(InetAddress address) {
        bindAddress = address;
        return this;
      }

      /// As [Options#port].
      public Builder port(int number) {
        if (number < 0 || number > 0xffff) {
          throw new IllegalArgumentException("need 0 <= port <= 65535, got " + number);
        }
        port = number;
        return this;
      }

      /// As [Options#betaApis].
      public Builder betaApis(boolean served) {
        betaApis = served;
        return this;
      }

      /// As [Options#history].
      public Builder history(int changes) {
        if (changes < 1) {
          throw new IllegalArgumentException("need history >= 1, got " + changes);
        }
        history = changes;
        return this;
      }

      /// As [Options#historyBytes].
      public Builder historyBytes(long bytes) {
        if (bytes < 1) {
          throw new IllegalArgumentException("need historyBytes >= 1, got " + bytes);
        }
        historyBytes = bytes;
        return this;
      }

      /// Adds a user with a token.
      public Builder account(String name, String token, String... groups) {
        accounts.add(new Account(name, token, List.of(groups)));
        return this;
      }

      /// Adds a file with users, see [Options#tokenFiles].
      public Builder tokenFile(Path file) {
        tokenFiles.add(file);
        return this;
      }

      /// As [Options#controllers].
      public Builder controllers(List<String> names) {
        controllers = List.copyOf(names);
        return this;
      }

      /// Simulates a cluster of three nodes: pods are scheduled, run and become ready, and all
      /// controllers run unless some are named. Annotations of pods, under
      /// `simulation.drover.dev/`, make them slow or fail; docs/apiserver.md lists them.
      public Builder simulate() {
        return simulate(3);
      }

      /// The same with another number of nodes; 0 for no simulation.
      public Builder simulate(int nodes) {
        if (nodes < 0) {
          throw new IllegalArgumentException("need nodes >= 0, got " + nodes);
        }
        simulatedNodes = nodes;
        return this;
      }

      /// As [Options#limits].
      public Builder limits(Limits other) {
        limits = other;
        return this;
      }

      /// As [Options#clock].
      public Builder clock(InstantSource source) {
        clock = source;
        return this;
      }

      /// As [Options#dataDirectory]; created if it does not exist, for this user alone.
      public Builder dataDirectory(Path directory) {
        dataDirectory = directory;
        return this;
      }

      /// As [Options#certificateFiles].
      public Builder certificateFiles(CertificateFiles files) {
        certificateFiles = files;
        return this;
      }

      /// As [Options#audit].
      public Builder audit(AuditOptions options) {
        audit = options;
        return this;
      }

      /// As [Options#fsync].
      public Builder fsync(Fsync policy) {
        fsync = policy;
        return this;
      }
    }
  }

  /// A user with a token.
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
