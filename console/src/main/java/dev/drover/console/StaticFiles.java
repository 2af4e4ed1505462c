package dev.drover.console;

import dev.drover.api.Bytes;
import dev.drover.runtime.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/// The files of the page, from the jar.
final class StaticFiles {
  /// By path: only these are served.
  private static final Map<String, String> TYPES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "style.css", "text/css; charset=utf-8",
          "app.js", "text/javascript; charset=utf-8",
          "dom.js", "text/javascript; charset=utf-8",
          "charts.js", "text/javascript; charset=utf-8",
          "views.js", "text/javascript; charset=utf-8",
          "object.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  private StaticFiles() {}

  static Optional<HttpResponse> find(String path) throws IOException {
    String name = path.equals("/") ? "index.html" : path.substring(1);
    String type = TYPES.get(name);
    if (type == null) {
      return Optional.empty();
    }
    try (InputStream in = StaticFiles.class.getResourceAsStream("web/" + name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(HttpResponse.of(200, type, Bytes.of(in.readAllBytes())));
    }
  }
}
