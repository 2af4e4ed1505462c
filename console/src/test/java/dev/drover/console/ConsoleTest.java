package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
      assertThat(first(made, "sets").get("plan")).asString().contains("created", "default/menu");
      page.manager().client().editMetadata(owner, m -> m.withLabel("menu", "off"));
      Map<?, ?> changed =
          page.await("sets", a -> String.valueOf(a.get("sets")).contains("step=deleted"));
      Map<?, ?> set = first(changed, "sets");
      assertThat((List<?>) set.get("members")).hasSize(1);
      assertThat(((Map<?, ?>) Objects.requireNonNull(set.get("plan"))).get("steps"))
          .isEqualTo(
              List.of(
                  Map.of("step", "changed", "object", "configmaps default/prices", "code", 200L),
                  Map.of("step", "deleted", "object", "configmaps default/menu", "code", 200L)));
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
