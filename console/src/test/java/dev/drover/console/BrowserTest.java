package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
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
  private static final String NAMELESS =
      "[...document.querySelectorAll('a, button')].filter(e => !(e.getAttribute('aria-label') ||"
          + " e.textContent.trim())).length + [...document.querySelectorAll('input,"
          + " select')].filter(e => !e.labels?.length).length +"
          + " document.querySelectorAll('svg:not([aria-label]), img:not([alt]),"
          + " table:not(:has(caption)), html:not([lang])').length +"
          + " (document.querySelectorAll('main h1').length - 1)";

  @Test
  void everyViewWorksInABrowserLiveByKeyboardAndOnASmallScreen() throws Exception {
    try (Page page = Page.withActions()) {
      page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      page.manager().start();
      page.manager().client().create(ConfigMap.named("default", "shop"));
      page.manager().settle(Duration.ofSeconds(60));
      // Not a @TempDir: the browser may still write to it when it has been ended.
      Path profile = Files.createTempDirectory(Path.of("target"), "chromium-").toAbsolutePath();
      try (Chromium browser = Chromium.start(profile)) {
        browser.open(page.console().url().orElseThrow().toString());
        browser.await("document.querySelector('main h1')?.textContent === 'watched'");
        assertThat(browser.await("location.href")).as("without the token").doesNotContain("token");
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
}
