package dev.drover.cli;

import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fsync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./drover apiserver`: runs an API server until a signal arrives.
@Command(
    name = "apiserver",
    description = "Serves the Kubernetes API on this machine until it is stopped (Ctrl-C).",
    subcommands = VerifyCommand.class)
final class ApiServerCommand implements Callable<Integer> {
  private static final int LAST_PORT = 65_535;

  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "where to listen on the loopback address; 0 or none: a free port")
  private int port;

  @Option(
      names = "--kubeconfig-out",
      paramLabel = "FILE",
      description = "where to write the administrator's kubeconfig; none: a temporary file")
  private @Nullable Path kubeconfigOut;

  @Option(
      names = "--token-auth-file",
      paramLabel = "CSV",
      description = "users by token, as for kube-apiserver: token,user,uid,\"group1,group2\"")
  private @Nullable Path tokenFile;

  @Option(
      names = "--controllers",
      paramLabel = "LIST",
      split = ",",
      description =
          "controllers of kube-controller-manager to run, * for all; none by default, as there are"
              + " none in an API server")
  private List<String> controllers = List.of();

  @Option(
      names = "--simulate",
      paramLabel = "NODES",
      arity = "0..1",
      fallbackValue = "3",
      description =
          "simulate so many nodes, 3 if no number is given: pods are scheduled, run and have logs,"
              + " and all controllers run unless --controllers names some")
  private int simulatedNodes;

  @Option(
      names = "--runtime-config",
      paramLabel = "LIST",
      split = ",",
      description = "api/beta=true or api/all=true serves beta versions; none by default")
  private List<String> runtimeConfig = List.of();

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "where to keep everything when the server ends; none: in memory only")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "how much memory the server may take for objects, such as 512m or 2g; none: a quarter of"
              + " the machine's")
  private String heap = "";

  @Option(
      names = "--fsync",
      paramLabel = "WHEN",
      defaultValue = "always",
      description =
          "when to force writes to the disk: always, every-second or never; acknowledged writes"
              + " survive the end of the process with each, a loss of power only with always")
  private String fsync = "always";

  @Option(
      names = "--audit-policy-file",
      paramLabel = "FILE",
      description = "which requests the audit log records: a Policy of audit.k8s.io/v1")
  private @Nullable Path auditPolicy;

  @Option(
      names = "--audit-log-path",
      paramLabel = "FILE",
      description = "where to append the audit log, - for the standard output; needs a policy")
  private @Nullable Path auditLog;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (StopSignal stop = StopSignal.listen(0);
        EmbeddedApiServer server = start();
        KubeconfigFile kubeconfig = KubeconfigFile.write(server.kubeconfig(), kubeconfigOut)) {
      terminal.say("Serving " + server.url() + ", export KUBECONFIG=" + kubeconfig.path());
      stop.await();
      return 0;
    }
  }

  private EmbeddedApiServer start() {
    if (port < 0 || port > LAST_PORT) {
      throw new IllegalArgumentException(
          "there is no port %d: choose one up to %d, or leave it out for a free one"
              .formatted(port, LAST_PORT));
    }
    if (!heap.isEmpty() && !heap.matches("[0-9]+[kmgKMG]")) {
      throw new IllegalArgumentException(
          "--heap takes a number with k, m or g, such as 512m, not " + heap);
    }
    Path tokens = tokenFile;
    if (tokens != null && !Files.isReadable(tokens)) {
      throw new IllegalArgumentException(
          "cannot read the token file %s: there is none, or you may not read it".formatted(tokens));
    }
    try {
      return EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(this::set));
    } catch (UncheckedIOException e) {
      throw isTaken(e) ? portInUse(e) : e;
    }
  }

  private void set(EmbeddedApiServer.Options.Builder options) {
    options.port(port).controllers(controllers).simulate(simulatedNodes).fsync(policy());
    if (tokenFile != null) {
      options.tokenFile(tokenFile);
    }
    if (dataDirectory != null) {
      options.dataDirectory(dataDirectory);
    }
    options.betaApis(RuntimeConfig.requireBetas(runtimeConfig));
    options.audit(AuditFlags.of(auditPolicy, auditLog));
  }

  private Fsync policy() {
    return switch (fsync) {
      case "always" -> Fsync.ALWAYS;
      case "every-second" -> Fsync.EVERY_SECOND;
      case "never" -> Fsync.NEVER;
      default ->
          throw new IllegalArgumentException(
              "--fsync takes always, every-second or never, not " + fsync);
    };
  }

  private static boolean isTaken(Throwable failure) {
    return failure instanceof BindException
        || (failure.getCause() != null && isTaken(failure.getCause()));
  }

  private IllegalStateException portInUse(Exception cause) {
    return new IllegalStateException(
        "port "
            + port
            + " is in use by another program: choose another one with --port, or leave it out for"
            + " a free one",
        cause);
  }
}
