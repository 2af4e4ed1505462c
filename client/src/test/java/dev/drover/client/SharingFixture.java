package dev.drover.client;

import dev.drover.client.http2.Http2Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// A server that speaks HTTP/2 as a test tells it to, and clients of it whose requests share
/// connections.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SharingFixture {
  static final Duration LONG = Duration.ofSeconds(20);

  private final TestAuthority authority = new TestAuthority("cluster");
  private final List<AutoCloseable> open = new ArrayList<>();
  Http2Peer peer;
  ClientConfig config;

  @BeforeEach
  void start() throws Exception {
    peer = peer("h2", "http/1.1");
    config = config(peer, t -> {});
  }

  Http2Peer peer(String... protocols) throws Exception {
    KeyPair keys = TestAuthority.keys("EC");
    Http2Peer started = new Http2Peer(TlsPeer.context(authority.server(keys), keys), protocols);
    open.addFirst(started);
    return started;
  }

  ClientConfig config(Http2Peer server, Consumer<RequestTimeouts.Builder> timeouts) {
    return ClientConfig.builder()
        .server(server.address())
        .certificateAuthority(authority.pem().getBytes(StandardCharsets.US_ASCII))
        .timeouts(timeouts)
        .build();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /// A transport whose requests all share.
  Transport sharing(ClientConfig with) {
    return opened(new SharingTransport(with, 0, 0));
  }

  Transport sharing() {
    return sharing(config);
  }

  Transport opened(Transport transport) {
    open.addFirst(transport);
    return transport;
  }

  static Transport.Request get() {
    return Transport.Request.of("GET", "/x?y=1").with(r -> r.readTimeout(LONG));
  }

  static Transport.Request watch(String path) {
    return Transport.Request.of("GET", path).with(r -> r.readTimeout(LONG).longRunning(true));
  }

  static String text(Transport.Response response) throws IOException {
    try (response) {
      return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static <V> CompletableFuture<V> async(Callable<V> work) {
    CompletableFuture<V> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                outcome.complete(work.call());
              } catch (Throwable e) {
                outcome.completeExceptionally(e);
              }
            });
    return outcome;
  }

  static Throwable failure(CompletableFuture<?> outcome) throws Exception {
    return outcome.handle((value, failure) -> failure).get(20, TimeUnit.SECONDS);
  }

  static <V> V value(CompletableFuture<V> outcome) throws Exception {
    return outcome.get(20, TimeUnit.SECONDS);
  }
}
