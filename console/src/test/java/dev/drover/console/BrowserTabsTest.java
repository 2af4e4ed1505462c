package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Several tabs with the page, the address with the token, and a clock that is wrong.
@Tag("browser")
class BrowserTabsTest {
  private static final String SIGNED_IN =
      "document.querySelector('main h1')?.textContent === 'watched'";

  private static String seen(boolean isSeen) {
    return "(Object.defineProperty(document, 'hidden', { value: %s, configurable: true }), document.dispatchEvent(new Event('visibilitychange')))"
        .formatted(!isSeen);
  }

  private static Page page() throws Exception {
    Page page = Page.withActions();
    page.manager().controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    page.manager().start();
    return page;
  }

  /// Browsers open six connections to a server.
  @Test
  void manyTabsShowTheSamePage() throws Exception {
    try (Page page = page();
        Chromium browser = BrowserTest.browser()) {
      List<Chromium> tabs = new ArrayList<>(List.of(browser));
      try {
        for (int i = 0; i < 8; i++) {
          Chromium tab = i == 0 ? browser : browser.tab();
          if (i > 0) {
            tabs.add(tab);
          }
          tab.open(page.console().url().orElseThrow().toString());
          tab.await(SIGNED_IN);
          tab.await("document.querySelector('#connection').textContent === 'live'");
          tab.evaluate("'' + " + seen(false)); // the next one covers it
          tab.await("document.querySelector('#connection').textContent === 'paused'");
        }
        page.manager().client().create(ConfigMap.named("default", "later"));
        browser.evaluate("'' + " + seen(true));
        browser.await("document.querySelector('#connection').textContent === 'live'");
        browser.await("(location.hash = '#/runs')");
        browser.await("document.querySelector('main').innerText.includes('default/later')");
        for (Chromium tab : tabs) {
          assertThat(tab.problems()).isEmpty();
        }
      } finally {
        tabs.stream().skip(1).forEach(Chromium::close);
      }
    }
  }

  @Test
  void listThatTheUserHoldsStaysWhenTheTabIsSeenAgain() throws Exception {
    try (Page page = page();
        Chromium browser = BrowserTest.browser()) {
      browser.open(page.console().url().orElseThrow().toString());
      browser.await(SIGNED_IN);
      browser.await("(location.hash = '#/runs')");
      browser.await("document.querySelector('button[aria-pressed=false]') !== null");
      browser.evaluate("'' + document.querySelector('button[aria-pressed]').click()");
      browser.evaluate("'' + " + seen(false));
      page.manager().client().create(ConfigMap.named("default", "later"));
      browser.evaluate("'' + " + seen(true));
      browser.await("document.querySelector('#connection').textContent === 'live'");
      assertThat(browser.evaluate("'' + document.querySelector('main').innerText"))
          .contains("Go on")
          .doesNotContain("default/later");
    }
  }

  @Test
  void tokenIsInNoHistoryAndNoReferrer() throws Exception {
    try (Page page = page();
        Chromium browser = BrowserTest.browser()) {
      browser.open(page.console().url().orElseThrow().toString());
      browser.await(SIGNED_IN);
      assertThat(browser.history()).isNotEmpty().noneMatch(url -> url.contains(Page.TOKEN));
      assertThat(browser.evaluate("'' + document.referrer")).isEmpty();
    }
  }

  @Test
  void agesAreThoseOfTheProgramWhateverTheClockOfTheBrowser() throws Exception {
    try (Page page = page();
        Chromium browser = BrowserTest.browser()) {
      browser.prepare("Date.now = () => 4102444800000"); // the year 2100
      page.manager().client().create(ConfigMap.named("default", "shop"));
      browser.open(page.console().url().orElseThrow().toString());
      browser.await(SIGNED_IN);
      browser.await("(location.hash = '#/objects?kind=v1/ConfigMap')");
      browser.await("document.querySelector('main').innerText.includes('default/shop')");
      assertThat(browser.evaluate("'' + document.querySelector('main tbody').innerText"))
          .containsPattern("\\d+ (s|min)")
          .doesNotContainPattern("\\d+ d\\b");
    }
  }
}
