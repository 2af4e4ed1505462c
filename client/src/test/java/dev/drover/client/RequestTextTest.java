package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.cut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTextTest {
  private static final String SECRET = "s3cr3t-4711";

  private final ScriptedServer server = new ScriptedServer();

  @AfterEach
  void close() {
    server.close();
  }

  private static Transport.Request request(String target, Headers headers) {
    return Transport.Request.of("GET", target).with(r -> r.headers(headers));
  }

  @Test
  void failedRequestIsShownAsACommandOfCurl() {
    server.then(answer(404, "", ""));
    ClientConfig config = server.config().with(c -> c.token(SECRET).credentialsOverHttp(true));
    try (RestClient client = RestClient.of(config)) {
      RestRequest request =
          client
              .post()
              .namespace("shop")
              .resource("pods")
              .setHeader("User-Agent", "it's me")
              .body(SECRET.getBytes(StandardCharsets.US_ASCII));
      ApiException.NotFound e = catchThrowableOfType(ApiException.NotFound.class, request::execute);
      List<String> lines = e.debugText().lines().toList();
      assertThat(lines).hasSize(2).first().isEqualTo(e.getMessage());
      assertThat(lines.getLast())
          .startsWith("curl -v -X POST -H '")
          .contains(
              " -H 'Accept: application/json, */*'",
              " -H 'User-Agent: it'\\''s me'",
              " -H 'Authorization: ***'")
          .endsWith(
              " --data-binary '@body' '"
                  + server.address()
                  + "/namespaces/shop/pods' # body: 11 bytes")
          .doesNotContain(SECRET);
    }
  }

  @Test
  void requestWithoutAnAnswerIsShownToo() {
    server.then(cut());
    try (RestClient client = RestClient.of(server.config())) {
      RestRequest request = client.post().absPath("/api");
      assertThat(catchThrowableOfType(RequestFailedException.class, request::execute).debugText())
          .contains("\ncurl -v -X POST ", server.address() + "/api'");
    }
  }

  @Test
  void filesOfCertificatesAreNamedAndInlineOnesHidden() {
    ClientConfig files =
        ClientConfig.of("https://10.0.0.1:6443/base")
            .with(
                c ->
                    c.certificateAuthority(Path.of("/ca.crt"))
                        .clientCertificate(Path.of("/my cert"), Path.of("/my.key"))
                        .proxy(URI.create("http://jane:" + SECRET + "@proxy:3128")));
    assertThat(RequestText.curl(files, request("/base/api", Headers.EMPTY)))
        .isEqualTo(
            "curl -v -X GET --cacert '/ca.crt' --cert '/my cert' --key '/my.key'"
                + " --proxy 'http://***@proxy:3128' 'https://10.0.0.1:6443/base/api'");
    ClientConfig insecure = files.with(c -> c.certificateAuthority((PemSource) null));
    assertThat(
            RequestText.curl(
                insecure.with(c -> c.insecureSkipTlsVerify(true)),
                request("/base/api", Headers.EMPTY)))
        .startsWith("curl -v -X GET --insecure --cert ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "authorization",
        "Cookie",
        "Set-Cookie",
        "Proxy-Authorization",
        "X-Api-Key",
        "X-Amz-Security-Token",
        "Impersonate-Extra-Token",
        "Sec-WebSocket-Key"
      })
  void headersThatAreNotKnownToBeHarmlessAreHidden(String name) {
    Headers headers = Headers.EMPTY.plus("Accept", "text/plain").plus(name, SECRET);
    ClientConfig config = ClientConfig.of("https://one");
    assertThat(RequestText.curl(config, request("/api", headers)))
        .contains("'Accept: text/plain'", "'" + name + ": ***'")
        .doesNotContain(SECRET);
    assertThat(
            RequestText.line(config, request("/api", headers), 200, headers, Duration.ofMillis(7)))
        .isEqualTo(
            "request: GET https://one/api [Accept: text/plain, %s: ***]: 200 in 7 ms"
                    .formatted(name)
                + " [Accept: text/plain, %s: ***]".formatted(name));
  }

  @Test
  void parametersThatMayBeSecretAreHidden() {
    String target =
        "/exec?container=web&command=login&command=" + SECRET + "&access_token=" + SECRET + "&x=y";
    assertThat(RequestText.curl(ClientConfig.of("https://one"), request(target, Headers.EMPTY)))
        .contains("/exec?container=web&command=***&command=***&access_token=***&x=y'");
  }

  @Test
  void lineOfARequestWithoutAResponseSaysSo() {
    assertThat(
            RequestText.line(
                ClientConfig.of("https://one"),
                request("/api", Headers.EMPTY),
                0,
                Headers.EMPTY,
                Duration.ofSeconds(1)))
        .isEqualTo("request: GET https://one/api []: no response in 1000 ms []");
  }
}
