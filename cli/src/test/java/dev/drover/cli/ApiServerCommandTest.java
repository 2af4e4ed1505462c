package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiServerCommandTest {
  @TempDir Path folder;

  private static Process drover(String... arguments) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.drover.cli.Main"));
    words.addAll(List.of(arguments));
    return new ProcessBuilder(words).start();
  }

  @Test
  void servesUntilASignalAndLeavesNothingBehind() throws Exception {
    Path tokens = folder.resolve("tokens.csv");
    Files.writeString(tokens, "s3cret,jane,42,\"system:masters\"\n");
    Path kubeconfig = folder.resolve("config");
    Process process =
        drover(
            "apiserver",
            "--kubeconfig-out",
            kubeconfig.toString(),
            "--token-auth-file",
            tokens.toString(),
            "--controllers",
            "namespace-controller");
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      assertThat(line).matches("Serving https://127\\.0\\.0\\.1:\\d+, export KUBECONFIG=.*/config");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
          .isEqualTo("rw-------");
      assertThat(whoAmI(line, kubeconfig)).contains("\"username\":\"jane\"");
      process.toHandle().destroy(); // SIGTERM; Process.destroy would close the streams too
      assertThat(out.readLine()).isNull();
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
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
  void mistakesAreNamed() throws Exception {
    assertFails(2, "Unknown option: '--prot'", "apiserver", "--prot");
    assertFails(1, "no controller 'nodes'", "apiserver", "--controllers", "nodes");
    assertFails(
        1, "cannot read the token file", "apiserver", "--token-auth-file", folder + "/none.csv");
  }

  private static void assertFails(int exit, String message, String... arguments) throws Exception {
    Process process = drover(arguments);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(errors).isEqualTo(exit);
    assertThat(errors).contains(message);
  }
}
