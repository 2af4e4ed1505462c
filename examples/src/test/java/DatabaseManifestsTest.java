import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.children.ServingCertificate;
import dev.drover.runtime.Manager;
import dev.drover.runtime.webhook.WebhookOptions;
import dev.drover.runtime.webhook.WebhookServer;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The manifests of the chapters on the first controller and the database operator, as a user
/// applies them.
class DatabaseManifestsTest {
  private static final Path WEBHOOK = Path.of("database-webhook.yaml");
  private static final String CERT_MANAGER = "cert-manager.io";

  @TempDir Path folder;

  private static Client client(EmbeddedApiServer server) {
    return Client.connect(
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
  }

  private ChildProcess.Ended kubectl(EmbeddedApiServer server, String... arguments)
      throws IOException, InterruptedException {
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
    return ChildProcess.run(
        new ProcessBuilder(
            Stream.concat(
                    Stream.of("kubectl", "--kubeconfig", kubeconfig.toString()),
                    Stream.of(arguments))
                .toList()));
  }

  private ChildProcess.Ended dryRun(EmbeddedApiServer server, Path manifest)
      throws IOException, InterruptedException {
    return kubectl(
        server, "apply", "--dry-run=server", "--validate=strict", "-f", manifest.toString());
  }

  private static String withoutCertManager() throws IOException {
    return Stream.of(Files.readString(WEBHOOK).split("(?m)^---\n", -1))
        .filter(object -> !object.contains("apiVersion: " + CERT_MANAGER))
        .collect(Collectors.joining("---\n"));
  }

  /// The first object of the manifest: a dry run stores none, and the others are in it.
  private void applyNamespace(EmbeddedApiServer server) throws IOException, InterruptedException {
    String first = Files.readString(Path.of("database-deploy.yaml")).split("(?m)^---\n", 2)[0];
    Path manifest = Files.writeString(folder.resolve("namespace.yaml"), first);
    ChildProcess.Ended applied = kubectl(server, "apply", "-f", manifest.toString());
    assertThat(applied.exitCode()).as(applied.output()).isZero();
  }

  /// The definitions of a chart as kubectl takes them: with a text in place of each template.
  private Path definitions(Path templates) throws IOException {
    Path definitions = Files.createDirectory(folder.resolve("definitions"));
    try (Stream<Path> files = Files.list(templates)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        String text = Files.readString(file).replaceAll("\\{\\{[^}]*}}", "cert-manager");
        Files.writeString(definitions.resolve(file.getFileName().toString()), text);
      }
    }
    return definitions;
  }

  @Test
  @Tag("kubectl")
  void manifestsAreWhatTheServerKnows() throws Exception {
    try (EmbeddedApiServer server = EmbeddedApiServer.start()) {
      applyNamespace(server);
      Path plain = Files.writeString(folder.resolve("plain.yaml"), withoutCertManager());
      for (Path manifest :
          List.of(Path.of("website-deploy.yaml"), Path.of("database-deploy.yaml"), plain)) {
        ChildProcess.Ended tried = dryRun(server, manifest);
        assertThat(tried.exitCode()).as(tried.output()).isZero();
        assertThat(tried.output()).doesNotContainIgnoringCase("warning");
      }
      Path wrong =
          Files.writeString(
              folder.resolve("wrong.yaml"),
              Files.readString(Path.of("database-deploy.yaml")).replace("replicas:", "replica:"));
      assertThat(dryRun(server, wrong).exitCode()).as("a mistake is found").isNotZero();
    }
  }

  /// With the definitions of cert-manager itself.
  @Test
  @Tag("kubectl")
  @Tag("corpus")
  void manifestsOfCertManagerAreWhatItDefines() throws Exception {
    try (EmbeddedApiServer server = EmbeddedApiServer.start()) {
      applyNamespace(server);
      String places = String.valueOf(System.getProperty("drover.corpus"));
      Path templates =
          Stream.of(places.split(":", -1))
              .filter(place -> place.contains("cert-manager"))
              .map(Path::of)
              .findFirst()
              .orElseThrow();
      ChildProcess.Ended installed =
          kubectl(server, "apply", "--server-side", "-f", definitions(templates).toString());
      assertThat(installed.exitCode()).as(installed.output()).isZero();
      ChildProcess.Ended established =
          kubectl(server, "wait", "--for=condition=Established", "crd", "--all");
      assertThat(established.exitCode()).as(established.output()).isZero();
      ChildProcess.Ended tried = dryRun(server, WEBHOOK);
      assertThat(tried.exitCode()).as(tried.output()).isZero();
      assertThat(tried.output())
          .contains("issuer.cert-manager.io/databases", "certificate.cert-manager.io/databases")
          .doesNotContainIgnoringCase("warning");
      Path wrong =
          Files.writeString(
              folder.resolve("wrong.yaml"),
              Files.readString(WEBHOOK).replace("secretName:", "secret:"));
      assertThat(dryRun(server, wrong).output()).contains("unknown field \"spec.secret\"");
    }
  }

  /// Without cert-manager: the recipe makes the certificate for the Service and the registration of
  /// the manifest, and the webhook serves with the files of the Secret.
  @Test
  void webhookOfTheManifestIsAskedWithACertificateOfTheRecipe() throws Exception {
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Client client = client(server)) {
      client.create(Namespace.named("databases"));
      install(server);
      client.apply(Manifests.parse(withoutCertManager()));
      ServingCertificate.in("databases", "databases-webhook")
          .forService("databases", "databases-webhook")
          .validFor(Duration.ofDays(90), Duration.ofDays(30))
          .trustedBy(ServingCertificate.Caller.VALIDATING, "databases")
          .ensure(client, InstantSource.system());
      Secret secret = client.get(Secret.class, "databases", "databases-webhook");
      for (var file : secret.data().entrySet()) { // as the kubelet mounts it
        Files.write(folder.resolve(file.getKey()), file.getValue().toByteArray());
      }
      WebhookServer webhooks =
          WebhookServer.of(
              WebhookOptions.defaults()
                  .with(
                      o ->
                          o.address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                              .certificates(folder)));
      webhooks.serve(new DatabaseOperator().webhook());
      webhooks.start();
      try {
        server.service("databases/databases-webhook", webhooks.port().orElseThrow());
        client.apply(database("16.4"));
        assertThatThrownBy(() -> client.apply(database("16.3")))
            .hasMessageContaining("databases.example.dev")
            .hasMessageContaining("an older version cannot read the data");
        client.apply(database("16.5"));
      } finally {
        webhooks.stop(Duration.ZERO);
      }
    }
  }

  private static void install(EmbeddedApiServer server) {
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    try (Manager manager = Manager.connect("databases", config)) {
      manager.install(DatabaseOperator.Database.class);
    }
  }

  private static DatabaseOperator.Database database(String version) {
    return new DatabaseOperator.Database(
        ObjectMeta.builder().namespace("default").name("shop").build(),
        new DatabaseOperator.Database.Spec(version, 1, "1Gi", "s3://backups/shop"),
        null);
  }
}
