package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// A connection that is made before anyone asks for it.
class PreconnectedConnectionTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Transport.Request GET =
      Transport.Request.of("GET", "/x").with(r -> r.readTimeout(LONG));

  @Test
  void firstRequestUsesTheConnectionThatWasMadeEarly() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.raw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                ScriptedServer.raw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        SocketTransport transport = new SocketTransport(server.config())) {
      transport.connectEarly();
      for (int i = 0; i < 2; i++) {
        try (Transport.Response response = transport.send(GET)) {
          assertThat(response.body().readAllBytes()).isEmpty();
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void failureToConnectEarlyIsReportedByTheFirstRequest() throws Exception {
    ClientConfig nowhere;
    try (ScriptedServer gone = new ScriptedServer()) {
      nowhere = gone.config();
    }
    try (SocketTransport transport = new SocketTransport(nowhere)) {
      transport.connectEarly();
      assertThatThrownBy(() -> transport.send(GET)).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void interruptedThreadLeavesTheEarlyConnectionToTheNext() throws Exception {
    PreconnectedConnection early = new PreconnectedConnection();
    CountDownLatch connecting = new CountDownLatch(1);
    early.begin(
        () -> {
          connecting.await();
          throw new IllegalStateException("as good as a connection: it has an end");
        });

    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    early.take(CallLimit.NONE);
                    outcome.complete(null);
                  } catch (Exception e) {
                    outcome.complete(e);
                  }
                });
    waiting.interrupt();
    assertThat(outcome.get()).isInstanceOf(InterruptedIOException.class);

    connecting.countDown();
    assertThat(early.take(CallLimit.NONE)).isNull();
    assertThat(early.take(CallLimit.NONE)).isNull();
  }
}
