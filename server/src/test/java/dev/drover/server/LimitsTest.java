package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @Test
  void bodyThatIsTooLargeIsA413() throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.limits(Limits.defaults().with(l -> l.bodyBytes(1000))));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.asAdmin(server)) {
      var reply = admin.post(CONFIG_MAPS, "x".repeat(1001));
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.at("reason")).isEqualTo("RequestEntityTooLarge");
      assertThat(reply.at("message")).isEqualTo("Request entity too large: limit is 1000");
      assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
    }
  }

  @Test
  void headerThatIsTooLargeIsA431() throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.limits(Limits.defaults().with(l -> l.headerBytes(4000))));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.overHttp1(server)) {
      var reply = admin.get(CONFIG_MAPS, "X-Large", "x".repeat(5000));
      assertThat(reply.status()).isEqualTo(431);
      assertThat(reply.text()).isEqualTo("431 Request Header Fields Too Large");
    }
  }

  @Test
  void quietWatchOutlastsTheIdleTimeoutOfConnections() throws Exception {
    var idle = Duration.ofMillis(200);
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.limits(Limits.defaults().with(l -> l.idle(idle))));
    try (var server = EmbeddedApiServer.start(options);
        var overHttp2 = Https.asAdmin(server);
        var overHttp1 = Https.overHttp1(server);
        var events2 = overHttp2.events(CONFIG_MAPS + "?watch=1");
        var events1 = overHttp1.events(CONFIG_MAPS + "?watch=1")) {
      LockSupport.parkNanos(idle.toNanos() * 4); // there is nothing to wait for but time itself
      try (var writer = Https.asAdmin(server)) {
        writer.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      }
      assertThat(events2.readLine()).contains("ADDED");
      assertThat(events1.readLine()).contains("ADDED");
    }
  }

  @Test
  void manyWatchesShareAConnection() throws Exception {
    try (var server = EmbeddedApiServer.start();
        var admin = Https.asAdmin(server)) {
      var first = admin.events(CONFIG_MAPS + "?watch=1");
      var second = admin.events(CONFIG_MAPS + "?watch=1");
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      assertThat(first.readLine()).contains("ADDED");
      assertThat(second.readLine()).contains("ADDED");
    }
  }

  @Test
  void bodiesInFlightBeyondTheBudgetAreA429() throws Exception {
    var options = with(l -> l.bodyBytesInFlight(200_000));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.asAdmin(server);
        var slow = connect(server)) {
      slow.getOutputStream()
          .write(
              ("POST "
                      + CONFIG_MAPS
                      + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                      + server.admin().token().orElseThrow()
                      + "\r\nContent-Length: 200000\r\n\r\n"
                      + " ".repeat(150_000))
                  .getBytes(StandardCharsets.US_ASCII));
      String body =
          "{\"metadata\":{\"name\":\"a\"},\"data\":{\"x\":\"" + "x".repeat(150_000) + "\"}}";
      Eventually.await(
          () -> {
            var reply = admin.post(CONFIG_MAPS + "?dryRun=All", body);
            assertThat(reply.status()).isEqualTo(429);
            assertThat(reply.header("retry-after")).isEqualTo("1");
          });
      slow.shutdownOutput();
      Eventually.await(
          () -> assertThat(admin.post(CONFIG_MAPS + "?dryRun=All", body).status()).isEqualTo(201));
    }
  }

  @Test
  @Tag("slow")
  void requestsInFlightBeyondTheLimitAreA429ExceptForAdministrators() throws Exception {
    try (var server = EmbeddedApiServer.start(with(l -> l.readsInFlight(1)));
        var admin = Https.asAdmin(server);
        var user = Https.as(server, server.addUser("u"));
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var held =
          server
              .faults()
              .inject(RequestMatch.any().name("held"), Fault.delay(Duration.ofSeconds(60)));
      admin.post(
          "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
          """
          {"metadata":{"name":"u"},"subjects":[{"kind":"User","name":"u","apiGroup":"rbac.authorization.k8s.io"}],
          "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"}}
          """);
      Future<?> first = clients.submit(() -> user.get(CONFIG_MAPS + "/held"));
      Eventually.await(() -> assertThat(held.hits()).isEqualTo(1));
      var second = user.get(CONFIG_MAPS);
      assertThat(second.status()).isEqualTo(429);
      assertThat(second.text()).isEqualTo("Too many requests, please try again later.\n");
      assertThat(second.header("retry-after")).isEqualTo("1");
      assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
      assertThat(user.post(CONFIG_MAPS, "{}").status()).isEqualTo(422); // writes count apart
      first.cancel(true);
    }
  }

  @Test
  void connectionThatSendsItsHeaderByteByByteIsClosed() throws Exception {
    try (var server = EmbeddedApiServer.start(with(l -> l.headerTime(Duration.ofMillis(500))));
        var socket = connect(server)) {
      socket.setSoTimeout(100);
      socket.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
      Eventually.await(
          () -> {
            boolean isClosed = false;
            try {
              socket.getOutputStream().write('x');
              isClosed = socket.getInputStream().read() < 0;
            } catch (SocketTimeoutException e) {
              // still open
            } catch (IOException e) {
              isClosed = true;
            }
            assertThat(isClosed).isTrue();
          });
    }
  }

  @Test
  void quietConnectionAndSlowRequestOutlastTheHeaderTime() throws Exception {
    try (var server = EmbeddedApiServer.start(with(l -> l.headerTime(Duration.ofMillis(200))));
        var socket = connect(server)) {
      socket.setSoTimeout(10_000);
      server
          .faults()
          .inject(RequestMatch.any().where(r -> true), Fault.delay(Duration.ofMillis(600)), 1);
      for (int i = 0; i < 2; i++) {
        socket
            .getOutputStream()
            .write("GET /version HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] start = socket.getInputStream().readNBytes(12);
        assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
        LockSupport.parkNanos(Duration.ofMillis(600).toNanos()); // longer than the header time
        socket.getInputStream().skipNBytes(socket.getInputStream().available());
      }
    }
  }

  @Test
  void historyOfLargeObjectsIsBoundedByBytes() throws Exception {
    var options = EmbeddedApiServer.Options.defaults().with(o -> o.historyBytes(1 << 20));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.asAdmin(server)) {
      String first = null;
      String last = null;
      for (int i = 0; i < 10; i++) {
        String body =
            "{\"metadata\":{\"name\":\"a\"},\"data\":{\"x\":\"" + i + "x".repeat(200_000) + "\"}}";
        var reply = i == 0 ? admin.post(CONFIG_MAPS, body) : admin.put(CONFIG_MAPS + "/a", body);
        last = String.valueOf(reply.at("metadata", "resourceVersion"));
        first = first == null ? last : first;
      }
      assertThat(watchStart(admin, String.valueOf(first))).contains("\"code\":410");
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"b\"}}");
      assertThat(watchStart(admin, String.valueOf(last))).contains("ADDED", "\"name\":\"b\"");
    }
  }

  private static String watchStart(Https client, String version) throws Exception {
    try (var events =
        client.events(CONFIG_MAPS + "?watch=1&timeoutSeconds=5&resourceVersion=" + version)) {
      return events.readLine();
    }
  }

  private static EmbeddedApiServer.Options with(Consumer<Limits.Builder> change) {
    return EmbeddedApiServer.Options.defaults().with(o -> o.limits(Limits.defaults().with(change)));
  }

  private static Socket connect(EmbeddedApiServer server) throws Exception {
    return Tls.trusting(server.caPem())
        .getSocketFactory()
        .createSocket("127.0.0.1", server.url().getPort());
  }
}
