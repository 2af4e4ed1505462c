package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupVersion;
import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What requests send and what becomes of answers.
class RestRequestTest {
  private static final String STATUS =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","message":"%s","reason":"%s","code":%d}\
      """;

  private final ScriptedServer server = new ScriptedServer();
  private final RestClient client =
      RestClient.of(server.config()).forGroupVersion(GroupVersion.parse("v1"));

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private ScriptedServer.Seen sent(RestRequest request) {
    request.execute();
    return server.seen().getLast();
  }

  @Test
  void eachVerbHasItsMethod() {
    assertThat(sent(client.get().resource("pods")).line()).isEqualTo("GET /api/v1/pods HTTP/1.1");
    assertThat(sent(client.post().resource("pods")).line()).startsWith("POST /api/v1/pods");
    assertThat(sent(client.put().resource("pods")).line()).startsWith("PUT ");
    assertThat(sent(client.delete().resource("pods")).line()).startsWith("DELETE ");
    assertThat(sent(client.verb("OPTIONS").resource("pods")).line()).startsWith("OPTIONS ");
    ScriptedServer.Seen patch = sent(client.patch("application/merge-patch+json").resource("pods"));
    assertThat(patch.line()).startsWith("PATCH ");
    assertThat(patch.headers().first("Content-Type")).contains("application/merge-patch+json");
    assertThat(client.verb("OPTIONS").verb()).isEqualTo("OPTIONS");
    assertThat(client.groupVersion()).contains(GroupVersion.parse("v1"));
  }

  @Test
  void headerThatIsSetReplacesAllEarlierValues() {
    ScriptedServer.Seen request =
        sent(client.get().setHeader("X-A", "1", "2").setHeader("x-a", "3", "4"));
    assertThat(request.headers().all("X-A")).containsExactly("3", "4");
    assertThat(sent(client.get().setHeader("X-A", "1").setHeader("X-A")).headers().all("X-A"))
        .isEmpty();
  }

  @Test
  void headersThatAreNotSetHaveDefaults() {
    ScriptedServer.Seen get = sent(client.get());
    assertThat(get.headers().first("User-Agent").orElseThrow()).startsWith("drover/");
    assertThat(get.headers().first("Accept")).contains("application/json, */*");
    assertThat(get.headers().first("Accept-Encoding")).contains("gzip");
    assertThat(get.headers().first("Content-Type")).isEmpty();
    assertThat(get.headers().first("Host")).contains(server.address().substring(7));
    assertThat(sent(client.post().body(new byte[0])).headers().first("Content-Type"))
        .contains("application/json");
    assertThat(sent(client.withUserAgent("me/1").get()).headers().first("User-Agent"))
        .contains("me/1");
    assertThat(sent(client.get().setHeader("User-Agent", "you")).headers().all("User-Agent"))
        .containsExactly("you");
  }

