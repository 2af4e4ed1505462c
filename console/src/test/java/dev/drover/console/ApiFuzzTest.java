package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.codec.TreeType;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Result;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The JSON API with parameters and bodies that no page would send.
class ApiFuzzTest {
  private static final int ROUNDS = 600;
  private static final List<String> PATHS =
      List.of(
          "overview",
          "runs",
          "runs/x",
          "objects",
          "object",
          "graph",
          "caches",
          "queues",
          "sets",
          "server",
          "slowest",
          "none",
          "",
          "runs/",
          "../app.js");
  private static final List<String> NAMES =
      List.of(
          "kind", "namespace", "name", "q", "limit", "offset", "before", "controller", "failed");
  private static final List<String> VALUES =
      List.of(
          "v1/Secret",
          "v1/ConfigMap",
          "login",
          "shop",
          "default",
          "configmap",
          "",
          "-1",
          "0",
          "99999999999999999999",
          "true",
          "a/b",
          "../..",
          "<script>",
          "\u0000",
          "%",
          "\ud83d\ude00",
          "x".repeat(300),
          "default/login",
          " ",
          "canary");

  private final Random random = new Random(20_261_119);

  private String any(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String query() {
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      query
          .append(query.isEmpty() ? "?" : "&")
          .append(any(NAMES))
          .append('=')
          .append(URLEncoder.encode(any(VALUES), StandardCharsets.UTF_8));
    }
    return query.toString();
  }

  private String body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("controller", "configmap");
    body.put("name", any(VALUES));
    body.put(any(NAMES), any(VALUES));
    return new String(TreeType.bytes(body), StandardCharsets.UTF_8);
  }

  @Test
  void everyRequestIsAnsweredWithJsonAndWithoutSecrets() throws Exception {
    try (Page page = Page.withActions()) {
      page.manager().cache().informer(Secret.KIND);
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      Secret login = Secret.named("default", "login");
      page.manager()
          .client()
          .create(
              login.with(s -> s.stringData(Map.of("password", "hunter2")).annotation("a/b", "c")));
      page.manager().client().create(ConfigMap.named("default", "shop"));
      page.manager().settle(Duration.ofSeconds(30));
      for (int round = 0; round < ROUNDS; round++) {
        String path = "/api/v1/" + any(PATHS) + query();
        check(path, page.send(page.signedIn(path)));
      }
      for (int round = 0; round < ROUNDS / 4; round++) {
        String body =
            random.nextBoolean()
                ? body()
                : any(List.of("", "{", "[]", "null", "1", "{\"controller\":1}", "\"x\""));
        check(
            body,
            page.send(
                page.signedIn("/api/v1/reconcile")
                    .header("Content-Type", "application/json")
                    .header("X-Drover-Console", "1")
                    .POST(BodyPublishers.ofString(body))));
      }
    }
  }

  private static void check(String what, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as("%s: %s", what, answer.body()).isIn(200, 202, 400, 404);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .as(what)
        .startsWith("application/json");
    assertThat(TreeType.tree(answer.body().getBytes(StandardCharsets.UTF_8)))
        .as(what)
        .isInstanceOf(Map.class);
    assertThat(answer.body()).as(what).doesNotContain("hunter2", "aHVudGVyMg"); // in base64
  }
}
