package dev.drover.cli;

import dev.drover.api.codec.TreeType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover top`: the console of a running manager in a terminal.
@Command(
    name = "top",
    description =
        "Shows the controllers of a running manager, what waits in their queues, and the slowest"
            + " objects, each second, until Ctrl-C. In a pipe it prints them once.")
final class TopCommand implements Callable<Integer> {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Mixin private final Terminal terminal = new Terminal();

  @Option(names = "--once", description = "prints the present state and ends")
  private boolean once;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ADDRESS",
      description =
          "the address of the console with its token, as the program printed it; none:"
              + " $DROVER_CONSOLE")
  private @Nullable String address;

  @Override
  public Integer call() throws Exception {
    URI console = console();
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
      if (once || !Terminal.isThere()) {
        try {
          screen(http, console).lines().forEach(terminal::say);
          return 0;
        } catch (IOException e) {
          throw new IOException(
              silence(console, e) + ": does the program run, and is its console on?", e);
        }
      }
      try (StopSignal stop = StopSignal.listen(0)) {
        stop.unlessGiven(() -> watch(http, console));
      }
    }
    return 0;
  }

  /// Draws until it is interrupted, or refused. A manager that does not answer is asked again: it
  /// may restart.
  private Void watch(HttpClient http, URI console) throws IOException, InterruptedException {
    List<String> last = List.of();
    terminal.out().print(LiveScreen.OPEN);
    try {
      while (true) {
        List<String> lines = new ArrayList<>();
        try {
          last = screen(http, console).lines();
        } catch (IOException e) {
          lines.add("! " + silence(console, e) + ", trying again");
        }
        lines.addAll(last);
        terminal.out().print(LiveScreen.frame(lines, TerminalSize.now()));
        terminal.out().flush();
        Thread.sleep(PERIOD);
      }
    } finally {
      terminal.out().print(LiveScreen.CLOSE);
      terminal.out().flush();
    }
  }

  private static String reason(String body) {
    try {
      return TreeType.tree(body.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map
              && map.get("error") instanceof String error
          ? error
          : body.strip();
    } catch (RuntimeException e) {
      return body.strip(); // of another program
    }
  }

  private static String silence(URI console, IOException e) {
    return "no answer from %s:%d (%s)"
        .formatted(
            console.getHost(),
            console.getPort(),
            e.getMessage() == null ? "no connection" : e.getMessage());
  }

  private URI console() {
    String text = address == null ? System.getenv("DROVER_CONSOLE") : address;
    if (text == null || !text.matches("https?://[^/?]+/?\\?token=.+")) {
      throw new IllegalArgumentException(
          "top needs the address of a console, such as http://127.0.0.1:8090/?token=...: the"
              + " program prints it when it starts");
    }
    return URI.create(text);
  }

  private static TopScreen screen(HttpClient http, URI console)
      throws IOException, InterruptedException {
    return new TopScreen(
        get(http, console, "overview"),
        list(get(http, console, "queues"), "queues"),
        list(get(http, console, "slowest"), "objects"));
  }

  private static List<?> list(Map<?, ?> tree, String name) {
    return tree.get(name) instanceof List<?> list ? list : List.of();
  }

  private static Map<?, ?> get(HttpClient http, URI console, String view)
      throws IOException, InterruptedException {
    String token = console.getQuery().substring("token=".length());
    HttpRequest request =
        HttpRequest.newBuilder(console.resolve("/api/v1/" + view))
            .header("Authorization", "Bearer " + token)
            .timeout(LIMIT)
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() == 401 || response.statusCode() == 403) {
      throw new IllegalArgumentException(
          "the console answers " + response.statusCode() + ": " + reason(response.body()));
    }
    if (response.statusCode() != 200) {
      throw new IOException(
          "the console answers " + response.statusCode() + ": " + reason(response.body()));
    }
    return TreeType.tree(response.body().getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map
        ? map
        : Map.of();
  }
}
