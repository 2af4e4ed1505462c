package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.KubernetesObject;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.Service;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The page with the content of a busy manager, in both colour schemes, wide and narrow. The
/// pictures are in `target/console-pictures`, for people to look at.
@Tag("browser")
class BrowserContentTest {
  private static final Path PICTURES = Path.of("target", "console-pictures");

  /// Shops are config maps with the label `shop`; each gets a set of four objects. The second
  /// controller fails now and then, the third runs in circles.
  private static void addControllers(Manager manager) {
    AtomicLong turns = new AtomicLong();
    manager
        .controllerFor(ConfigMap.class)
        .named("shops")
        .owns(Deployment.class)
        .owns(Service.class)
        .complete(
            (shop, ctx) -> {
              if (shop.metadata().label("shop").isPresent()) {
                DesiredSet.of(ctx.client(), "shops").ownedBy(shop).execute(children(shop));
              }
              return Result.done();
            });
    manager
        .controllerFor(Deployment.class)
        .named("prices")
        .complete(
            (web, ctx) -> {
              if (turns.incrementAndGet() % 3 == 0) {
                throw new IllegalStateException(
                    "the price list of "
                        + web.name()
                        + " is not there: 503 from the price service");
              }
              return Result.done();
            });
    manager
        .controllerFor(Secret.class)
        .named("clocks")
        .complete(
            (clock, ctx) -> {
              if (clock.name().equals("clock") && turns.incrementAndGet() < 400) {
                ctx.client().editMetadata(clock, m -> m.withAnnotation("time", "" + turns.get()));
              }
              return Result.done();
            });
  }

  private static List<KubernetesObject> children(ConfigMap shop) {
    List<KubernetesObject> all = new ArrayList<>();
    all.add(
        ConsoleTest.deployment(shop.name() + "-web")
            .with(d -> d.label("tills", shop.data().getOrDefault("tills", "1"))));
    all.add(
        Service.named("default", shop.name())
            .with(
                s ->
                    s.spec(
                        p ->
                            p.selector(Map.of("app", shop.name() + "-web")).port(80, port -> {}))));
    all.add(ConfigMap.named("default", shop.name() + "-settings").with(c -> c.data(shop.data())));
    if (!shop.data().containsKey("closed")) {
      all.add(Secret.named("default", shop.name() + "-login"));
    }
    return all;
  }

  private static ConfigMap shop(String name, String tills) {
    return ConfigMap.named("default", name)
        .with(c -> c.label("shop", "yes").data(Map.of("tills", tills)));
  }

  private static void work(Manager manager) throws Exception {
    String long1 = "shop-with-a-name-that-is-as-long-as-names-of-generated-things-can-be-x7k2p";
    for (String name : List.of("vanilla", "stracciatella", "lemon", long1)) {
      manager.client().apply(shop(name, "1"));
    }
    manager.client().apply(Secret.named("default", "clock"));
    manager.settle(Duration.ofSeconds(60));
    manager.client().apply(shop("vanilla", "2"));
    manager
        .client()
        .apply(
            ConfigMap.named("default", "lemon")
                .with(c -> c.label("shop", "yes").data(Map.of("tills", "1", "closed", "yes"))));
  }

  @Test
  void busyManagerFitsOnEveryScreenInBothColours() throws Exception {
    Files.createDirectories(PICTURES);
    try (Page page =
        Page.simulated(o -> o.readyCheck("price-service", BrowserContentTest::refuse))) {
      addControllers(page.manager());
      page.manager().start();
      work(page.manager());
      page.get("object?kind=v1/ConfigMap&namespace=default&name=vanilla"); // followed from here on
      page.manager().client().apply(shop("vanilla", "3"));
      page.await(
          "runs?controller=shops&namespace=default&name=vanilla",
          a -> String.valueOf(a).contains("writes"));
      Map<?, ?> runs = page.get("runs?controller=shops&namespace=default&name=vanilla&limit=50");
      String id = "";
      for (Object one : (List<?>) runs.get("runs")) {
        if (one instanceof Map<?, ?> run
            && run.get("writes") instanceof Long writes
            && writes > 2) {
          id = String.valueOf(run.get("id"));
        }
      }
      Map<String, String> views = new LinkedHashMap<>();
      views.put("overview", "shops");
      views.put("runs", "default/vanilla");
      views.put("run?id=" + id, "Requests");
      views.put("objects?kind=v1/ConfigMap", "default/vanilla");
      views.put("object?kind=v1/ConfigMap&namespace=default&name=vanilla", "Children");
      views.put("object?kind=apps/v1/Deployment&namespace=default&name=vanilla-web", "Pod");
      views.put("graph", "What triggers runs");
      views.put("caches", "Deployment");
      views.put("queues", "prices");
      views.put("sets", "vanilla");
      views.put("server", "deployments");
      try (Chromium browser = BrowserTest.browser()) {
        browser.open(page.console().url().orElseThrow().toString());
        browser.await("document.querySelector('main h1')?.textContent === 'watched'");
        browser.evaluate(BrowserTest.axe());
        for (String look : List.of("1280 light", "1280 dark", "360 light", "360 dark")) {
          int width = Integer.parseInt(look.substring(0, look.indexOf(' ')));
          browser.show(width, width == 360 ? 780 : 900, look.endsWith("dark"));
          for (Map.Entry<String, String> view : views.entrySet()) {
            browser.await("(location.hash = '#/" + view.getKey() + "')");
            String opened = view.getKey().replaceAll("\\?.*", "");
            browser.await(
                "document.querySelector('main').dataset.view === '"
                    + opened
                    + "' && document.querySelector('main').innerText.includes('"
                    + view.getValue()
                    + "')");
            String name = view.getKey().replaceAll("[^a-zA-Z0-9]+", "-");
            name = name.substring(0, Math.min(name.length(), 30));
            browser.picture(PICTURES.resolve(name + "-" + look.replace(' ', '-') + ".png"));
            assertThat(
                    browser.await(
                        "'' + (document.documentElement.scrollWidth -"
                            + " document.documentElement.clientWidth)"))
                .as("%s overflows at %s", view.getKey(), look)
                .isEqualTo("0");
            assertThat(browser.await("'' + (" + BrowserTest.NAMELESS + ")"))
                .as(view.getKey())
                .isEqualTo("0");
            assertThat(browser.evaluate(BrowserTest.AXE)).as("%s, %s", view, look).isEqualTo("[]");
          }
        }
        assertThat(browser.problems()).isEmpty();
      }
    }
  }

  private static void refuse() {
    throw new IllegalStateException("503 from the price service");
  }
}
