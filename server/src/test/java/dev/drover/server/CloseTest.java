package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CloseTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @Test
  void closedServerReleasesPortsThreadsAndFiles() throws Exception {
    Set<String> before = threads();
    var server = EmbeddedApiServer.start();
    try (var admin = Https.asAdmin(server);
        var overHttp1 = Https.overHttp1(server)) {
      var events = admin.events(CONFIG_MAPS + "?watch=1");
      overHttp1.events(CONFIG_MAPS + "?watch=1");
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      assertThat(events.readLine()).contains("ADDED");

      long start = System.nanoTime();
      server.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      assertThat(events.readLine()).isNull(); // ended, not broken off
      assertThatThrownBy(() -> admin.get(CONFIG_MAPS)).isInstanceOf(IOException.class);
    }
    assertThat(threads()).isSubsetOf(before);
  }

  @Test
  void noThreadOutlivesAClosedServer() throws Exception {
    Set<String> before = threads();
    for (int round = 0; round < 15; round++) {
      var server = EmbeddedApiServer.start();
      try (var admin = Https.asAdmin(server)) {
        admin.get(CONFIG_MAPS);
      } finally {
        server.close();
      }
      assertThat(threads()).as("round %s", round).isSubsetOf(before);
    }
  }

  /// Those that may belong to a server: the rest is the business of the JVM and of clients. Threads
  /// of two servers have the same names, so ids tell them apart.
  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (!name.startsWith("HttpClient-")
          && !name.startsWith("ForkJoinPool")
          && !name.equals("VirtualThread-unblocker")) { // the JVM's, from its first use on
        names.add(name.startsWith("drover/") ? name + " " + thread.threadId() : name);
      }
    }
    return names;
  }

  @Test
  void closingAServerTwiceDoesNothing() {
    var server = EmbeddedApiServer.start();
    server.close();
    server.close();
  }

  @Test
  void serversOfOneJvmAreIsolated() throws Exception {
    try (var one = EmbeddedApiServer.start();
        var two = EmbeddedApiServer.start();
        var adminOfOne = Https.asAdmin(one);
        var adminOfTwo = Https.asAdmin(two);
        var stranger = Https.to(two, one.caPem(), one.admin())) {
      adminOfOne.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      assertThat(adminOfOne.get(CONFIG_MAPS + "/a").status()).isEqualTo(200);
      assertThat(adminOfTwo.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
      assertThatThrownBy(() -> stranger.get(CONFIG_MAPS)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void portInUseIsAnError() {
    try (var server = EmbeddedApiServer.start()) {
      var options = EmbeddedApiServer.Options.defaults().with(o -> o.port(server.url().getPort()));
      assertThatThrownBy(() -> EmbeddedApiServer.start(options))
          .hasMessageContaining("start an API server");
    }
  }
}
