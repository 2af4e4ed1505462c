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
  private static final String HOME = "\u001b[H";
  private static final String TO_END_OF_LINE = "\u001b[K";
  private static final String TO_END = "\u001b[J";
  private static final String CLEAR = "\u001b[2J";

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
        screen(http, console).lines().forEach(terminal::say);
        return 0;
      }
      try (StopSignal stop = StopSignal.listen(0)) {
        terminal.out().print(CLEAR);
        stop.unlessGiven(
            () -> {
              while (true) {
                draw(screen(http, console));
                Thread.sleep(PERIOD);
              }
            });
      }
    }
    return 0;
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

  /// Overwrites what is there, line by line: nothing flickers.
  private void draw(TopScreen screen) {
    StringBuilder text = new StringBuilder(HOME);
    screen.lines().forEach(line -> text.append(line).append(TO_END_OF_LINE).append("\r\n"));
    terminal.out().print(text.append(TO_END));
    terminal.out().flush();
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
    if (response.statusCode() != 200) {
      throw new IOException(
          "the console answers " + response.statusCode() + ": " + response.body().strip());
    }
    return TreeType.tree(response.body().getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map
        ? map
        : Map.of();
  }
}
