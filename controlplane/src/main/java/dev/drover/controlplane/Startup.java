package dev.drover.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Starts a control plane and waits until it is ready.
///
/// etcd listens on sockets in the folder that both programs run in, so it needs no port and no
/// other program can reach it. kube-apiserver needs a port and does not accept 0: the kernel names
/// a free one, and another is tried when it was taken meanwhile.
final class Startup {
  private static final System.Logger LOG = System.getLogger(ControlPlane.class.getName());
  static final String HOST = "127.0.0.1";
  private static final int PORT_ATTEMPTS = 5;
  private static final Duration POLL = Duration.ofMillis(50);

  // etcd wants host:port in every URL and uses just that as the name of the socket's file.
  private static final String ETCD_CLIENTS = "unix://etcd-clients:0";
  private static final String ETCD_PEERS = "unix://etcd-peers:0";

  private final ControlPlane.Options options;
  private final Binaries binaries;
  private final Accounts accounts;
  private final Path folder;
  private final List<Child> children = new ArrayList<>();

  private Startup(ControlPlane.Options options, Binaries binaries, Accounts accounts, Path folder) {
    this.options = options;
    this.binaries = binaries;
    this.accounts = accounts;
    this.folder = folder;
  }

  static ControlPlane run(ControlPlane.Options options) throws InterruptedException {
    Binaries binaries = findOrBuild(options.version());
    var accounts = new Accounts(options.accounts(), InstantSource.system());
    try {
      Path folder = Files.createTempDirectory("drover-controlplane");
      var startup = new Startup(options, binaries, accounts, folder);
      boolean started = false;
      try {
        var controlPlane = startup.run();
        started = true;
        return controlPlane;
      } finally {
        if (!started) {
          startup.children.forEach(Child::stop);
          Folders.delete(folder);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("prepare the folder of a control plane", e);
    }
  }

  private static Binaries findOrBuild(String version) throws InterruptedException {
    var environment = System.getenv();
    Optional<Binaries> found = Binaries.find(version, environment);
    if (found.isPresent()) {
      return found.get();
    }
    var cache = Binaries.cacheFolder(environment);
    return new GoBuild(version, cache, line -> LOG.log(System.Logger.Level.INFO, line)).build();
  }

  private ControlPlane run() throws IOException, InterruptedException {
    List<String> identityFlags = accounts.writeTo(folder);
    Child etcd = start("etcd", binaries.etcd(), etcdFlags());
    long deadline = System.nanoTime() + options.startTimeout().toNanos();
    try (var probe = new Probe(accounts.serverCaPem(), accounts.admin().token().orElseThrow())) {
      for (int attempt = 1; ; attempt++) {
        int port = freePort();
        var url = URI.create("https://" + HOST + ":" + port);
        var flags = new ArrayList<>(identityFlags);
        flags.addAll(apiServerFlags(port));
        Child apiServer = start("kube-apiserver", binaries.kubeApiServer(), flags);
        if (awaitReady(probe, url, apiServer, etcd, deadline)) {
          return new ControlPlane(accounts, url, apiServer, etcd);
        }
        if (attempt == PORT_ATTEMPTS) {
          throw new ControlPlaneException(
              "kube-apiserver found its port taken "
                  + attempt
                  + " times; "
                  + apiServer.lastLines());
        }
      }
    }
  }

  private Child start(String name, Path program, List<String> flags) {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(flags);
    Child child = Child.start(name, folder, command);
    children.add(child);
    return child;
  }

  private static List<String> etcdFlags() {
    return List.of(
        "--name=drover",
        "--data-dir=etcd",
        "--listen-client-urls=" + ETCD_CLIENTS,
        "--advertise-client-urls=" + ETCD_CLIENTS,
        "--listen-peer-urls=" + ETCD_PEERS,
        "--initial-advertise-peer-urls=" + ETCD_PEERS,
        "--initial-cluster=drover=" + ETCD_PEERS,
        "--unsafe-no-fsync");
  }

  private List<String> apiServerFlags(int port) {
    var flags =
        new ArrayList<>(
            List.of(
                "--etcd-servers=" + ETCD_CLIENTS,
                "--bind-address=" + HOST,
                "--secure-port=" + port,
                "--service-cluster-ip-range=10.0.0.0/24",
                "--authorization-mode=RBAC",
                "--allow-privileged=true"));
    if (!wantsServiceAccounts()) {
      // There is no controller that would make the default service accounts.
      flags.add("--disable-admission-plugins=ServiceAccount");
    }
    if (options.betaApis()) {
      flags.add("--runtime-config=api/beta=true");
    }
    flags.addAll(options.apiServerFlags());
    return flags;
  }

  /// Whether the user asks for their admission, and so will make them.
  private boolean wantsServiceAccounts() {
    return options.apiServerFlags().stream()
        .filter(flag -> flag.startsWith("--enable-admission-plugins="))
        .anyMatch(flag -> flag.contains("ServiceAccount"));
  }

  /// Waits until the server is ready; false if it ended because its port was taken.
  private boolean awaitReady(Probe probe, URI url, Child apiServer, Child etcd, long deadline)
      throws InterruptedException {
    while (!probe.isReady(url)) {
      if (apiServer.endsWithin(POLL)) {
        if (apiServer.log().contains("address already in use")) {
          return false;
        }
        throw new ControlPlaneException(
            "kube-apiserver ended with code "
                + apiServer.exitCode()
                + "; "
                + apiServer.lastLines());
      }
      if (etcd.endsWithin(Duration.ZERO)) {
        throw new ControlPlaneException(
            "etcd ended with code " + etcd.exitCode() + "; " + etcd.lastLines());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ControlPlaneException(
            "not ready after %s; %s\n%s"
                .formatted(options.startTimeout(), apiServer.lastLines(), etcd.lastLines()));
      }
    }
    return true;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral(HOST))) {
      return socket.getLocalPort();
    }
  }
}
