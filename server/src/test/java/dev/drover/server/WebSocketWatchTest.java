package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.certificates.Tls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class WebSocketWatchTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  private final HttpClient client =
      HttpClient.newBuilder().sslContext(Tls.forUser(server.caPem(), server.admin())).build();

  @AfterEach
  void closeClient() {
    client.shutdownNow();
  }

  @Test
  void webSocketWatchSendsOneMessagePerEvent() throws Exception {
    var messages = new Messages();
    open(messages, "?watch=1", "Origin", server.url().toString());
    admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(messages.next()).startsWith("{\"type\":\"ADDED\"").endsWith("}\n");
    admin.delete(CONFIG_MAPS + "/a");
    assertThat(messages.next()).startsWith("{\"type\":\"DELETED\"");
  }

  @Test
  void socketClosesWhenTheWatchEnds() throws Exception {
    var messages = new Messages();
    open(messages, "?watch=1&timeoutSeconds=1", "Origin", server.url().toString());
    assertThat(messages.next()).isEqualTo("closed 1000");
  }

  @Test
  void socketClosesWhenTheServerCloses() throws Exception {
    var messages = new Messages();
    open(messages, "?watch=1", "Origin", server.url().toString());
    server.close();
    assertThat(messages.next()).startsWith("closed");
  }

  @Test
  void watchAnswersEveryPing() throws Exception {
    var messages = new Messages();
    WebSocket socket = open(messages, "?watch=1", "Origin", server.url().toString());
    for (String payload : List.of("first", "second", "third")) {
      socket.sendPing(StandardCharsets.UTF_8.encode(payload)).get(10, TimeUnit.SECONDS);
      assertThat(messages.next()).isEqualTo("pong " + payload);
    }
    admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(messages.next()).startsWith("{\"type\":\"ADDED\"");
  }

  @Test
  void watchOutlastsTheHeaderTimeout() throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.limits(Limits.defaults().with(l -> l.headerTime(Duration.ofMillis(300)))));
    try (var impatient = EmbeddedApiServer.start(options)) {
      var messages = new Messages();
      URI uri =
          URI.create(
              impatient.url().toString().replace("https:", "wss:") + CONFIG_MAPS + "?watch=1");
      HttpClient other =
          HttpClient.newBuilder()
              .sslContext(Tls.forUser(impatient.caPem(), impatient.admin()))
              .build();
      WebSocket socket =
          other
              .newWebSocketBuilder()
              .header("Origin", impatient.url().toString())
              .buildAsync(uri, messages)
              .get(10, TimeUnit.SECONDS);
      for (String payload : List.of("1", "2", "3", "4")) {
        socket.sendPing(StandardCharsets.UTF_8.encode(payload)).get(10, TimeUnit.SECONDS);
        assertThat(messages.next()).isEqualTo("pong " + payload);
        LockSupport.parkNanos(Duration.ofMillis(300).toNanos()); // time itself is the subject
      }
      other.shutdownNow();
    }
  }

  @Test
  void watchEndsWhenTheClientClosesTheSocketAfterSomeMessages() throws Exception {
    var messages = new Messages();
    WebSocket socket = open(messages, "?watch=1", "Origin", server.url().toString());
    socket.sendText("hello", true).get(10, TimeUnit.SECONDS);
    socket.sendText("world", true).get(10, TimeUnit.SECONDS);
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(10, TimeUnit.SECONDS);
    assertThat(messages.next()).startsWith("closed");
    Eventually.await(() -> assertThat(server.faults().cutWatches()).isZero());
  }

  @Test
  void socketWithoutAnOriginIsRefused() {
    assertThatThrownBy(() -> open(new Messages(), "?watch=1", "X-None", "x"))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("WebSocketHandshakeException");
  }

  private WebSocket open(Messages messages, String query, String header, String value)
      throws Exception {
    URI uri = URI.create(server.url().toString().replace("https:", "wss:") + CONFIG_MAPS + query);
    return client
        .newWebSocketBuilder()
        .header(header, value)
        .buildAsync(uri, messages)
        .get(10, TimeUnit.SECONDS);
  }

  /// What arrives, and at last how it ended.
  private static final class Messages implements WebSocket.Listener {
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();

    String next() throws InterruptedException {
      String text = texts.poll(10, TimeUnit.SECONDS);
      assertThat(text).as("a message within ten seconds").isNotNull();
      return String.valueOf(text);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        texts.add(part.toString());
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer payload) {
      texts.add("pong " + StandardCharsets.UTF_8.decode(payload));
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      texts.add("closed " + code);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      texts.add("closed by " + error);
    }
  }
}
