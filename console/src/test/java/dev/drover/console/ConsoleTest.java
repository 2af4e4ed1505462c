package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ClientConfig;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.runtime.health.HealthCheck;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  /// A controller that writes a copy of each ConfigMap into one that it owns.
  private static void addCopier(Manager manager) {
    manager
        .controllerFor(ConfigMap.class)
        .owns(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              if (map.name().startsWith("bad")) {
                throw new IllegalStateException("no copy with password=hunter2 of " + map.name());
              }
              if (!map.name().endsWith("-copy")) {
                ctx.client()
                    .apply(
                        ConfigMap.named(map.namespace(), map.name() + "-copy")
                            .with(c -> c.ownedBy(map).data(map.data())));
              }
              return Result.done();
            });
  }

  private static Map<?, ?> first(Map<?, ?> answer, String list) {
    return (Map<?, ?>) ((List<?>) Objects.requireNonNull(answer.get(list))).getFirst();
  }

  /// The run that this caused.
  private static Optional<Map<?, ?>> run(Map<?, ?> answer, String because) {
    for (Object run : (List<?>) Objects.requireNonNull(answer.get("runs"))) {
      if (run instanceof Map<?, ?> map && String.valueOf(map.get("because")).contains(because)) {
        return Optional.of(map);
      }
    }
    return Optional.empty();
  }

  private static ConfigMap map(String name, String value) {
    return ConfigMap.named("default", name).with(m -> m.data(Map.of("key", value)));
  }

  static Deployment deployment(String name) {
    return Deployment.named("default", name)
        .with(
            d ->
                d.spec(
                    s ->
                        s.replicas(2)
                            .matchLabel("app", name)
                            .template(
                                t ->
                                    t.label("app", name)
                                        .spec(p -> p.container("web", c -> c.image("web:1"))))));
  }

  @Test
  void consoleShowsARunWithItsCauseAndRequests() throws Exception {
    try (Page page = Page.readOnly()) {
      addCopier(page.manager());
      page.manager().start();
      page.manager().client().create(map("shop", "one"));
      String path = "runs?controller=configmap&namespace=default&name=shop";
      page.await(
          path,
          a ->
              run(a, "ConfigMap default/shop added")
                  .filter(run -> !"running".equals(run.get("outcome")))
                  .isPresent());
      Map<?, ?> run = run(page.get(path), "ConfigMap default/shop added").orElseThrow();
      assertThat(run.get("cause"))
          .as("own if the answer to the write came before the event")
          .isIn("own write", "ConfigMap");
      Map<?, ?> detail = page.get("runs/" + run.get("id"));
      assertThat(detail.get("outcome")).isEqualTo("done");
      Map<?, ?> call = first(detail, "requests");
      assertThat(call.get("method")).isEqualTo("PATCH");
      assertThat(call.get("path")).isEqualTo("/api/v1/namespaces/default/configmaps/shop-copy");
      assertThat(call.get("code")).isIn(200L, 201L);
    }
  }

  @Test
  void overviewCountsRunsAndFailuresOfEachController() throws Exception {
    try (Page page = Page.readOnly()) {
      addCopier(page.manager());
      page.manager().start();
      page.manager().client().create(map("bad", "one"));
      Map<?, ?> overview =
          page.await("overview", a -> (Long) first(a, "controllers").get("failures") > 0);
      assertThat(overview.get("manager")).isEqualTo("watched");
      assertThat(overview.get("leader")).isEqualTo(true);
      Map<?, ?> failed = first(page.get("runs?failed=true"), "runs");
      assertThat(failed.get("failed")).isEqualTo(true);
      assertThat(failed.get("error")).asString().contains("no copy").doesNotContain("hunter2");
      Map<?, ?> queue = first(page.get("queues"), "queues");
      assertThat(first(queue, "keys").get("lastError")).asString().doesNotContain("hunter2");
    }
  }

  @Test
  void objectShowsItsVersionsWithChangedFieldsAndTheirWriters() throws Exception {
    try (Page page = Page.readOnly()) {
      addCopier(page.manager());
      page.manager().start();
      ConfigMap made = page.manager().client().create(map("shop", "one"));
      page.manager().settle(Duration.ofSeconds(30));
      String path = "object?kind=v1/ConfigMap&namespace=default&name=shop";
      page.get(path); // followed from here on
      page.manager().client().edit(made, m -> m.with(c -> c.data(Map.of("key", "two"))));
      Map<?, ?> object =
          page.await(path, a -> ((List<?>) Objects.requireNonNull(a.get("versions"))).size() > 1);
      Map<?, ?> change = first(first(object, "versions"), "changes");
      assertThat(change.get("path")).isEqualTo("data.key");
      assertThat(change.get("before")).isEqualTo("one");
      assertThat(change.get("after")).isEqualTo("two");
      assertThat(change.get("managers")).isEqualTo(List.of("watched"));
      assertThat(first(object, "children").get("name")).isEqualTo("shop-copy");
      assertThat(object.get("controllers")).isEqualTo(List.of("configmap"));
      assertThat((List<?>) object.get("runs")).isNotEmpty();
    }
  }

  @Test
  void consoleStreamsTheOverviewAndRunsAsTheyEnd() throws Exception {
    try (Page page = Page.readOnly()) {
      addCopier(page.manager());
      page.manager().start();
      var response = page.open(page.signedIn("/api/v1/events"));
      assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("event: overview");
        page.manager().client().create(map("shop", "one"));
        String line = "";
        while (!line.equals("event: runs")) {
          line = Objects.requireNonNull(lines.readLine());
        }
        assertThat(lines.readLine()).startsWith("data: {\"runs\":[").contains("shop");
      }
    }
  }

  @Test
  void setShowsItsMembersAndThePlanThatWasCarriedOutLast() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager()
          .controllerFor(Secret.class)
          .owns(ConfigMap.class)
          .complete(
              (owner, ctx) -> {
                List<ConfigMap> wanted =
                    owner.metadata().label("menu").isPresent()
                        ? List.of(map("prices", "2"))
                        : List.of(map("prices", "1"), map("menu", "1"));
                DesiredSet.of(ctx.client(), "shop").ownedBy(owner).execute(wanted);
                return Result.done();
              });
      page.manager().start();
      Secret owner = page.manager().client().create(Secret.named("default", "shop"));
      Map<?, ?> made =
          page.await(
              "sets",
              a ->
                  !((List<?>) Objects.requireNonNull(a.get("sets"))).isEmpty()
                      && ((List<?>) Objects.requireNonNull(first(a, "sets").get("members"))).size()
                          == 2);
      Map<?, ?> plan = (Map<?, ?>) Objects.requireNonNull(first(made, "sets").get("plan"));
      assertThat(plan.get("because")).asString().contains("default/shop");
      assertThat(plan.get("steps"))
          .isEqualTo(
              List.of(
                  Map.of("step", "created", "object", "ConfigMap default/menu"),
                  Map.of("step", "created", "object", "ConfigMap default/prices")));
      Secret closing = page.manager().client().editMetadata(owner, m -> m.withLabel("menu", "off"));
      Map<?, ?> changed =
          page.await("sets", a -> String.valueOf(a.get("sets")).contains("step=deleted"));
      Map<?, ?> set = first(changed, "sets");
      assertThat((List<?>) set.get("members")).hasSize(1);
      assertThat(((Map<?, ?>) Objects.requireNonNull(set.get("plan"))).get("steps"))
          .isEqualTo(
              List.of(
                  Map.of(
                      "step", "changed", "object", "ConfigMap default/prices", "note", "data.key"),
                  Map.of("step", "deleted", "object", "ConfigMap default/menu")));
      page.manager().client().editMetadata(closing, m -> m.withLabel("again", "yes"));
      page.await(
          "sets",
          a -> first(a, "sets").get("unchanged") instanceof Long times && times > 0); // and stays
      assertThat(first(page.get("sets"), "sets").get("plan")).isEqualTo(set.get("plan"));
      assertThat(page.list("sets?q=nobody", "sets")).isEmpty();
    }
  }

  @Test
  void setWhoseMembersAreNotCachedShowsItsPlanWithTheFailures() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager()
          .controllerFor(ConfigMap.class)
          .complete(
              (owner, ctx) -> {
                if (owner.name().equals("shop")) {
                  Secret login = Secret.named("default", "login");
                  Secret bad = Secret.named("default", "Not a Name");
                  DesiredSet.of(ctx.client(), "logins").ownedBy(owner).execute(List.of(login, bad));
                }
                return Result.done();
              });
      page.manager().start();
      page.manager().client().create(map("shop", "one"));
      Map<?, ?> set =
          first(
              page.await("sets", a -> !((List<?>) Objects.requireNonNull(a.get("sets"))).isEmpty()),
              "sets");
      assertThat(set.get("members")).isEqualTo(List.of());
      Map<?, ?> plan = (Map<?, ?>) Objects.requireNonNull(set.get("plan"));
      Map<?, ?> refused = first(plan, "steps");
      assertThat(refused.get("step")).isEqualTo("failed");
      assertThat(refused.get("error")).asString().contains("Not a Name");
      assertThat(String.valueOf(plan)).contains("object=Secret default/login");
    }
  }

  @Test
  @Tag("slow")
  void overviewShowsTheHealthChecksAndTheNamespaces() throws Exception {
    AtomicBoolean isWell = new AtomicBoolean();
    HealthCheck database =
        () -> {
          if (!isWell.get()) {
            throw new IllegalStateException("no database, password=hunter2");
          }
        };
    try (Page page = Page.with(o -> o.readyCheck("database", database))) {
      page.manager().start();
      Map<?, ?> overview =
          page.await("overview", a -> String.valueOf(a.get("health")).contains("state=failed"));
      assertThat(overview.get("namespaces")).isEqualTo(List.of("default"));
      assertThat(String.valueOf(overview.get("health")))
          .contains("{check=healthz/ping, state=passed}", "{check=readyz/caches, state=passed}")
          .contains("check=readyz/database, error=java.lang.IllegalStateException: no database")
          .doesNotContain("hunter2");
      isWell.set(true);
      page.await("overview", a -> !String.valueOf(a.get("health")).contains("state=failed"));
    }
  }

  @Test
  void checkThatBlocksKeepsNoViewWaiting() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (Page page = Page.with(o -> o.healthCheck("stuck", end::await))) {
      page.manager().start();
      Map<?, ?> overview =
          page.await("overview", a -> String.valueOf(a.get("health")).contains("state=blocked"));
      assertThat(String.valueOf(overview.get("health")))
          .contains("check=healthz/stuck, state=blocked")
          .contains("check=readyz/caches, state=unknown");
      end.countDown();
      page.await("overview", a -> !String.valueOf(a.get("health")).contains("unknown"));
    }
  }

  @Test
  void cachesShowWhyTheListWasReadAgain() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().cache().informer(ConfigMap.KIND);
      page.manager().start();
      Map<?, ?> before =
          page.await(
              "caches", a -> "watching".equals(first(first(a, "caches"), "sources").get("watch")));
      assertThat(first(first(before, "caches"), "sources").get("relistReason")).isNull();
      // A watch that brought something goes on where it was cut, unless that is too old.
      page.manager().client().create(map("shop", "one"));
      page.await("objects?kind=v1/ConfigMap&q=shop", a -> (Long) a.get("total") == 1);
      page.server()
          .faults()
          .inject(
              RequestMatch.any().verb("watch").resource("configmaps"),
              new Fault.Refusal(410, "Expired", "too old resource version", Optional.empty()),
              1);
      assertThat(page.server().faults().cutWatches("configmaps")).isPositive();
      Map<?, ?> after =
          page.await("caches", a -> first(first(a, "caches"), "sources").get("relistAt") != null);
      assertThat(first(first(after, "caches"), "sources").get("relistReason"))
          .asString()
          .contains("too old resource version");
    }
  }

  @Test
  void treeReadsWhatIsNotCachedFromTheServer() throws Exception {
    try (Page page = Page.simulated()) {
      page.manager().cache().informer(Deployment.KIND);
      page.manager().start();
      page.manager().client().create(deployment("web"));
      page.await("objects?kind=apps/v1/Deployment", a -> (Long) a.get("total") == 1);
      Map<?, ?> object =
          page.await(
              "object?kind=apps/v1/Deployment&namespace=default&name=web",
              a ->
                  a.get("children") instanceof List<?> sets
                      && !sets.isEmpty()
                      && ((Map<?, ?>) sets.getFirst()).get("children") instanceof List<?> pods
                      && pods.size() == 2);
      assertThat(object.get("uncached")).isEqualTo(Map.of("kind", "apps/v1/ReplicaSet"));
      Map<?, ?> replicas = first(object, "children");
      assertThat(replicas.get("kind")).isEqualTo("apps/v1/ReplicaSet");
      assertThat(replicas.get("live")).isEqualTo(true);
      assertThat(replicas.get("uncached")).isEqualTo(Map.of("kind", "v1/Pod"));
      assertThat(first(replicas, "children").get("kind")).isEqualTo("v1/Pod");
    }
  }

  @Test
  @Tag("slow")
  void treeSaysWhyWhatIsNotCachedCannotBeRead() throws Exception {
    try (Page page = Page.simulated()) {
      page.manager().cache().informer(Deployment.KIND);
      page.manager().start();
      page.manager().client().create(deployment("web"));
      String path = "object?kind=apps/v1/Deployment&namespace=default&name=web";
      page.await("objects?kind=apps/v1/Deployment", a -> (Long) a.get("total") == 1);
      try (var refused =
          page.server()
              .faults()
              .inject(
                  RequestMatch.any().verb("list").resource("replicasets").namespace("default"),
                  new Fault.Refusal(
                      403, "Forbidden", "no replicasets for you", Optional.empty()))) {
        for (int viewers = 0; viewers < 20; viewers++) {
          assertThat(page.get(path).get("uncached"))
              .asString()
              .contains("ReplicaSet", "no replicasets for you");
        }
        assertThat(refused.hits()).as("lists for 20 viewers").isLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void everyViewAnswers() throws Exception {
    try (Page page = Page.readOnly()) {
      addCopier(page.manager());
      page.manager().start();
      page.manager().client().create(map("shop", "one"));
      page.manager().settle(Duration.ofSeconds(30));
      assertThat(page.list("objects?kind=v1/ConfigMap&q=sho", "items")).hasSize(2);
      assertThat(page.list("graph", "triggers")).isNotEmpty();
      assertThat(page.list("graph", "writes")).isNotEmpty();
      assertThat(first(page.get("caches"), "caches").get("synced")).isEqualTo(true);
      assertThat(page.list("slowest", "objects")).isNotEmpty();
      assertThat(page.list("sets", "sets")).isEmpty();
      assertThat(page.list("server", "requests")).isNotEmpty();
      for (String file : List.of("/", "/app.js", "/style.css", "/icon.svg", "/views.js")) {
        assertThat(page.send(page.signedIn(file)).statusCode()).as(file).isEqualTo(200);
      }
      for (String none :
          List.of("/api/v1/none", "/../app.js", "/Console.class", "/api/v1/runs/x")) {
        assertThat(page.send(page.signedIn(none)).statusCode()).as(none).isEqualTo(404);
      }
    }
  }

  @Test
  void secretsAreShownWithoutTheirData() throws Exception {
    try (Page page = Page.readOnly()) {
      page.manager().cache().informer(Secret.KIND);
      page.manager().start();
      page.manager()
          .client()
          .create(
              Secret.named("default", "login")
                  .with(s -> s.stringData(Map.of("user", "canary-1", "password", "canary-2"))));
      String path = "/api/v1/object?kind=v1/Secret&namespace=default&name=login";
      page.await("objects?kind=v1/Secret", a -> (Long) a.get("total") == 1);
      assertThat(page.send(page.signedIn(path)).body())
          .contains("data.password")
          .doesNotContain("canary", "Y2FuYXJ5"); // in base64
    }
  }

  @Test
  void consoleIsOfOneManager() {
    ClientConfig config = ClientConfig.of("https://127.0.0.1:1");
    // tag::switched-on
    Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(0))); // any free one
    ManagerOptions options = ManagerOptions.defaults().with(o -> o.extension(console));
    // end::switched-on
    try (Manager _ = Manager.connect("one", config, options)) {
      assertThat(console.url()).as("before it listens").isEmpty();
      assertThatThrownBy(() -> Manager.connect("two", config, options))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("make another for two");
    }
  }
}