  @Test
  void bodyIsBytesOrAStreamOrAnObjectOrNothing() {
    byte[] bytes = {'a', 'b'};
    RestRequest held = client.post().body(bytes);
    bytes[0] = 'x';
    assertThat(sent(held).text()).isEqualTo("ab");
    assertThat(sent(client.post().body(Bytes.of("c".getBytes()))).text()).isEqualTo("c");
    assertThat(sent(client.post().body(new ByteArrayInputStream("s".getBytes()))).text())
        .isEqualTo("s");
    ConfigMap map = ConfigMap.named("n", "m").with(m -> m.data("k", "ü"));
    ScriptedServer.Seen object = sent(client.post().body(map, ConfigMap.KIND));
    assertThat(object.headers().first("Content-Type"))
        .contains("application/vnd.kubernetes.protobuf");
    assertThat(Codec.of(ConfigMap.KIND).decode(object.body(), Format.PROTOBUF)).isEqualTo(map);
    assertThat(sent(client.post().body((ConfigMap) null, ConfigMap.KIND)).text()).isEmpty();
    assertThat(sent(client.post().body((byte[]) null)).headers().first("Content-Length"))
        .contains("0");
    assertThat(sent(client.get()).headers().first("Content-Length")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void objectGoesInTheFormatThatCarriesWhatItsTypeDoesNotKnow(Format format) {
    byte[] newer = ofANewerServer(format);
    ConfigMap map = Codec.of(ConfigMap.KIND).decode(newer, format);
    ScriptedServer.Seen object = sent(client.put().body(map, ConfigMap.KIND));
    assertThat(object.headers().first("Content-Type")).contains(format.contentType());
    assertThat(object.body()).isEqualTo(newer);
  }

  private static byte[] ofANewerServer(Format format) {
    if (format == Format.JSON) {
      return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},\"new\":1}"
          .getBytes(StandardCharsets.UTF_8);
    }
    byte[] known = Codec.of(ConfigMap.KIND).encode(ConfigMap.named("", "m"), Format.PROTOBUF);
    int length = "k8s\0".length() + 2 + known[5] + 1; // the object follows the type
    int end = length + 1 + known[length];
    known[length] += 3;
    return ByteBuffer.allocate(known.length + 3)
        .put(known, 0, end)
        .put(new byte[] {(byte) 0xF8, 1, 1}) // field 31
        .put(known, end, known.length - end)
        .array();
  }

  @Test
  void largeBodyArrivesWhole() {
    String text = "0123456789".repeat(300_000);
    assertThat(sent(client.post().body(text.getBytes(StandardCharsets.US_ASCII))).text())
        .isEqualTo(text);
  }

  @Test
  void streamThatCannotBeReadIsAMistakeOfTheRequest() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk on fire");
          }
        };
    assertThatThrownBy(() -> client.post().body(broken).execute())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the body could not be read")
        .hasRootCauseMessage("disk on fire");
  }

  @Test
  void optionsAddToParametersAndEmptyOnesAreLeftOut() {
    RestRequest request =
        client
            .get()
            .param("a", "1")
            .params(
                add -> {
                  add.accept("a", "2");
                  add.accept("b", "");
                })
            .params(ListOptions.defaults().with(o -> o.limit(5)));
    assertThat(request.url()).endsWith("/api/v1?a=1&a=2&limit=5");
  }

  @Test
  void firstMistakeSticksAndNothingIsSent() {
    RestRequest request = client.get().name("").resource("..").setHeader("bad name", "x");
    assertThat(request.error().orElseThrow()).hasMessage("resource name may not be empty");
    assertThatThrownBy(request::execute)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("resource name may not be empty");
    assertThatThrownBy(request::executeRaw).hasMessageContaining("may not be empty");
    assertThatThrownBy(request::stream).hasMessageContaining("may not be empty");
    assertThatThrownBy(() -> request.watch(Codec.of(Pod.KIND), Duration.ZERO))
        .hasMessageContaining("may not be empty");
    assertThat(server.connections()).isZero();
  }

  @Test
  void valuesCannotInjectHeaders() {
    assertThatThrownBy(() -> client.get().setHeader("X", "a\r\nY: b").execute())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> client.get().setHeader("X: y\r\nZ", "a").execute())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> client.verb("GET /other HTTP/1.1\r\nX: y\r\n\r\nGET").execute())
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(sent(client.get().resource("a b\r\nX: y")).line())
        .isEqualTo("GET /api/v1/a%20b%0D%0Ax:%20y HTTP/1.1");
    assertThat(sent(client.get().param("a\nb", "c\r\n d")).line())
        .isEqualTo("GET /api/v1?a%0Ab=c%0D%0A%20d HTTP/1.1");
    assertThatThrownBy(() -> client.withUserAgent("a\nb").get().execute())
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void resultHasStatusHeadersAndBody() {
    server.then(
        answer(201, "Content-Type: application/json\r\nWarning: 299 - \"old\"\r\n", "{\"a\":1}"));
    RestResult result = client.post().warningHandler(WarningHandler.NONE).execute();
    assertThat(result.statusCode()).isEqualTo(201);
    assertThat(result.wasCreated()).isTrue();
    assertThat(result.contentType()).isEqualTo("application/json");
    assertThat(result.warnings()).containsExactly(new Warning(299, "-", "old"));
    assertThat(result.raw()).asString().isEqualTo("{\"a\":1}");
  }

  @Test
  void warningsGoToTheHandlerOfTheRequestElseOfTheClientAlsoFromFailures() {
    List<String> ofClient = new ArrayList<>();
    List<String> ofRequest = new ArrayList<>();
    RestClient warned = client.withWarningHandler(w -> ofClient.add(w.text()));
    server.then(
        answer(200, "Warning: 299 - \"one\"\r\n", ""),
        answer(200, "Warning: 299 - \"two\"\r\n", ""),
        answer(404, "Warning: 299 - \"three\"\r\n", ""));
    warned.get().execute();
    warned.get().warningHandler(w -> ofRequest.add(w.text())).execute();
    assertThatThrownBy(() -> warned.get().execute()).isInstanceOf(ApiException.NotFound.class);
    assertThat(ofClient).containsExactly("one", "three");
    assertThat(ofRequest).containsExactly("two");
  }

  @Test
  void handlerThatFailsLosesNoConnection() throws Exception {
    server.then(answer(200, "Warning: 299 - \"x\"\r\n", "abc"));
    RestClient angry =
        client.withWarningHandler(
            w -> {
              throw new IllegalStateException("angry");
            });
    assertThatThrownBy(() -> angry.get().execute()).hasMessage("angry");
    assertThat(server.ended()).isEqualTo(1);
  }

  @Test
  void statusOfTheServerBecomesTheException() {
    Map<String, Class<?>> types =
        Map.of(
            "404 NotFound", ApiException.NotFound.class,
            "409 AlreadyExists", ApiException.AlreadyExists.class,
            "409 Conflict", ApiException.Conflict.class,
            "422 Invalid", ApiException.Invalid.class,
            "410 Expired", ApiException.Expired.class,
            "504 Timeout", ApiException.TimedOut.class,
            "500 InternalError", ApiException.ServerError.class,
            "405 MethodNotAllowed", ApiException.Refused.class);
    types.forEach(
        (script, type) -> {
          int code = Integer.parseInt(script.substring(0, 3));
          String reason = script.substring(4);
          server.then(
              answer(
                  code,
                  "Content-Type: application/json\r\n",
                  STATUS.formatted("so it is", reason, code)));
          assertThatThrownBy(() -> client.get().resource("pods").name("p").execute())
              .isInstanceOf(type)
              .hasMessage("get pods p: so it is")
              .satisfies(e -> assertThat(((ApiException) e).code()).isEqualTo(code))
              .satisfies(e -> assertThat(((ApiException) e).reason()).isEqualTo(reason));
        });
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void kindThatIsNotServedNamesTheMissingDefinition() {
    server.then(answer(404, "Content-Type: text/plain\r\n", "404 page not found\n"));
    assertThatThrownBy(() -> client.get().resource("cones").name("c").execute())
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessage(
            "get cones c: the server answered 404: 404 page not found; a custom resource needs its"
                + " CustomResourceDefinition first: kubectl apply -f it, or manager.install its"
                + " type");
  }

  @Test
  void failureWithoutAStatusShowsTheShortenedBody() {
    server.then(answer(502, "Content-Type: text/html\r\n", "<h1>" + "x".repeat(5000)));
    assertThatThrownBy(() -> client.get().execute())
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("the server answered 502: <h1>xxx")
        .message()
        .hasSizeBetween(2000, 2200);
    server.then(answer(403, "", ""), answer(301, "Location: /elsewhere\r\n", ""));
    assertThatThrownBy(() -> client.get().execute()).isInstanceOf(ApiException.Forbidden.class);
    assertThatThrownBy(() -> client.get().execute())
        .isInstanceOf(ApiException.Refused.class)
        .hasMessageContaining("301");
  }

  @Test
  void statusOfFailureUnderACodeOfSuccessIsAFailure() {
    server.then(json(STATUS.formatted("not really", "Conflict", 409)));
    assertThatThrownBy(() -> client.get().execute().into(Pod.KIND))
        .isInstanceOf(ApiException.Conflict.class);
  }

  @Test
  void emptyOrForeignAnswerIsNoObject() {
    server.then(json(""), answer(200, "Content-Type: text/plain\r\n", "hello"));
    assertThatThrownBy(() -> client.get().execute().into(Pod.KIND))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> client.get().execute().into(Pod.KIND))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("text/plain");
    server.then(answer(200, "Content-Type: text/plain\r\n", "hello"));
    assertThatThrownBy(() -> client.get().watch(Codec.of(Pod.KIND), Duration.ofSeconds(1)))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void callersTokenWinsButDoesNotEndTheImpersonation() {
    ClientConfig both =
        server
            .config()
            .with(
                c ->
                    c.token("of-config")
                        .credentialsOverHttp(true)
                        .impersonate(new Impersonation("jane", null, List.of("g"), Map.of())));
    try (RestClient mine = RestClient.of(both)) {
      ScriptedServer.Seen usual = sent(mine.get());
      assertThat(usual.headers().all("Authorization")).containsExactly("Bearer of-config");
      ScriptedServer.Seen own = sent(mine.get().setHeader("Authorization", "Bearer own"));
      assertThat(own.headers().all("Authorization")).containsExactly("Bearer own");
      assertThat(own.headers().all("Impersonate-User")).containsExactly("jane");
      assertThat(own.headers().all("Impersonate-Group")).containsExactly("g");
      ScriptedServer.Seen other = sent(mine.get().setHeader("Impersonate-User", "joe"));
      assertThat(other.headers().all("Impersonate-User")).containsExactly("joe");
      assertThat(other.headers().all("Impersonate-Group")).isEmpty();
      assertThat(other.headers().all("Authorization")).containsExactly("Bearer of-config");
    }
  }

  @Test
  void tokenThatTheServerRefusedIsReadAgain(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "old");
    ManualTime clock = new ManualTime();
    ClientConfig config =
        server.config().with(c -> c.tokenFile(file).credentialsOverHttp(true).clock(clock));
    try (RestClient mine = RestClient.of(config)) {
      assertThat(sent(mine.get()).headers().first("Authorization")).contains("Bearer old");
      Files.writeString(file, "new");
      assertThat(sent(mine.get()).headers().first("Authorization")).contains("Bearer old");
      clock.advance(Duration.ofSeconds(1));
      server.then(answer(401, "", ""));
      assertThatThrownBy(() -> mine.get().execute()).isInstanceOf(ApiException.Unauthorized.class);
      assertThat(sent(mine.get()).headers().first("Authorization")).contains("Bearer new");
    }
    assertThat(server.seen()).hasSize(4);
  }

  @Test
  void rawAndStreamGiveTheBytes() throws Exception {
    server.then(
        answer(200, "Content-Type: text/plain\r\n", "one"),
        answer(200, "Content-Type: text/plain\r\n", "two"));
    assertThat(client.get().executeRaw()).asString().isEqualTo("one");
    try (InputStream body = client.get().stream()) {
      assertThat(body.readAllBytes()).asString().isEqualTo("two");
    }
    assertThat(server.connections()).isEqualTo(1);
    assertThat(server.seen().getLast().headers().first("Accept-Encoding")).isEmpty();
  }
}
