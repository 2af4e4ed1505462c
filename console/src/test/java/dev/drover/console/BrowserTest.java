package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The page in a real browser.
@Tag("browser")
class BrowserTest {
  /// Each view, and a text that it shows.
  private static final Map<String, String> VIEWS =
      Map.of(
          "overview", "configmap",
          "runs", "default/shop",
          "objects?kind=v1/ConfigMap", "default/shop",
          "object?kind=v1/ConfigMap&namespace=default&name=shop", "Reconcile now",
          "graph", "What triggers runs",
          "caches", "ConfigMap",
          "queues", "configmap",
          "sets", "Desired sets",
          "server", "configmaps");

  /// Links, buttons and fields without a name that a screen reader could say, pictures without a
  /// text, and tables without a caption.
  static final String NAMELESS =
      "[...document.querySelectorAll('a, button')].filter(e => !(e.getAttribute('aria-label') ||"
          + " e.textContent.trim())).length + [...document.querySelectorAll('input,"
          + " select')].filter(e => !e.labels?.length).length +"
          + " document.querySelectorAll('svg:not([aria-label]), img:not([alt]),"
          + " table:not(:has(caption)), html:not([lang])').length +"
          + " (document.querySelectorAll('main h1').length - 1)";

  /// All rules of axe for WCAG 2.1 A and AA and its best practices; the violations with the
  /// elements.
  static final String AXE =
      "axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations.map(v"
          + " => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.html).join(' | '))))";

  static String axe() throws IOException {
    try (InputStream in =
        ClassLoader.getSystemResourceAsStream(
            "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Not a @TempDir: the browser may still write to it when it has been ended.
  static Chromium browser() throws Exception {
    return Chromium.start(
        Files.createTempDirectory(Path.of("target"), "chromium-").toAbsolutePath());
  }

  @Test
  void everyViewWorksInABrowserLiveByKeyboardAndOnASmallScreen() throws Exception {
    try (Page page = Page.withActions()) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      page.manager().client().create(ConfigMap.named("default", "shop"));
      page.manager().settle(Duration.ofSeconds(60));
      try (Chromium browser = browser()) {
        browser.open(page.console().url().orElseThrow().toString());
        browser.await("document.querySelector('main h1')?.textContent === 'watched'");
        assertThat(browser.await("location.href")).as("without the token").doesNotContain("token");
        browser.evaluate(axe());
        for (boolean isDark : new boolean[] {false, true}) {
          browser.show(isDark ? 360 : 1280, 800, isDark);
          for (Map.Entry<String, String> view : VIEWS.entrySet()) {
            browser.await("(location.hash = '#/" + view.getKey() + "')");
            browser.await(
                "document.querySelector('main').innerText.includes('" + view.getValue() + "')");
            assertThat(browser.await("'' + (" + NAMELESS + ")")).as(view.getKey()).isEqualTo("0");
            assertThat(
                    browser.await(
                        "'' + (document.documentElement.scrollWidth -"
                            + " document.documentElement.clientWidth)"))
                .as("%s overflows", view.getKey())
                .isEqualTo("0");
            assertThat(browser.evaluate(AXE))
                .as("%s, dark: %s", view.getKey(), isDark)
                .isEqualTo("[]");
          }
        }
        // Live: a run appears without a reload.
        browser.await("(location.hash = '#/runs')");
        page.manager().client().create(ConfigMap.named("default", "later"));
        browser.await("document.querySelector('main').innerText.includes('default/later')");
        // By keyboard alone: from the top of the page to another view.
        browser.await("(document.querySelector('nav a[href=\"#/caches\"]').focus(), true)");
        browser.press("Tab", 9);
        browser.press("Enter", 13);
        browser.await("document.querySelector('main h1')?.textContent === 'Queues'");
        assertThat(browser.problems()).isEmpty();
      }
    }
  }

  @Test
  void pageGoesOnWhenTheManagerIsThereAgain() throws Exception {
    int port;
    try (Chromium browser = browser()) {
      try (Page before = Page.withActions()) {
        before.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
        before.manager().start();
        port = before.port();
        browser.open(before.console().url().orElseThrow().toString());
        browser.await("document.querySelector('#connection').textContent === 'live'");
        browser.await("(location.hash = '#/caches')");
        browser.await("document.querySelector('main h1')?.textContent === 'Caches'");
      }
      browser.await("document.querySelector('#connection').textContent === 'connecting again'");
      browser.await("document.querySelector('main [role=alert]') !== null"); // the view failed
      try (Page after = Page.onPort(port)) {
        after.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
        after.manager().start();
        browser.await("document.querySelector('#connection').textContent === 'live'");
        browser.await("document.querySelector('main h1')?.textContent === 'Caches'");
        after.manager().client().create(ConfigMap.named("default", "later"));
        browser.await("(location.hash = '#/runs')");
        browser.await("document.querySelector('main').innerText.includes('default/later')");
      }
    }
  }

  /// Tasks of the page that took more than 50 ms, in milliseconds: what users feel as jank.
  private static final String WATCH_LONG_TASKS =
      "(window.longTasks = [], new PerformanceObserver(list => list.getEntries().forEach(e =>"
          + " window.longTasks.push(Math.round(e.duration)))).observe({type: 'longtask', buffered:"
          + " true}), '')";

  /// A task that is not the page's own fault, on a machine that does ten other things, takes longer
  /// than 50 ms, too; a page that handles 10,000 objects at once takes seconds.
  private static final int LONGEST_TASK = 500;

  @Test
  void tenThousandObjectsAreShownInPagesWithoutJank() throws Exception {
    try (Page page = Page.withActions()) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      for (int i = 0; i < 10_000; i++) {
        page.manager().client().create(ConfigMap.named("default", "map-%05d".formatted(i)));
      }
      page.manager().settle(Duration.ofSeconds(60));
      try (Chromium browser = browser()) {
        browser.open(page.console().url().orElseThrow().toString());
        browser.await("document.querySelector('main h1')?.textContent === 'watched'");
        browser.evaluate(WATCH_LONG_TASKS);
        browser.await("(location.hash = '#/objects?kind=v1/ConfigMap')");
        browser.await("document.querySelector('.pages')?.innerText.includes('of 10,00')");
        assertThat(browser.evaluate("'' + document.querySelectorAll('main tr').length"))
            .as("rows with the head")
            .isEqualTo("101");
        for (String view : VIEWS.keySet().stream().sorted().toList()) {
          browser.await(
              "(location.hash = '#/" + view.replace("name=shop", "name=map-00001") + "')");
          browser.await("(window.since = performance.now(), true)");
          for (int i = 0; i < 20; i++) { // runs, events and drawings go on meanwhile
            page.manager()
                .client()
                .apply(
                    ConfigMap.named("default", "map-%05d".formatted(i))
                        .with(m -> m.data(Map.of("view", view))));
          }
          browser.await("performance.now() - window.since > 2500");
        }
        String tasks = browser.evaluate("'' + window.longTasks");
        System.out.println("tasks over 50 ms, in ms: " + tasks);
        assertThat(Integer.parseInt(browser.evaluate("'' + Math.max(0, ...window.longTasks)")))
            .as("longest of %s", tasks)
            .isLessThan(LONGEST_TASK);
        browser.await("(location.hash = '#/objects?kind=v1/ConfigMap&q=map-09999')");
        browser.await("document.querySelectorAll('main tbody tr').length === 1");
        assertThat(browser.problems()).isEmpty();
      }
    }
  }
}
