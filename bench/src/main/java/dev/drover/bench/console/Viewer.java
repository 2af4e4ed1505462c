package dev.drover.bench.console;

import dev.drover.console.Console;
import java.io.IOException;

/// A viewer of a console: a process that reads its events.
public final class Viewer {
  private Viewer() {}

  /// A process that reads the events of a console until the console ends.
  public static Process of(Console console) throws IOException {
    String url = console.url().orElseThrow().toString();
    String page = url.substring(0, url.indexOf('?'));
    String token = url.substring(url.indexOf("token=") + "token=".length());
    return new ProcessBuilder(
            "curl", "-sN", "-H", "Authorization: Bearer " + token, page + "api/v1/events")
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
