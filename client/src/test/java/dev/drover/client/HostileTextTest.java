package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.drover.api.DynamicObject;
import dev.drover.model.core.v1.ConfigMap;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Texts of servers and proxies cannot forge log lines, drive terminals or reveal the token.
class HostileTextTest {
  private static final String TOKEN = "t0ken-of-jane-4711";
  private static final String FORGED = "gone\n2026-01-01 INFO all is well\r\u001b[2Jx";

  private final ScriptedServer server = new ScriptedServer();
  private final List<Warning> warnings = new ArrayList<>();
  private final RestClient rest =
      RestClient.of(server.config().with(c -> c.token(TOKEN).credentialsOverHttp(true)))
          .withWarningHandler(warnings::add);
  private final ResourceClient<ConfigMap> maps =
      Client.over(rest).resources(ConfigMap.class).inNamespace("shop");

  @AfterEach
  void close() {
    rest.close();
    server.close();
  }

  /// What a log shows of a failed read, line by line.
  private List<String> logged() {
    Throwable failure = catchThrowable(() -> maps.get("prices"));
    assertThat(failure).isNotNull();
    StringWriter all = new StringWriter();
    failure.printStackTrace(new PrintWriter(all));
    List<String> lines = all.toString().lines().toList();
    assertThat(all.toString()).doesNotContain("\u001b", "\u2028", TOKEN);
    assertThat(lines)
        .allMatch(line -> line.matches("(\tat |Caused by: |\t\\.\\.\\. |[a-z.]+client\\.).*"));
    return lines;
  }

  private static String status(String message, String reason) {
    DynamicObject status =
        DynamicObject.ofTree(
            Map.of(
                "kind",
                "Status",
                "apiVersion",
                "v1",
                "status",
                "Failure",
                "code",
                422,
                "reason",
                reason,
                "message",
                message));
    return new String(
        dev.drover.api.RawExtension.ofTree(status.tree()).raw().toByteArray(),
        StandardCharsets.UTF_8);
  }

  @Test
  void messageOfAStatusIsEscaped() {
    server.then(
        answer(422, "Content-Type: application/json\r\n", status(FORGED, "Invalid\nINFO ok")));
    assertThat(logged().getFirst()).endsWith("gone\\n2026-01-01 INFO all is well\\r\\u001b[2Jx");
  }

  @Test
  void pageOfAProxyIsEscapedAndItsEchoOfTheTokenRedacted() {
    String echo = "<pre>GET / HTTP/1.1\r\nX-Forwarded: " + TOKEN + "\r\n" + "\u001b[31m</pre>";
    server.then(answer(502, "Content-Type: text/html\r\n", echo));
    assertThat(logged().getFirst()).contains("X-Forwarded: ***\\r\\n\\u001b[31m");
  }

  @Test
  void tokenInAStatusIsRedactedAlsoForCodeThatReadsTheStatus() {
    server.then(
        answer(422, "Content-Type: application/json\r\n", status("bad token " + TOKEN, "Invalid")));
    ApiException failure = (ApiException) catchThrowable(() -> maps.get("prices"));
    assertThat(failure.status().message()).isEqualTo("bad token ***");
  }

  @Test
  void tokenThatTheCutOfALongPageWouldSplitIsRedactedToo() {
    String page = "x".repeat(2040) + TOKEN + "y".repeat(100);
    server.then(answer(502, "Content-Type: text/plain\r\n", page));
    assertThat(logged().getFirst()).doesNotContain(TOKEN.substring(0, 6));
  }

  @Test
  void tokenInAWarningIsRedacted() {
    server.then(
        answer(
            200,
            "Content-Type: application/json\r\nWarning: 299 - \"who is " + TOKEN + "?\"\r\n",
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"prices\"}}"));
    maps.get("prices");
    assertThat(warnings).extracting(Warning::text).containsExactly("who is ***?");
  }

  @Test
  void brokenHeaderIsEscaped() {
    server.then(ScriptedServer.raw("HTTP/1.1 200 OK\r\nbad\u001b[2Jname: x\r\n\r\n"));
    assertThat(logged().getFirst()).contains("bad\\u001b[2Jname");
  }

  @Test
  void keyOfAnUnreadableObjectIsEscaped() {
    server.then(
        ScriptedServer.json(
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"labels\":{\"a\\n"
                + "b\":7}}}"));
    assertThat(catchThrowable(() -> maps.get("prices")).getMessage()).contains("a\\nb");
  }
}
