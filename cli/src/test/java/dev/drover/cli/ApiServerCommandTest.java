package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ApiServerCommandTest {
  @TempDir Path folder;

  @Test
  void apiServerServesUntilASignalAndRemovesItsFiles() throws Exception {
    Path tokens = folder.resolve("tokens.csv");
    Files.writeString(tokens, "s3cret,jane,42,\"system:masters\"\n");
    Path kubeconfig = folder.resolve("config");
    try (Drover drover =
        Drover.start(
            "apiserver",
            "--kubeconfig-out",
            kubeconfig.toString(),
            "--token-auth-file",
            tokens.toString(),
            "--controllers",
            "namespace-controller")) {
      String line = drover.awaitLine("Serving");
      assertThat(line).matches("Serving https://127\\.0\\.0\\.1:\\d+, export KUBECONFIG=.*/config");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
          .isEqualTo("rw-------");
      assertThat(whoAmI(line, kubeconfig)).contains("\"username\":\"jane\"");
      drover.stop();
      assertThat(drover.awaitExit()).isZero();
      assertThat(drover.said()).containsExactly(line);
    }
  }

  @Test
  void existingKubeconfigFileBecomesPrivate() throws Exception {
    Path kubeconfig = Files.writeString(folder.resolve("config"), "old");
    Files.setPosixFilePermissions(kubeconfig, PosixFilePermissions.fromString("rw-r--r--"));
    try (Drover drover = Drover.start("apiserver", "--kubeconfig-out", kubeconfig.toString())) {
      drover.awaitLine("Serving");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
          .isEqualTo("rw-------");
      assertThat(kubeconfig).content().contains("token");
    }
  }

  @Test
  void temporaryKubeconfigExistsWhileTheServerRuns() throws Exception {
    try (Drover drover = Drover.start("apiserver")) {
      String line = drover.awaitLine("Serving");
      Path kubeconfig = Path.of(line.substring(line.indexOf('=') + 1));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
          .isEqualTo("rw-------");
      drover.stop();
      assertThat(drover.awaitExit()).isZero();
      assertThat(kubeconfig).doesNotExist();
    }
  }

  @Test
  void dataDirectorySurvivesTheProcessAndCanBeVerified() throws Exception {
    Path data = folder.resolve("data");
    Path kubeconfig = folder.resolve("config");
    String[] serve = {
      "apiserver", "--data-dir", data.toString(), "--kubeconfig-out", kubeconfig.toString()
    };
    String first;
    try (Drover drover = Drover.start(serve)) {
      drover.awaitLine("Serving");
      first = tokenIn(kubeconfig);
      drover.stop();
      assertThat(drover.awaitExit()).isZero();
    }
    try (Drover drover = Drover.start("apiserver", "verify", data.toString())) {
      assertThat(drover.awaitLine("intact")).matches(".* is intact: \\d+ objects at revision \\d+");
      assertThat(drover.awaitExit()).isZero();
    }
    try (Drover drover = Drover.start(serve)) {
      drover.awaitLine("Serving");
      assertThat(tokenIn(kubeconfig)).isEqualTo(first);
    }
  }

  private static String tokenIn(Path kubeconfig) throws Exception {
    Matcher token = Pattern.compile("token: (\\S+)").matcher(Files.readString(kubeconfig));
    assertThat(token.find()).isTrue();
    return token.group(1);
  }

  private static String whoAmI(String line, Path kubeconfig) throws Exception {
    Matcher ca =
        Pattern.compile("certificate-authority-data: (\\S+)").matcher(Files.readString(kubeconfig));
    assertThat(ca.find()).isTrue();
    String pem = new String(Base64.getDecoder().decode(ca.group(1)), StandardCharsets.US_ASCII);
    URI url = URI.create(line.substring("Serving ".length(), line.indexOf(',')));
    try (HttpClient client = HttpClient.newBuilder().sslContext(Tls.trusting(pem)).build()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      url.resolve("/apis/authentication.k8s.io/v1/selfsubjectreviews"))
                  .header("Authorization", "Bearer s3cret")
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString("{}"))
                  .build(),
              BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void invalidOptionsAreNamed() {
    assertFails(2, "Unknown option: '--prot'", "apiserver", "--prot");
    assertFails(1, "no controller 'nodes'", "apiserver", "--controllers", "nodes");
    assertFails(
        1,
        "cannot read the token file " + folder + "/none.csv: there is none",
        "apiserver",
        "--token-auth-file",
        folder + "/none.csv");
    assertFails(
        1,
        "there is no port 70000: choose one up to 65535, or leave it out for a free one",
        "apiserver",
        "--port",
        "70000");
    assertFails(
        1,
        "--heap takes a number with k, m or g, such as 512m, not much",
        "apiserver",
        "--heap",
        "much");
    assertFails(
        1,
        "cannot write the kubeconfig %1$s/none/config: there is no folder %1$s/none that you may"
                .formatted(folder)
            + " write to",
        "apiserver",
        "--kubeconfig-out",
        folder + "/none/config");
  }

  @Test
  void portInUseErrorNamesTheFix() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertFails(
          1,
          "port "
              + other.getLocalPort()
              + " is in use by another program: choose another one with --port, or leave it out for"
              + " a free one",
          "apiserver",
          "--port",
          String.valueOf(other.getLocalPort()));
    }
  }

  private static void assertFails(int exit, String message, String... arguments) {
    Drover.Outcome outcome = Drover.run(arguments);
    assertThat(outcome.said()).contains(message);
    assertThat(outcome.code()).isEqualTo(exit);
  }
}
