package dev.drover.console;

import dev.drover.api.codec.TreeType;
import dev.drover.testsupport.ChildProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// A page in a Chromium without a window, driven over its DevTools protocol. Every wait is bounded.
final class Chromium implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String LISTENING = "DevTools listening on ";
  private static final int MOST_TRIES = 20;

  private final ChildProcess process;
  private final URI browser;
  private final boolean isTab; // of a browser that another one ends
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final Map<Long, CompletableFuture<Map<?, ?>>> answers = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final WebSocket socket;
  private long last; // the number of the last command

  private Chromium(ChildProcess process, URI browser, boolean isTab) throws Exception {
    this.process = process;
    this.browser = browser;
    this.isTab = isTab;
    URI opening =
        URI.create(
            "http://" + browser.getHost() + ":" + browser.getPort() + "/json/new?about:blank");
    String target =
        http.send(
                HttpRequest.newBuilder(opening)
                    .PUT(BodyPublishers.noBody())
                    .timeout(PATIENCE)
                    .build(),
                BodyHandlers.ofString())
            .body();
    URI page = URI.create(String.valueOf(json(target).get("webSocketDebuggerUrl")));
    this.socket =
        http.newWebSocketBuilder()
            .buildAsync(page, new Listener())
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    command("Page.enable", Map.of());
    command("Runtime.enable", Map.of());
    command("Log.enable", Map.of());
  }

  /// @param profile a new folder
  static Chromium start(Path profile) throws Exception {
    ChildProcess process =
        ChildProcess.start(
            new ProcessBuilder(
                    "chromium",
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--no-first-run",
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + profile,
                    "about:blank")
                .redirectErrorStream(true));
    try {
      String line = process.awaitLine(LISTENING);
      return new Chromium(
          process,
          URI.create(line.substring(line.indexOf(LISTENING) + LISTENING.length()).strip()),
          false);
    } catch (Exception | AssertionError e) {
      process.close();
      throw e;
    }
  }

  /// One more tab of this browser, which shares its cookies and its connections.
  Chromium tab() throws Exception {
    return new Chromium(process, browser, true);
  }

  private static Map<?, ?> json(String text) {
    return (Map<?, ?>) TreeType.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        Map<?, ?> message = json(text.toString());
        text.setLength(0);
        if (message.get("id") instanceof Long id) {
          CompletableFuture<Map<?, ?>> waiting = answers.remove(id);
          if (waiting != null) {
            waiting.complete(message);
          }
        } else {
          note(message);
        }
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }

    /// Exceptions of scripts, and what the policy or the network refused.
    private void note(Map<?, ?> event) {
      boolean isFailure = "Runtime.exceptionThrown".equals(event.get("method"));
      boolean isEntry =
          "Log.entryAdded".equals(event.get("method"))
              && event.toString().contains("level=error")
              && !event.toString().contains("favicon.ico");
      if (isFailure || isEntry) {
        problems.add(event.toString());
      }
    }
  }

  /// The answer to a command, which may be an error.
  private Map<?, ?> command(String method, Map<String, ?> parameters) throws Exception {
    long id = ++last;
    CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
    answers.put(id, answer);
    byte[] bytes = TreeType.bytes(Map.of("id", id, "method", method, "params", parameters));
    socket
        .sendText(new String(bytes, StandardCharsets.UTF_8), true)
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  void open(String url) throws Exception {
    command("Page.navigate", Map.of("url", url));
  }

  /// Runs a script in each page that is opened from now on, before those of the page.
  void prepare(String script) throws Exception {
    command("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  /// The addresses that the back button leads to, and the present one.
  List<String> history() throws Exception {
    Map<?, ?> answer = command("Page.getNavigationHistory", Map.of());
    return answer.get("result") instanceof Map<?, ?> result
            && result.get("entries") instanceof List<?> entries
        ? entries.stream().map(entry -> String.valueOf(((Map<?, ?>) entry).get("url"))).toList()
        : List.of();
  }

  /// The size of the window, and whether the system prefers dark pages.
  void show(int width, int height, boolean isDark) throws Exception {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    command(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
  }

  /// Waits in the page until an expression of JavaScript is true, and returns its value as text.
  String await(String expression) throws Exception {
    String waiting =
        """
        new Promise((found, failed) => {
          const end = Date.now() + 60000;
          (function look() {
            let value = null;
            try { value = (%s); } catch (error) { value = null; }
            if (value) found(String(value));
            else if (Date.now() > end) failed(new Error('not in a minute: ' + document.body.innerText.slice(0, 600)));
            else setTimeout(look, 50);
          })();
        })\
        """
            .formatted(expression);
    Map<?, ?> answer = Map.of();
    // A page that is being left answers with an error.
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      answer =
          command(
              "Runtime.evaluate",
              Map.of("expression", waiting, "awaitPromise", true, "returnByValue", true));
      if (answer.get("result") instanceof Map<?, ?> result
          && result.get("result") instanceof Map<?, ?> value
          && !result.containsKey("exceptionDetails")) {
        return String.valueOf(value.get("value"));
      }
      if (!answer.containsKey("error")) {
        break;
      }
    }
    throw new AssertionError(expression + ": " + answer);
  }

  /// The value of an expression of JavaScript, or of its promise, as text.
  String evaluate(String expression) throws Exception {
    Map<?, ?> answer =
        command(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.get("result") instanceof Map<?, ?> result
        && result.get("result") instanceof Map<?, ?> value
        && !result.containsKey("exceptionDetails")) {
      return String.valueOf(value.get("value"));
    }
    throw new AssertionError(answer.toString());
  }

  void press(String key, int code) throws Exception {
    List<String> kinds = new ArrayList<>(List.of("rawKeyDown", "keyUp"));
    if (key.equals("Enter")) {
      kinds.set(0, "keyDown");
    }
    for (String kind : kinds) {
      Map<String, Object> event =
          new HashMap<>(
              Map.of("type", kind, "key", key, "code", key, "windowsVirtualKeyCode", code));
      if (key.equals("Enter") && kind.equals("keyDown")) {
        event.put("text", "\r");
      }
      command("Input.dispatchKeyEvent", event);
    }
  }

  /// A picture of what the window shows.
  void picture(Path file) throws Exception {
    Map<?, ?> answer = command("Page.captureScreenshot", Map.of("format", "png"));
    String data =
        answer.get("result") instanceof Map<?, ?> result ? String.valueOf(result.get("data")) : "";
    Files.write(file, Base64.getDecoder().decode(data));
  }

  /// What went wrong in the page so far.
  List<String> problems() {
    return List.copyOf(problems);
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
    if (!isTab) {
      process.close();
    }
  }
}
