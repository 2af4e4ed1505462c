package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Result;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The access control of a console.
class AccessTest {
  private static final List<String> PATHS =
      List.of("/", "/app.js", "/api/v1/overview", "/api/v1/events", "/api/v1/runs", "/none");

  @Test
  void nothingIsAnsweredWithoutTheToken() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().start();
      for (String path : PATHS) {
        assertThat(page.send(page.request(path)).statusCode()).as(path).isEqualTo(401);
        assertThat(
                page.send(page.request(path).header("Authorization", "Bearer wrong-token-00000"))
                    .statusCode())
            .as(path)
            .isEqualTo(401);
        assertThat(
                page.send(
                        page.request(path)
                            .header("Cookie", "drover-console-" + page.port() + "=wrong"))
                    .statusCode())
            .as(path)
            .isEqualTo(401);
      }
      assertThat(page.send(page.request("/?token=wrong")).statusCode()).isEqualTo(401);
      assertThat(page.send(page.request("/api/v1/overview?token=" + Page.TOKEN)).statusCode())
          .as("the token of a query is for the page alone")
          .isEqualTo(401);
    }
  }

  @Test
  void addressWithTheTokenSetsACookieThatOpensThePage() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().start();
      var signIn = page.send(page.request("/?token=" + Page.TOKEN));
      assertThat(signIn.statusCode()).isEqualTo(200);
      String cookie = signIn.headers().firstValue("Set-Cookie").orElseThrow();
      assertThat(cookie).contains("HttpOnly", "SameSite=Strict").doesNotContain("Expires");
      assertThat(signIn.headers().firstValue("Referrer-Policy"))
          .as("the address with the token is named to no other server")
          .hasValue("no-referrer");
      assertThat(signIn.headers().firstValue("Cache-Control")).hasValue("no-store");
      var opened = page.send(page.request("/").header("Cookie", cookie.split(";", 2)[0]));
      assertThat(opened.body()).contains("Drover console");
      assertThat(opened.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(opened.headers().firstValue("Cache-Control")).hasValue("no-store");
    }
  }

  @Test
  void otherHostsAndOriginsAreRefusedWithTheTokenToo() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().start();
      for (String host : List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example", "")) {
        assertThat(
                page.raw(
                    "GET /api/v1/overview HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                        .formatted(host, Page.TOKEN)))
            .as(host)
            .startsWith("HTTP/1.1 403");
      }
      assertThat(
              page.raw(
                  "GET /api/v1/overview HTTP/1.1\r\nHost: localhost:9\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                      .formatted(Page.TOKEN)))
          .as("a forwarded port")
          .startsWith("HTTP/1.1 200");
      for (String origin :
          List.of("http://evil.example", "null", "http://localhost:" + page.port())) {
        assertThat(
                page.send(page.signedIn("/api/v1/overview").header("Origin", origin)).statusCode())
            .as(origin)
            .isEqualTo(403);
      }
      assertThat(
              page.send(page.signedIn("/api/v1/overview").header("Sec-Fetch-Site", "cross-site"))
                  .statusCode())
          .isEqualTo(403);
    }
  }

  private static HttpRequest.Builder reconcile(Page page, String body) {
    return page.signedIn("/api/v1/reconcile")
        .header("Content-Type", "application/json")
        .header("X-Drover-Console", "1")
        .POST(BodyPublishers.ofString(body));
  }

  @Test
  void consoleChangesNothingUnlessActionsAreOn() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      String body = "{\"controller\":\"configmap\",\"namespace\":\"default\",\"name\":\"a\"}";
      var refused = page.send(reconcile(page, body));
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("read-only");
      assertThat(page.send(page.signedIn("/api/v1/overview").DELETE()).statusCode()).isEqualTo(405);
    }
  }

  @Test
  @Tag("slow")
  void actionReconcilesAnObjectOnceMore() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (Page page = Page.withActions()) {
      page.manager()
          .controllerFor(ConfigMap.class)
          .named("counted")
          .complete(
              (map, ctx) -> {
                runs.addAndGet(map.name().equals("a") ? 1 : 0);
                return Result.done();
              });
      page.manager().start();
      page.manager().client().create(ConfigMap.named("default", "a"));
      page.manager().settle(Duration.ofSeconds(30));
      int before = runs.get();
      String body = "{\"controller\":\"counted\",\"namespace\":\"default\",\"name\":\"a\"}";
      assertThat(page.send(reconcile(page, body)).statusCode()).isEqualTo(202);
      page.manager().settle(Duration.ofSeconds(30));
      assertThat(runs.get()).isEqualTo(before + 1);
      assertThat(
              page.send(
                      page.signedIn("/api/v1/reconcile")
                          .header("Content-Type", "application/json")
                          .POST(BodyPublishers.ofString(body)))
                  .statusCode())
          .as("without the header that only scripts of the page can send")
          .isEqualTo(403);
      assertThat(page.send(reconcile(page, "[]")).statusCode()).isEqualTo(400);
      assertThat(page.send(reconcile(page, "{")).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void weakTokensAreRefused() {
    for (String token : List.of("", "short", "0123456789abcdef\r\n", "0123456789abcdef;x")) {
      assertThatThrownBy(() -> ConsoleOptions.defaults().with(o -> o.token(token)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(ConsoleOptions.defaults().with(o -> o.token(Page.TOKEN)).toString())
        .doesNotContain(Page.TOKEN);
  }
}
