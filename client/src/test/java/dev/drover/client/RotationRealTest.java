package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.certificates.User;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.Namespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Certificates and tokens that change in their files while a client is at work.
@Tag("real")
class RotationRealTest {
  private static ControlPlane first;
  private static ControlPlane second;

  private final ManualTime clock = new ManualTime();
  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    var options = ControlPlane.Options.defaults();
    first = ControlPlane.start(options.with(o -> o.account("jane").account("joe")));
    second = ControlPlane.start(options);
  }

  @AfterAll
  static void stop() {
    first.close();
    second.close();
  }

  private void write(ControlPlane server, User user) throws IOException {
    Files.writeString(folder.resolve("ca.crt"), server.caPem());
    Files.writeString(folder.resolve("user.crt"), user.certificatePem());
    Files.writeString(folder.resolve("user.key"), user.keyPem());
  }

  private ClientConfig config(String address) throws IOException {
    String kubeconfig =
        """
        apiVersion: v1
        kind: Config
        current-context: moving
        clusters:
        - name: c
          cluster: {server: "%s", certificate-authority: ca.crt}
        users:
        - name: u
          user: {client-certificate: user.crt, client-key: user.key}
        contexts:
        - name: moving
          context: {cluster: c, user: u}
        """
            .formatted(address);
    Path file = Files.writeString(folder.resolve("config"), kubeconfig);
    return ClientConfig.fromKubeconfig(file).with(c -> c.clock(clock));
  }

  @Test
  void authorityAndCertificateAreReadAgainAndOldConnectionsAreGivenUp() throws Exception {
    write(first, first.admin());
    try (FaultyProxy proxy = new FaultyProxy(first.url());
        Client client = Client.connect(config(proxy.address()))) {
      client.create(Namespace.named("on-first"));
      assertThat(client.resources(Namespace.class).find("on-first")).isPresent();
      assertThat(proxy.accepted()).isEqualTo(1);

      proxy.retarget(second.url());
      assertThat(client.resources(Namespace.class).find("on-first")).isPresent(); // kept
      assertThat(proxy.accepted()).isEqualTo(1);

      write(second, second.admin());
      clock.advance(Duration.ofSeconds(2));
      assertThat(client.resources(Namespace.class).find("on-first")).isEmpty();
      client.create(Namespace.named("on-second"));
      assertThat(proxy.accepted()).isEqualTo(2);
      proxy.awaitOpen(1); // the old one is closed
    }
    try (Client straight = Client.connect(RealServerTest.config(second.kubeconfig()))) {
      assertThat(straight.resources(Namespace.class).find("on-second")).isPresent();
    }
  }

  @Test
  void serverOfAnUnknownAuthorityIsRefusedAndTheFileNamed() throws Exception {
    write(first, first.admin());
    try (Client client = Client.connect(config(second.url().toString()))) {
      assertThatThrownBy(() -> client.resources(Namespace.class).list())
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("no secure connection to 127.0.0.1:" + second.url().getPort())
          .hasMessageContaining(folder.resolve("ca.crt").toString())
          .hasMessageContaining("context 'moving'");
      // Once the file is right, so is the next call.
      write(second, second.admin());
      clock.advance(Duration.ofSeconds(2));
      assertThat(client.resources(Namespace.class).find("default")).isPresent();
    }
  }

  static String whoAmI(RestClient client) {
    byte[] review =
        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}"
            .getBytes(StandardCharsets.US_ASCII);
    String answer =
        new String(
            client
                .post()
                .absPath("/apis/authentication.k8s.io/v1/selfsubjectreviews")
                .body(review)
                .executeRaw(),
            StandardCharsets.UTF_8);
    return answer.replaceFirst("(?s).*\"username\":\"([^\"]*)\".*", "$1");
  }

  @Test
  void tokenIsReadAgainAfterAMinuteOrWhenItIsRefused() throws Exception {
    Path token = folder.resolve("token");
    Files.writeString(token, first.user("jane").token().orElseThrow());
    ClientConfig config =
        ClientConfig.builder()
            .server(first.url())
            .certificateAuthority(first.caPem().getBytes(StandardCharsets.US_ASCII))
            .tokenFile(token)
            .clock(clock)
            .build();
    try (RestClient client = RestClient.of(config)) {
      assertThat(whoAmI(client)).isEqualTo("jane");
      Files.writeString(token, first.user("joe").token().orElseThrow() + "\n");
      assertThat(whoAmI(client)).isEqualTo("jane");
      clock.advance(Duration.ofMinutes(1));
      assertThat(whoAmI(client)).isEqualTo("joe");

      Files.writeString(token, "marker-5up3r-53cr3t");
      clock.advance(Duration.ofMinutes(1));
      assertThatThrownBy(() -> whoAmI(client))
          .isInstanceOf(ApiException.Unauthorized.class)
          .message()
          .doesNotContain("5up3r");
      Files.writeString(token, first.user("jane").token().orElseThrow());
      assertThat(whoAmI(client)).as("a refused token is read again at once").isEqualTo("jane");
    }
  }
}
