package dev.drover.client;

import static dev.drover.client.ScriptedServer.gzip;
import static dev.drover.client.ScriptedServer.silenceAfter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.Pod;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An interrupt, or closing the client, ends a call wherever it is, on both kinds of threads.
class CancellationTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

  private final ScriptedServer server = new ScriptedServer();

  @AfterEach
  void close() {
    server.close();
  }

  enum Where {
    HEAD,
    BODY,
    LIST,
    COMPRESSED_BODY,
    WATCH,
    STREAM,
    WRITE,
    LATER_HEAD
  }

  /// Closes what the test would close at its end anyway.
  static void fromOutside(Runnable close) {
    close.run();
  }

  private static Thread start(boolean isVirtual, Runnable work) {
    return isVirtual ? Thread.ofVirtual().start(work) : Thread.ofPlatform().start(work);
  }

  private record Running(Thread thread, CompletableFuture<Throwable> outcome) {
    Throwable end() throws Exception {
      Throwable failure = outcome.get(10, TimeUnit.SECONDS);
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
      return failure;
    }
  }

  private static Running run(boolean isVirtual, Callable<?> work) {
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread thread =
        start(
            isVirtual,
            () -> {
              try {
                outcome.complete(new AssertionError("it returned " + work.call()));
              } catch (Throwable e) {
                outcome.complete(e);
              }
            });
    return new Running(thread, outcome);
  }

  private Callable<?> call(RestClient client, Where where) throws Exception {
    byte[] half = gzip("hello".repeat(100_000));
    switch (where) {
      case HEAD -> server.then(silenceAfter("HTTP/1.1 2"));
      case BODY -> server.then(silenceAfter(HEAD + "Content-Length: 100\r\n\r\nhello"));
      case LIST -> server.then(silenceAfter(HEAD + "Content-Length: 100\r\n\r\n{\"items\":[{"));
      case WATCH, STREAM -> server.then(silenceAfter(HEAD + "\r\n"));
      case COMPRESSED_BODY ->
          server.then(
              peer -> {
                peer.write(
                    ScriptedServer.bytes(
                        HEAD + "Content-Encoding: gzip\r\nContent-Length: 1000000\r\n\r\n"));
                peer.write(half);
                return silenceAfter("").play(peer);
              });
      case LATER_HEAD -> {
        client.get().absPath("/warm").execute();
        server.arrival();
        server.then(silenceAfter(""));
      }
      case WRITE -> {}
    }
    return switch (where) {
      case HEAD, BODY, COMPRESSED_BODY, LATER_HEAD -> () -> client.get().absPath("/x").execute();
      case LIST -> () -> Client.over(client).resources(Pod.KIND).list();
      case WATCH ->
          () ->
              client.get().absPath("/x").watch(Codec.of(Pod.KIND), Duration.ofMinutes(1)).hasNext();
      case STREAM ->
          () -> {
            try (var body = client.get().absPath("/x").stream()) {
              return body.read();
            }
          };
      case WRITE -> () -> client.post().absPath("/x").body(new byte[64 << 20]).execute();
    };
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD,true", "HEAD,false", "BODY,true", "BODY,false", "COMPRESSED_BODY,true",
    "COMPRESSED_BODY,false", "LIST,true", "LIST,false", "WATCH,true", "WATCH,false",
    "LATER_HEAD,true", "LATER_HEAD,false"
  })
  void interruptEndsACallWhereverItIs(Where where, boolean isVirtual) throws Exception {
    try (RestClient client = RestClient.of(server.config())) {
      Running call = run(isVirtual, call(client, where));
      server.arrival();
      call.thread.interrupt();
      assertThat(call.end())
          .isInstanceOf(RequestInterruptedException.class)
          .hasMessageEndingWith("interrupted");
      server.ended(); // the connection is gone too
      assertThat(client.get().absPath("/x").execute().raw()).asString().isEqualTo("{}");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD,true",
    "HEAD,false",
    "BODY,true",
    "BODY,false",
    "COMPRESSED_BODY,true",
    "LIST,false",
    "STREAM,true",
    "STREAM,false",
    "LATER_HEAD,true",
    "LATER_HEAD,false"
  })
  void closingTheClientEndsACallWhereverItIs(Where where, boolean isVirtual) throws Exception {
    RestClient client = RestClient.of(server.config());
    Running call = run(isVirtual, call(client, where));
    server.arrival();
    client.close();
    assertThat(call.end()).hasStackTraceContaining("the client is closed");
    server.ended();
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void writeThatTheServerDoesNotReadIsEnded(boolean isVirtual, boolean byInterrupt)
      throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      ClientConfig config =
          ClientConfig.builder().server("http://127.0.0.1:" + deaf.getLocalPort()).build();
      try (RestClient client = RestClient.of(config)) {
        Running call = run(isVirtual, call(client, Where.WRITE));
        try (Socket peer = deaf.accept()) {
          assertThat(peer.getInputStream().read()).isEqualTo('P');
          if (byInterrupt) {
            call.thread.interrupt();
          } else {
            fromOutside(client::close);
          }
          Throwable failure = call.end();
          if (byInterrupt) {
            assertThat(failure).isInstanceOf(RequestInterruptedException.class);
          } else {
            assertThat(failure).hasStackTraceContaining("the client is closed");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void handshakeThatTheServerDoesNotAnswerIsEnded(boolean isVirtual, boolean byInterrupt)
      throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      ClientConfig config =
          ClientConfig.builder().server("https://127.0.0.1:" + deaf.getLocalPort()).build();
      try (RestClient client = RestClient.of(config)) {
        Running call = run(isVirtual, () -> client.get().absPath("/x").execute());
        try (Socket peer = deaf.accept()) {
          assertThat(peer.getInputStream().read()).isEqualTo(0x16);
          if (byInterrupt) {
            call.thread.interrupt();
          } else {
            fromOutside(client::close);
          }
          Throwable failure = call.end();
          if (byInterrupt) {
            assertThat(failure).isInstanceOf(RequestInterruptedException.class);
          } else {
            assertThat(failure).hasStackTraceContaining("the client is closed");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void interruptThatCameBeforeTheCallEndsIt(boolean isVirtual) throws Exception {
    try (RestClient client = RestClient.of(server.config())) {
      Running call =
          run(
              isVirtual,
              () -> {
                Thread.currentThread().interrupt();
                return client.get().absPath("/x").execute();
              });
      assertThat(call.end()).isInstanceOf(RequestInterruptedException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void closingAWatchFromAnotherThreadEndsIt(boolean isVirtual) throws Exception {
    server.then(silenceAfter(HEAD + "\r\n"));
    try (RestClient client = RestClient.of(server.config());
        var events = client.get().absPath("/x").watch(Codec.of(Pod.KIND), Duration.ofMinutes(1))) {
      CompletableFuture<Boolean> more = new CompletableFuture<>();
      Thread reader = start(isVirtual, () -> more.complete(events.hasNext()));
      fromOutside(events::close);
      assertThat(more.get(10, TimeUnit.SECONDS)).isFalse();
      assertThat(reader.join(Duration.ofSeconds(10))).isTrue();
      server.ended();
    }
  }
}
