package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Status;
import dev.drover.model.core.v1.Pod;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Failures say what was being done, to whom, and what to look at; never a secret.
class ErrorMessagesTest {
  private static final String MARKER = "mArKeR-5ecret";

  @TempDir private Path folder;

  private ClientConfig kubeconfig(String server, String more) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            current-context: dev
            clusters: [{name: c, cluster: {server: "%s"%s}}]
            users: [{name: u, user: {token: %s}}]
            contexts: [{name: dev, context: {cluster: c, user: u}}]
            """
                .formatted(server, more, MARKER));
    return ClientConfig.fromKubeconfig(file);
  }

  private static Throwable failure(ClientConfig config) {
    try (Client client = Client.connect(config)) {
      return failure(client);
    }
  }

  private static Throwable failure(Client client) {
    try {
      client.resources(Pod.class).inNamespace("shop").get("cone");
      throw new AssertionError("no failure");
    } catch (KubernetesException e) {
      StringWriter all = new StringWriter();
      e.printStackTrace(new PrintWriter(all));
      assertThat(all.toString()).doesNotContain(MARKER);
      return e;
    }
  }

  @Test
  void refusedConnectionNamesHostAndContext() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    ClientConfig config = kubeconfig("https://127.0.0.1:" + port, "");
    for (Transport transport : List.of(Transport.http1(config), Transport.http2(config))) {
      try (Client client = Client.over(RestClient.over(config, transport))) {
        assertThat(failure(client))
            .isInstanceOf(RequestFailedException.class)
            .hasMessageStartingWith(
                "get pods shop/cone: cannot connect to 127.0.0.1:" + port + " (Connection refused)")
            .hasMessageContaining("context 'dev'")
            .hasMessageContaining(folder.resolve("config").toString());
      }
    }
  }

  @Test
  void unknownHostIsNamed() throws Exception {
    ClientConfig config = kubeconfig("https://no-such-host.invalid:6443", "");
    for (Transport transport : List.of(Transport.http1(config), Transport.http2(config))) {
      try (Client client = Client.over(RestClient.over(config, transport))) {
        assertThat(failure(client))
            .hasMessageContaining("no such host: no-such-host.invalid")
            .hasMessageContaining("context 'dev'");
      }
    }
  }

  @Test
  void unknownAuthorityNamesTheFile() throws Exception {
    Path ca = Files.writeString(folder.resolve("ca.crt"), new TestAuthority("other").pem());
    try (TlsPeer peer = new TlsPeer(new TestAuthority("cluster"), TestAuthority.keys("EC"))) {
      assertThat(failure(kubeconfig(peer.address().toString(), ", certificate-authority: ca.crt")))
          .hasMessageContaining("no secure connection to " + peer.address().getAuthority())
          .hasMessageContaining("trusted is the CA of")
          .hasMessageContaining(ca.toString());
      assertThat(failure(kubeconfig(peer.address().toString(), "")))
          .hasMessageContaining("trusted is the JDK's trust store");
    }
  }

  @Test
  void wrongNameIsNamed() throws Exception {
    TestAuthority authority = new TestAuthority("cluster");
    Files.writeString(folder.resolve("ca.crt"), authority.pem());
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      String more = ", certificate-authority: ca.crt, tls-server-name: other.example";
      assertThat(failure(kubeconfig(peer.address().toString(), more)))
          .hasMessageContaining("other.example");
    }
  }

  @Test
  @Tag("slow")
  void timeoutErrorNamesTheLimit() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      for (String scheme : List.of("http", "https")) {
        ClientConfig config = kubeconfig(scheme + "://127.0.0.1:" + deaf.getLocalPort(), "");
        try (RestClient client = RestClient.of(config)) {
          assertThatThrownBy(
                  () -> client.get().absPath("/x").timeout(Duration.ofMillis(1250)).execute())
              .isInstanceOf(RequestFailedException.class)
              .hasMessageStartingWith("get /x: no answer from 127.0.0.1:" + deaf.getLocalPort())
              .hasMessageMatching("(?s).*(1\\.2\\d* s|1\\.1\\d* s).*");
        }
      }
    }
  }

  @Test
  void serverWithoutTlsIsNamedInTheError() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerPlainly(plain));
      assertThat(failure(kubeconfig("https://127.0.0.1:" + plain.getLocalPort(), "")))
          .hasMessageContaining("no secure connection to 127.0.0.1")
          .hasMessageContaining("SSL");
    }
  }

  /// Answers the connection that begins early, and the one of the request itself.
  private static void answerPlainly(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getInputStream().read();
        client
            .getOutputStream()
            .write(ScriptedServer.bytes("HTTP/1.1 400 Bad Request\r\n\r\nno TLS"));
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        if (!server.isClosed() && !(e instanceof SocketException)) {
          throw new AssertionError(e);
        }
      }
    }
  }

  @Test
  void forbiddenNamesTheRule() {
    List<String> hints = new ArrayList<>();
    for (String message :
        List.of(
            "pods is forbidden: User \"jo\" cannot list resource \"pods\" in API group \"\" in the"
                + " namespace \"shop\"",
            "x is forbidden: User \"system:serviceaccount:a:b\" cannot create resource"
                + " \"pods/eviction\" in API group \"policy\" at the cluster scope",
            "forbidden: User \"jo\" cannot get path \"/metrics\"",
            "something else")) {
      Status status = Status.builder().code(403).reason("Forbidden").message(message).build();
      hints.add(MissingRule.hint(status));
      assertThat(ApiException.of("do it", status))
          .isInstanceOf(ApiException.Forbidden.class)
          .hasMessage(
              "do it"
                  + hints.getLast()
                  + ": "
                  + message
                  + " (docs/troubleshooting.md#a-request-is-refused)");
    }
    assertThat(hints)
        .containsExactly(
            " (needs the RBAC rule {apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"list\","
                + " \"watch\"]} in a Role of namespace shop bound to jo)",
            " (needs the RBAC rule {apiGroups: [\"policy\"], resources: [\"pods/eviction\"], verbs:"
                + " [\"create\"]} in a ClusterRole bound to system:serviceaccount:a:b)",
            " (needs the RBAC rule {nonResourceURLs: [\"/metrics\"], verbs: [\"get\"]} in a"
                + " ClusterRole bound to jo)",
            "");
  }

  @Test
  void errorMessagesShowNoSecret() {
    byte[] secret = MARKER.getBytes(StandardCharsets.US_ASCII);
    Headers headers = Headers.EMPTY.with("Authorization", "Bearer " + MARKER);
    Transport.Request request =
        Transport.Request.of("POST", "/x").with(r -> r.headers(headers).body(secret));
    assertThat(request.toString() + headers).doesNotContain(MARKER).contains("Authorization");
    assertThatThrownBy(() -> Headers.EMPTY.with("Authorization", MARKER + "\n"))
        .message()
        .doesNotContain(MARKER);
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.raw("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"))) {
      ClientConfig config = server.config().with(c -> c.token(MARKER).credentialsOverHttp(true));
      assertThat(failure(config)).isInstanceOf(ApiException.ServerError.class);
      assertThat(server.seen().getFirst().headers().first("Authorization"))
          .contains("Bearer " + MARKER);
    }
  }
}
