package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The console while its manager starts, stops or follows, and with objects that are very large.
class HardTimesTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static Map<?, ?> first(Map<?, ?> answer, String list) {
    return (Map<?, ?>) ((List<?>) Objects.requireNonNull(answer.get(list))).getFirst();
  }

  private static HttpRequest.Builder reconcile(Page page, String name) {
    return page.signedIn("/api/v1/reconcile")
        .header("Content-Type", "application/json")
        .header("X-Drover-Console", "1")
        .POST(
            BodyPublishers.ofString(
                "{\"controller\":\"configmap\",\"namespace\":\"default\",\"name\":\"%s\"}"
                    .formatted(name)));
  }

  @Test
  void objectOfAMegabyteIsShownInPart() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      String text = "token".repeat(180_000); // what a search for credentials finds hardest
      page.manager()
          .client()
          .create(ConfigMap.named("default", "long").with(m -> m.data(Map.of("text", text))));
      for (int version = 1; version <= 10; version++) {
        String end = "-" + version;
        page.manager()
            .client()
            .edit(
                page.manager().client().get(ConfigMap.class, "default", "long"),
                m -> m.with(c -> c.data(Map.of("text", text + end))));
        page.manager().settle(LIMIT);
      }
      Map<?, ?> object = page.get("object?kind=v1/ConfigMap&namespace=default&name=long");
      assertThat(object.toString()).contains("… (900,003 characters)").hasSizeLessThan(300_000);
      assertThat((List<?>) object.get("versions")).hasSizeGreaterThan(1);
    }
  }

  @Test
  void objectOfManyFieldsIsShownInPartAndSaysSo() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      Map<String, String> data = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        data.put("key-%05d".formatted(i), "a");
      }
      page.manager().client().create(ConfigMap.named("default", "wide").with(m -> m.data(data)));
      page.manager().settle(LIMIT);
      data.replaceAll((key, value) -> "b");
      page.manager()
          .client()
          .edit(
              page.manager().client().get(ConfigMap.class, "default", "wide"),
              m -> m.with(c -> c.data(data)));
      page.manager().settle(LIMIT);
      Map<?, ?> object = page.get("object?kind=v1/ConfigMap&namespace=default&name=wide");
      assertThat((List<?>) object.get("fields")).hasSize(1000);
      assertThat((Long) object.get("moreFields")).isGreaterThan(19_000);
      Map<?, ?> version = first(object, "versions");
      assertThat((List<?>) version.get("changes")).hasSize(200);
      assertThat((Long) version.get("moreChanges")).isEqualTo(19_800);
    }
  }

  @Test
  void consoleAnswersWhileTheManagerWaitsForRunsToEnd() throws Exception {
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (Page page = Page.withActions(o -> o.grace(Duration.ofMinutes(2)))) {
      page.manager()
          .controllerFor(ConfigMap.class)
          .complete(
              (map, ctx) -> {
                if (map.name().equals("slow")) {
                  runs.countDown();
                  end.await();
                }
                return Result.done();
              });
      page.manager().start();
      page.manager().client().create(ConfigMap.named("default", "slow"));
      assertThat(runs.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      Thread closer = Thread.ofVirtual().start(page.manager()::close);
      try {
        Map<?, ?> overview = page.poll("overview", a -> a.get("running").equals(false));
        assertThat(overview.get("manager")).isEqualTo("watched");
        assertThat(first(page.get("runs"), "runs").get("outcome"))
            .as("the run that the manager waits for")
            .isEqualTo("running");
        for (String view : List.of("runs", "queues", "caches", "graph", "sets", "server")) {
          assertThat(page.get(view)).as(view).isNotEmpty();
        }
        assertThat(page.get("object?kind=v1/ConfigMap&namespace=default&name=slow")).isNotEmpty();
        var refused = page.send(reconcile(page, "slow"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("the manager is stopping");
      } finally {
        end.countDown();
      }
      assertThat(closer.join(LIMIT)).isTrue();
      assertThat(page.console().url()).isEmpty();
    }
  }

  @Test
  void viewersDoNotDelayTheStop() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().start();
      var stream = page.open(page.signedIn("/api/v1/events"));
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("event: overview");
        Thread closer = Thread.ofVirtual().start(page.manager()::close);
        assertThat(closer.join(LIMIT)).isTrue();
      }
    }
  }

  @Test
  void kindWhoseListIsForbiddenIsShownWithTheReasonWhileTheManagerStarts() throws Exception {
    try (Page page = Page.withActions(o -> o.syncTimeout(Duration.ofMinutes(5)))) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      try (var _ =
          page.server()
              .faults()
              .inject(
                  RequestMatch.any().verb("list").resource("configmaps"),
                  new Fault.Refusal(403, "Forbidden", "no configmaps for you", Optional.empty()))) {
        Thread starter =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        page.manager().start();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    });
        long begin = System.nanoTime();
        while (page.console().url().isEmpty()) {
          assertThat(System.nanoTime() - begin).isLessThan(LIMIT.toNanos());
          Thread.onSpinWait();
        }
        Map<?, ?> caches =
            page.poll(
                "caches",
                a ->
                    a.get("caches") instanceof List<?> list
                        && list.stream()
                            .anyMatch(c -> c.toString().contains("no configmaps for you")));
        assertThat(first(caches, "caches").get("synced")).isEqualTo(false);
        Map<?, ?> overview = page.get("overview");
        assertThat(overview.get("synced")).isEqualTo(0L);
        assertThat(page.get("objects?kind=v1/ConfigMap").get("total")).isEqualTo(0L);
        page.server().faults().clear();
        assertThat(starter.join(Duration.ofMinutes(1))).isTrue();
      }
      page.poll("overview", a -> a.get("synced").equals(1L));
    }
  }

  @Test
  void replicaThatFollowsSaysThatItsRunsWait() throws Exception {
    try (Page page =
            Page.withActions(
                o -> o.leaderElection(l -> l.namespace("default").identity("second")));
        Manager leader =
            page.replica(o -> o.leaderElection(l -> l.namespace("default").identity("first")))) {
      leader.start();
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      long begin = System.nanoTime();
      while (!leader.isLeader()) {
        assertThat(System.nanoTime() - begin).isLessThan(LIMIT.toNanos());
        Thread.onSpinWait();
      }
      page.manager().start();
      Map<?, ?> overview = page.get("overview");
      assertThat(overview.get("leader")).isEqualTo(false);
      assertThat(first(overview, "controllers").get("name")).isEqualTo("configmap");
      var asked = page.send(reconcile(page, "a"));
      assertThat(asked.statusCode()).isEqualTo(202);
      assertThat(asked.body()).contains("this replica does not lead");
      for (String view : List.of("runs", "queues", "caches", "graph", "sets", "server")) {
        assertThat(page.get(view)).as(view).isNotEmpty();
      }
    }
  }
}
