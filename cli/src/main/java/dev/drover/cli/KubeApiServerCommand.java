package dev.drover.cli;

import dev.drover.server.CertificateFiles;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fsync;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// `kube-apiserver` as envtest starts it: the embedded API server with kube-apiserver's flags.
///
/// Flags that have no counterpart are accepted and named on the error output, so that a flag that a
/// test depends on is not lost silently.
@Command(
    name = "kube-apiserver",
    hidden = true,
    description = "The kube-apiserver of envtest-assets: Drover's API server.")
final class KubeApiServerCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Mixin private final Terminal terminal = new Terminal();

  @Option(names = "--secure-port", defaultValue = "6443", description = "where to listen")
  private int port;

  @Option(names = "--bind-address", defaultValue = "127.0.0.1", description = "where to listen")
  private String address = "127.0.0.1";

  @Option(names = "--cert-dir", description = "has apiserver.crt and apiserver.key, if not given")
  private @Nullable Path certificates;

  @Option(names = "--tls-cert-file", description = "the certificate of the server")
  private @Nullable Path servingCertificate;

  @Option(names = "--tls-private-key-file", description = "its key")
  private @Nullable Path servingKey;

  @Option(names = "--client-ca-file", description = "authorities of client certificates")
  private @Nullable Path clientAuthorities;

  @Option(names = "--service-account-key-file", description = "checks service account tokens")
  private @Nullable Path publicKey;

  @Option(names = "--service-account-signing-key-file", description = "signs these tokens")
  private @Nullable Path privateKey;

  @Option(names = "--token-auth-file", description = "users by token")
  private @Nullable Path tokens;

  @Option(names = "--audit-policy-file", description = "what the audit log records")
  private @Nullable Path auditPolicy;

  @Option(names = "--audit-log-path", description = "where to append the audit log")
  private @Nullable Path auditLog;

  @Option(names = "--etcd-servers", split = ",", description = "the etcd of envtest-assets")
  private List<URI> etcd = List.of();

  @Option(
      names = "--runtime-config",
      split = ",",
      description = "api/beta=true or api/all=true serves beta versions")
  private List<String> runtimeConfig = List.of();

  // What envtest always sets, and this server does anyway.
  @Option(
      names = {
        "--service-cluster-ip-range",
        "--allow-privileged",
        "--disable-admission-plugins",
        "--authorization-mode",
        "--service-account-issuer",
        "--advertise-address"
      },
      arity = "1",
      description = "accepted; the server does as envtest sets them")
  @SuppressWarnings("UnusedVariable")
  private List<String> usual = List.of();

  @Unmatched private final List<String> ignored = new ArrayList<>(); // picocli adds to it

  @Override
  public Integer call() throws IOException, InterruptedException {
    ignored.forEach(
        flag -> terminal.err().println("kube-apiserver: " + flag + " has no effect here"));
    EmbeddedApiServer.Options options = options();
    try (StopSignal stop = StopSignal.listen(0);
        EmbeddedApiServer server = EmbeddedApiServer.start(options)) {
      terminal.err().println("Serving " + server.url());
      stop.await();
      return 0;
    }
  }

  private EmbeddedApiServer.Options options() throws IOException, InterruptedException {
    Optional<Path> data = dataDirectory();
    InetAddress bind = InetAddress.getByName(address);
    return EmbeddedApiServer.Options.defaults()
        .with(
            o -> {
              o.port(port).bindAddress(bind).certificateFiles(files());
              o.betaApis(RuntimeConfig.servesBetas(runtimeConfig));
              data.ifPresent(folder -> o.dataDirectory(folder).fsync(Fsync.NEVER));
              if (tokens != null) {
                o.tokenFile(tokens);
              }
              o.audit(AuditFlags.of(auditPolicy, auditLog));
            });
  }

  private CertificateFiles files() {
    return CertificateFiles.none()
        .with(
            f -> {
              if (servingCertificate != null && servingKey != null) {
                f.serving(servingCertificate, servingKey);
              } else if (certificates != null
                  && Files.isReadable(certificates.resolve("apiserver.crt"))) {
                f.serving(
                    certificates.resolve("apiserver.crt"), certificates.resolve("apiserver.key"));
              }
              if (clientAuthorities != null) {
                f.clientAuthorities(clientAuthorities);
              }
              if (publicKey != null && privateKey != null) {
                f.serviceAccountKeys(publicKey, privateKey);
              }
            });
  }

  /// Where the etcd of envtest-assets keeps data; empty without one: everything is in memory.
  private Optional<Path> dataDirectory() throws IOException, InterruptedException {
    if (etcd.isEmpty()) {
      return Optional.empty();
    }
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(etcd.getFirst().resolve(EtcdCommand.DATA_PATH))
                  .timeout(PATIENCE)
                  .build(),
              BodyHandlers.ofString());
      if (response.statusCode() == 200) {
        return Optional.of(Path.of(response.body()).resolve("apiserver"));
      }
      terminal
          .err()
          .println(
              "kube-apiserver: the etcd at %s is not that of envtest-assets: objects are in memory"
                  .formatted(etcd.getFirst()));
      return Optional.empty();
    }
  }
}
