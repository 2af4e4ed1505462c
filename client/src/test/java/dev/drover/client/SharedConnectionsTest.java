package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.http2.Http2Peer;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Shared connections: how they and their streams end, how a silent one is found, and which
/// requests share one.
class SharedConnectionsTest extends SharingFixture {
  private static final int HEADERS = 1;
  private static final int PING = 6;
  private static final int CONTINUATION = 9;

  // ---- The end of streams and connections

  @Test
  void resetStreamIsAFailureOfItsOwn() throws Exception {
    Transport transport = sharing();
    var kept = async(() -> transport.send(watch("/kept")));
    Http2Peer.Request keptRequest = peer.request();
    keptRequest.head(200);
    Transport.Response keptResponse = value(kept);
    var answer = async(() -> text(transport.send(get())));
    Http2Peer.Request seen = peer.request();
    seen.head(200).data("x");
    seen.reset(2);
    assertThat(failure(answer)).hasMessageContaining("reset the stream (INTERNAL_ERROR)");
    keptRequest.data("still here", true);
    assertThat(text(keptResponse)).isEqualTo("still here");
    assertThat(peer.accepted()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void refusedStreamIsSentAgain(String method) throws Exception {
    Transport transport = sharing();
    Transport.Request request =
        Transport.Request.of(method, "/x").with(r -> r.body(new byte[3]).readTimeout(LONG));
    var answer = async(() -> text(transport.send(request)));
    peer.request().reset(7);
    peer.request().answer("second");
    assertThat(value(answer)).isEqualTo("second");
  }

  @Test
  void requestThatWasResetOtherwiseIsNotSentAgain() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    peer.request().reset(8);
    assertThat(failure(answer)).hasMessageContaining("CANCEL");
    assertThat(peer.hasRequest()).isFalse();
  }

  @Test
  void goAwayMovesNewRequestsAndLetsOldOnesEnd() throws Exception {
    Transport transport = sharing();
    var old = async(() -> transport.send(watch("/old")));
    Http2Peer.Request first = peer.request();
    first.head(200);
    Transport.Response watch = value(old);
    var unprocessed = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    Http2Peer.Request second = peer.request();
    first.connection().goAway(first.id(), 0);
    Http2Peer.Request again = peer.request();
    assertThat(again.connection()).isNotSameAs(second.connection());
    again.answer("new");
    assertThat(value(unprocessed)).isEqualTo("new");
    first.data("to the end", true);
    assertThat(text(watch)).isEqualTo("to the end");
    assertThat(peer.accepted()).isEqualTo(2);
  }

  @Test
  void lostConnectionFailsItsStreamsAndReadsThatHadNoAnswerGoOn() throws Exception {
    Transport transport = sharing();
    var answered = async(() -> transport.send(watch("/answered")));
    Http2Peer.Request first = peer.request();
    first.head(200).data("x");
    Transport.Response response = value(answered);
    var read = async(() -> text(transport.send(get())));
    peer.request();
    var write = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    peer.request();
    first.connection().cut();
    assertThatThrownBy(() -> text(response))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("the server closed the connection");
    assertThat(failure(write)).isInstanceOf(IOException.class);
    Http2Peer.Request again = peer.request();
    assertThat(again.header(":method")).isEqualTo("GET");
    again.answer("again");
    assertThat(value(read)).isEqualTo("again");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1", // data for a stream that never was
    "5, 4, 1", // a push
    "6, 0, 0", // a ping of a wrong length
    "4, 0, 0", // settings of a wrong length
    "9, 4, 1" // the continuation of nothing
  })
  void brokenRulesEndTheConnection(int type, int flags, int stream) throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    Http2Peer.Request seen = peer.request();
    seen.connection().send(type, flags, stream == 0 ? 0 : type == 0 ? 99 : 1, new byte[4]);
    assertThat(failure(answer)).hasMessageContaining("broke a rule of HTTP/2");
  }

  @Test
  void hugeHeadsAreAFailure() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    Http2Peer.Request seen = peer.request();
    try {
      seen.connection().send(HEADERS, 0, seen.id(), new byte[16_000]);
      for (int i = 0; i < 20; i++) {
        seen.connection().send(CONTINUATION, 0, seen.id(), new byte[16_000]);
      }
    } catch (IOException e) {
      // Cut while it sent.
    }
    assertThat(failure(answer)).hasMessageContaining("larger than allowed");
  }

  // ---- Signs of life

  @Test
  void pingsOfTheServerAreAnswered() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    Http2Peer.Request seen = peer.request();
    seen.connection().send(PING, 0, 0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    Http2Peer.Frame pong = seen.connection().frame(frame -> frame.type() == PING);
    assertThat(pong.payload()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(pong.flags()).isEqualTo(1);
    seen.answer("{}");
    value(answer);
  }

  @Test
  @Tag("slow")
  void silentConnectionIsAskedForASignOfLife() throws Exception {
    Transport transport =
        sharing(
            config(
                peer, t -> t.checkAfter(Duration.ofMillis(100)).checkLimit(Duration.ofSeconds(1))));
    var answer = async(() -> transport.send(watch("/w")));
    Http2Peer.Request seen = peer.request();
    seen.head(200);
    Transport.Response response = value(answer);
    for (int i = 0; i < 3; i++) {
      seen.connection().frame(frame -> frame.type() == PING && frame.flags() == 0);
      seen.connection().send(PING, 1, 0, new byte[8]);
    }
    assertThatThrownBy(() -> text(response)) // from here on no ping is answered
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("nothing came for 100 ms")
        .hasMessageContaining("within 1 s");
  }

  // ---- Which requests share

  @Test
  void firstWatchesHaveTheirOwnConnectionsAndAllOthersShare() throws Exception {
    Transport transport = opened(Transport.of(config));
    List<Transport.Response> all = new ArrayList<>();
    for (int i = 0; i < SharingTransport.OWN_WATCHES; i++) {
      all.add(transport.send(watch("/own")));
    }
    assertThat(peer.http1()).isEqualTo(SharingTransport.OWN_WATCHES);
    List<CompletableFuture<Transport.Response>> shared = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      shared.add(async(() -> transport.send(watch("/shared"))));
    }
    for (int i = 0; i < 100; i++) {
      peer.request().head(200);
    }
    for (CompletableFuture<Transport.Response> each : shared) {
      all.add(value(each));
    }
    assertThat(peer.accepted()).isEqualTo(SharingTransport.OWN_WATCHES + 1);
    all.removeFirst().close();
    all.add(transport.send(watch("/own"))); // takes the place of the one that has ended
    all.forEach(Transport.Response::close);
  }

  @Test
  void connectionIsAddedWhenTheOthersAreFull() throws Exception {
    peer.with(3, 2);
    Transport transport = sharing();
    var first = async(() -> text(transport.send(get())));
    peer.request().answer("{}");
    value(first);
    List<CompletableFuture<Transport.Response>> answers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      answers.add(async(() -> transport.send(watch("/w"))));
      peer.request().head(200);
      value(answers.getLast());
    }
    assertThat(peer.accepted()).isEqualTo(2);
    for (CompletableFuture<Transport.Response> answer : answers) {
      value(answer).close();
    }
    var next = async(() -> text(transport.send(get())));
    peer.request().answer("room again");
    assertThat(value(next)).isEqualTo("room again");
    assertThat(peer.accepted()).isEqualTo(2);
  }

  @Test
  void serverWithoutHttp2GetsHttp1AndIsNotAskedAgain() throws Exception {
    for (String[] protocols : new String[][] {{"http/1.1"}, {}}) {
      Http2Peer old = peer(protocols);
      Transport transport = sharing(config(old, t -> {}));
      for (int i = 0; i < 5; i++) {
        assertThat(text(transport.send(get()))).isEqualTo("{}");
      }
      assertThat(old.accepted()).as("one to ask, one to use").isEqualTo(2);
    }
  }

  @Test
  void serverThatWantsHttp1ForARequestGetsIt() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    peer.request().reset(13);
    assertThat(value(answer)).isEqualTo("{}");
    assertThat(peer.http1()).isEqualTo(1);
  }

  @Test
  void watchThatBroughtMuchGetsItsOwnConnectionNextTime() throws Exception {
    BusyPaths busy = new BusyPaths();
    Transport.Request pods = watch("/api/v1/pods?resourceVersion=1");
    busy.ended(pods, BusyPaths.MUCH);
    assertThat(busy.contains(watch("/api/v1/pods?resourceVersion=2"))).isTrue();
    assertThat(busy.contains(watch("/api/v1/nodes"))).isFalse();
    busy.ended(pods, 1);
    assertThat(busy.contains(pods)).isFalse();
    for (int i = 0; i < 1000; i++) {
      busy.ended(watch("/" + i), BusyPaths.MUCH);
    }
    assertThat(busy.contains(watch("/0"))).isFalse();
    assertThat(busy.contains(watch("/999"))).isTrue();
  }

  @Test
  void refusedConnectionFailsAllThatWaitForIt() throws Exception {
    peer.close();
    Transport transport = sharing();
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(async(() -> text(transport.send(get()))));
    }
    for (CompletableFuture<String> each : all) {
      assertThat(failure(each)).isInstanceOf(IOException.class);
    }
  }
}
