package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests through proxies: `CONNECT` and SOCKS 5.
class TunnelTest {
  private final ScriptedServer server = new ScriptedServer();
  private final ServerSocket proxy = listen();
  private final CompletableFuture<String> heard = new CompletableFuture<>();

  private static ServerSocket listen() {
    try {
      return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    server.close();
  }

  private RestClient through(String proxyUri) {
    return through(proxyUri, "kubernetes.invalid"); // only the proxy knows where that is
  }

  private RestClient through(String proxyUri, String host) {
    return RestClient.of(config(proxyUri, host));
  }

  private ClientConfig config(String proxyUri, String host) {
    return ClientConfig.of("http://" + host + ":6443")
        .with(c -> c.proxy(URI.create(proxyUri.replace("PORT", "" + proxy.getLocalPort()))));
  }

  /// Plays a part of the proxy, and then passes bytes to the server.
  private interface Part {
    boolean play(InputStream in, OutputStream out) throws IOException;
  }

  private void play(Part part) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket client = proxy.accept()) {
                InputStream in = client.getInputStream();
                OutputStream out = client.getOutputStream();
                if (part.play(in, out)) {
                  URI target = URI.create(server.address());
                  try (Socket to = new Socket(target.getHost(), target.getPort())) {
                    Thread.ofVirtual().start(() -> pass(to, client));
                    in.transferTo(to.getOutputStream());
                  }
                } else {
                  in.transferTo(OutputStream.nullOutputStream());
                }
              } catch (IOException e) {
                heard.completeExceptionally(e);
              }
            });
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // The client has what it wanted.
    }
  }

  private String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    heard.complete(head.toString());
    return head.toString();
  }

  private void hears(InputStream in, int bytes) throws IOException {
    heard.complete(HexFormat.of().formatHex(in.readNBytes(bytes)));
  }

  @Test
  void connectOpensATunnel() throws Exception {
    play(
        (in, out) -> {
          head(in);
          out.write(ScriptedServer.bytes("HTTP/1.1 200 Connection established\r\nVia: me\r\n\r\n"));
          return true;
        });
    try (RestClient client = through("http://jo:p%40ss@127.0.0.1:PORT")) {
      assertThat(client.get().absPath("/x").execute().raw()).asString().isEqualTo("{}");
      assertThat(client.get().absPath("/y").execute().raw()).asString().isEqualTo("{}");
    }
    String user = Base64.getEncoder().encodeToString("jo:p@ss".getBytes(StandardCharsets.UTF_8));
    assertThat(heard.get(5, TimeUnit.SECONDS))
        .startsWith("CONNECT kubernetes.invalid:6443 HTTP/1.1\r\nHost: kubernetes.invalid:6443\r\n")
        .contains("Proxy-Authorization: Basic " + user + "\r\n");
    assertThat(server.seen()).hasSize(2);
    assertThat(server.seen().getFirst().headers().first("Host"))
        .contains("kubernetes.invalid:6443");
    assertThat(server.seen().getFirst().headers().first("Proxy-Authorization")).isEmpty();
  }

  @Test
  void refusalOfTheProxyIsNamed() {
    play(
        (in, out) -> {
          head(in);
          out.write(ScriptedServer.bytes("HTTP/1.1 407 Login\r\n\r\n"));
          return false;
        });
    try (RestClient client = through("http://127.0.0.1:PORT")) {
      assertThatThrownBy(() -> client.get().absPath("/x").execute())
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining(
              "the proxy refused to connect to kubernetes.invalid:6443: HTTP/1.1 407 Login");
    }
  }

  @Test
  void proxyThatIsSilentOrGoneIsNamed() throws Exception {
    play((in, out) -> false);
    ClientConfig impatient =
        config("http://127.0.0.1:PORT", "kubernetes.invalid")
            .with(c -> c.connectTimeout(Duration.ofMillis(500)));
    try (RestClient client = RestClient.of(impatient)) {
      assertThatThrownBy(() -> client.get().absPath("/x").execute())
          .hasMessageContaining("did not answer for 500 ms");
    }
    proxy.close();
    try (RestClient client = through("http://jo:5ecret@127.0.0.1:PORT")) {
      assertThatThrownBy(() -> client.get().absPath("/x").execute())
          .hasMessageContaining("cannot reach the proxy 127.0.0.1:" + proxy.getLocalPort())
          .hasMessageContaining("Connection refused")
          .message()
          .doesNotContain("5ecret");
    }
  }

  @Test
  void socksOpensATunnelByName() throws Exception {
    play(
        (in, out) -> {
          assertThat(in.readNBytes(3)).containsExactly(5, 1, 0);
          out.write(new byte[] {5, 0});
          hears(in, 7 + "kubernetes.invalid".length());
          out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 80});
          return true;
        });
    try (RestClient client = through("socks5://127.0.0.1:PORT")) {
      assertThat(client.get().absPath("/x").execute().raw()).asString().isEqualTo("{}");
    }
    String name =
        HexFormat.of().formatHex("kubernetes.invalid".getBytes(StandardCharsets.US_ASCII));
    assertThat(heard.get(5, TimeUnit.SECONDS)).isEqualTo("0501000312" + name + "192b");
  }

  @Test
  void socksLogsInWithTheNameAndPasswordOfItsAddress() throws Exception {
    play(
        (in, out) -> {
          assertThat(in.readNBytes(4)).containsExactly(5, 2, 0, 2);
          out.write(new byte[] {5, 2});
          hears(in, 3 + "jo".length() + "5e:cret".length());
          out.write(new byte[] {1, 0});
          in.readNBytes(7 + "kubernetes.invalid".length());
          out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 80});
          return true;
        });
    try (RestClient client = through("socks5://jo:5e%3Acret@127.0.0.1:PORT")) {
      assertThat(client.get().absPath("/x").execute().raw()).asString().isEqualTo("{}");
    }
    String login = HexFormat.of().formatHex("5e:cret".getBytes(StandardCharsets.US_ASCII));
    assertThat(heard.get(5, TimeUnit.SECONDS)).isEqualTo("01026a6f07" + login);
  }

  @Test
  void socksThatRefusesTheLoginIsNamedWithoutThePassword() {
    play(
        (in, out) -> {
          in.readNBytes(4);
          out.write(new byte[] {5, 2});
          in.readNBytes(3 + "jo".length() + "5ecret".length());
          out.write(new byte[] {1, 1});
          return false;
        });
    try (RestClient client = through("socks5://jo:5ecret@127.0.0.1:PORT")) {
      assertThatThrownBy(() -> client.get().absPath("/x").execute())
          .hasMessageContaining("refused the login")
          .message()
          .doesNotContain("5ecret");
    }
  }

  @Test
  void socksThatWantsALoginOrCannotConnectIsNamed() {
    play(
        (in, out) -> {
          in.readNBytes(3);
          out.write(new byte[] {5, (byte) 0xFF});
          return false;
        });
    try (RestClient client = through("socks5://127.0.0.1:PORT")) {
      assertThatThrownBy(() -> client.get().absPath("/x").execute())
          .hasMessageContaining("wants a login");
    }
    play(
        (in, out) -> {
          in.readNBytes(3);
          out.write(new byte[] {5, 0});
          in.readNBytes(7);
          out.write(new byte[] {5, 5, 0, 1});
          return false;
        });
    try (RestClient client = through("socks5://127.0.0.1:PORT")) {
      assertThatThrownBy(() -> client.get().absPath("/x").execute())
          .hasMessageContaining("could not connect to kubernetes.invalid:6443 (code 5)");
    }
  }

  @Test
  void addressOfTheServerIsWrittenAsEachKindOfProxyNeedsIt() throws Exception {
    play(
        (in, out) -> {
          head(in);
          out.write(ScriptedServer.bytes("HTTP/1.1 200 OK\r\n\r\n"));
          return true;
        });
    try (RestClient client = through("http://127.0.0.1:PORT", "[fd00::1]")) {
      client.get().absPath("/x").execute();
    }
    assertThat(heard.get(5, TimeUnit.SECONDS))
        .startsWith("CONNECT [fd00::1]:6443 HTTP/1.1\r\nHost: [fd00::1]:6443\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "[fd00::1], 05010004fd000000000000000000000000000001192b",
    "10.0.0.1, 050100010a000001192b"
  })
  void socksProxyGetsAnAddressAsSuch(String host, String request) throws Exception {
    play(
        (in, out) -> {
          in.readNBytes(3);
          out.write(new byte[] {5, 0});
          hears(in, request.length() / 2);
          out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 80});
          return true;
        });
    try (RestClient client = through("socks5://127.0.0.1:PORT", host)) {
      client.get().absPath("/x").execute();
    }
    assertThat(heard.get(5, TimeUnit.SECONDS)).isEqualTo(request);
  }

  @Test
  void socksLoginMayHaveAColonInItsName() throws Exception {
    play(
        (in, out) -> {
          in.readNBytes(4);
          out.write(new byte[] {5, 2});
          hears(in, 3 + "a:b".length() + "c+d".length());
          out.write(new byte[] {1, 0});
          in.readNBytes(7 + "kubernetes.invalid".length());
          out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 80});
          return true;
        });
    try (RestClient client = through("socks5://a%3Ab:c+d@127.0.0.1:PORT")) {
      client.get().absPath("/x").execute();
    }
    String login = "0103" + hex("a:b") + "03" + hex("c+d");
    assertThat(heard.get(5, TimeUnit.SECONDS)).isEqualTo(login);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }
}
