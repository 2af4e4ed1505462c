package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.certificates.Tls;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server with a data directory is killed again and again under load: whatever it acknowledged is
/// there after the restart, and its revision never goes back.
@Tag("slow")
class KilledServerTest {
  private static final int WRITERS = 4;
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir Path folder;

  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>(); // value by name
  private final AtomicLong lastRevision = new AtomicLong();

  @Test
  void acknowledgedWritesSurviveSixKills() throws Exception {
    kill(6);
  }

  @Tag("soak")
  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void acknowledgedWritesSurviveAThousandKills() throws Exception {
    kill(Integer.getInteger("drover.rounds", 1000));
  }

  private void kill(int rounds) throws Exception {
    RandomGenerator random =
        RandomGeneratorFactory.of("L64X128MixRandom").create(Long.getLong("drover.seed", 7));
    for (int round = 0; round < rounds; round++) {
      try (ChildProcess server = start()) {
        String url = server.awaitLine("https://");
        try (HttpClient client = client()) {
          check(client, url);
          CountDownLatch writes = new CountDownLatch(1 + random.nextInt(150));
          List<Thread> writers = new ArrayList<>();
          for (int i = 0; i < WRITERS; i++) {
            int number = i;
            int from = round;
            writers.add(Thread.ofVirtual().start(() -> write(client, url, number, from, writes)));
          }
          assertThat(writes.await(2, TimeUnit.MINUTES)).isTrue();
          server.signal("KILL");
          server.awaitExit();
          for (Thread writer : writers) {
            assertThat(writer.join(Duration.ofMinutes(2))).isTrue();
          }
        }
      }
    }
    try (ChildProcess server = start();
        HttpClient client = client()) {
      check(client, server.awaitLine("https://"));
    }
    assertThat(acknowledged).isNotEmpty();
  }

  private ChildProcess start() throws IOException {
    return ChildProcess.start(
        new ProcessBuilder(
                ChildProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DurableServer.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  /// The program that is killed: it prints its address.
  static final class DurableServer {
    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      EmbeddedApiServer server =
          EmbeddedApiServer.start(
              EmbeddedApiServer.Options.defaults()
                  .with(
                      o ->
                          o.dataDirectory(folder.resolve("data"))
                              .account("tester", "s3cret", "system:masters")));
      Files.writeString(folder.resolve("ca.pem"), server.caPem());
      IO.println(server.url());
      new CountDownLatch(1).await();
    }
  }

  private HttpClient client() throws IOException {
    return HttpClient.newBuilder()
        .connectTimeout(Duration.ofSeconds(30))
        .sslContext(Tls.trusting(Files.readString(folder.resolve("ca.pem"))))
        .build();
  }

  /// Creates objects and increments their values until the server is gone.
  private void write(HttpClient client, String url, int writer, int round, CountDownLatch writes) {
    try {
      for (int i = 0; ; i++) {
        String name = "w" + writer + "-" + (i % 40);
        int value = round * 1_000_000 + i;
        HttpResponse<String> reply =
            acknowledged.containsKey(name)
                ? send(client, url, "PUT", CONFIG_MAPS + "/" + name, body(name, value))
                : send(client, url, "POST", CONFIG_MAPS, body(name, value));
        if (reply.statusCode() == 409) { // created in the last life, but not acknowledged
          acknowledged.put(name, -1);
          continue;
        }
        assertThat(reply.statusCode()).as(reply.body()).isIn(200, 201);
        acknowledged.put(name, value);
        sawRevision(reply.body());
        writes.countDown();
      }
    } catch (IOException e) {
      // killed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String body(String name, int value) {
    return "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"value\":\"%d\"}}".formatted(name, value);
  }

  private void sawRevision(String json) {
    Map<?, ?> metadata = (Map<?, ?>) tree(json).get("metadata");
    long revision = Long.parseLong((String) metadata.get("resourceVersion"));
    lastRevision.accumulateAndGet(revision, Math::max);
  }

  private void check(HttpClient client, String url) throws Exception {
    HttpResponse<String> reply = send(client, url, "GET", CONFIG_MAPS, "");
    Map<String, Integer> found = new ConcurrentHashMap<>();
    for (Object item : (List<?>) tree(reply.body()).get("items")) {
      Map<?, ?> metadata = (Map<?, ?>) ((Map<?, ?>) item).get("metadata");
      Map<?, ?> data = (Map<?, ?>) ((Map<?, ?>) item).get("data");
      if (data.get("value") instanceof String value) {
        found.put((String) metadata.get("name"), Integer.parseInt(value));
      }
    }
    acknowledged.forEach(
        (name, value) ->
            assertThat(found.get(name)).as(name).isNotNull().isGreaterThanOrEqualTo(value));
    long before = lastRevision.get();
    sawRevision(reply.body());
    assertThat(
            Long.parseLong(
                (String) ((Map<?, ?>) tree(reply.body()).get("metadata")).get("resourceVersion")))
        .isGreaterThanOrEqualTo(before);
  }

  private static Map<?, ?> tree(String json) {
    return (Map<?, ?>) RawExtension.ofJson(json).tree();
  }

  private static HttpResponse<String> send(
      HttpClient client, String url, String method, String path, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer s3cret")
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
