package dev.drover.cli;

import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./drover apiserver`: a server until a signal comes.
@Command(
    name = "apiserver",
    description = "Serves the Kubernetes API on this machine until it is stopped (Ctrl-C).")
final class ApiServerCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

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

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException, InterruptedException {
    EmbeddedApiServer.Options options =
        EmbeddedApiServer.Options.defaults().withPort(port).withControllers(controllers);
    if (tokenFile != null) {
      options = options.withTokenFile(tokenFile);
    }
    try {
      if (kubeconfigOut == null) {
        serveWithTemporaryFile(options);
      } else {
        serve(options, kubeconfigOut);
      }
      return 0;
    } finally {
      closed.countDown();
    }
  }

  private void serveWithTemporaryFile(EmbeddedApiServer.Options options)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("drover-apiserver");
    Path kubeconfig = folder.resolve("kubeconfig");
    try {
      serve(options, kubeconfig);
    } finally {
      Files.deleteIfExists(kubeconfig);
      Files.deleteIfExists(folder);
    }
  }

  private void serve(EmbeddedApiServer.Options options, Path kubeconfig)
      throws IOException, InterruptedException {
    try (EmbeddedApiServer server = EmbeddedApiServer.start(options)) {
      writePrivately(kubeconfig, server.kubeconfig());
      Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
      spec.commandLine()
          .getOut()
          .println(
              "Serving " + server.url() + ", export KUBECONFIG=" + kubeconfig.toAbsolutePath());
      spec.commandLine().getOut().flush();
      asked.await();
    }
  }

  /// The file holds a private key.
  static void writePrivately(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path part =
        Files.createTempFile(
            folder,
            ".kubeconfig",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(part, text);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Runs when a signal comes. The JVM would halt at the end of its hooks, whatever the main thread
  /// still does: so this waits for it, and ends with 0 as kube-apiserver does.
  private void stop() {
    asked.countDown();
    try {
      if (closed.await(5, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
