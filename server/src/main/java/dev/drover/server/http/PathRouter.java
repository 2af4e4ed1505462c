package dev.drover.server.http;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Routes paths that are not of a resource. Filled while the server is assembled, only read
/// afterwards.
public final class PathRouter implements Endpoint {
  private final Map<String, Endpoint> exact = new LinkedHashMap<>();
  private final Map<String, Endpoint> below = new LinkedHashMap<>();
  private final Endpoint resources;

  /// A router without paths of its own.
  ///
  /// @param resources serves the paths of resources
  public PathRouter(Endpoint resources) {
    this.resources = resources;
  }

  /// Serves one path.
  public PathRouter serve(String path, Endpoint endpoint) {
    exact.put(path, endpoint);
    return this;
  }

  /// Serves a path and everything below it that is not served otherwise.
  public PathRouter serveBelow(String path, Endpoint endpoint) {
    below.put(path, endpoint);
    return this;
  }

  /// The single paths that are served so far, those that end in a slash left out.
  public List<String> paths() {
    return exact.keySet().stream().filter(path -> !path.endsWith("/")).toList();
  }

  @Override
  public Answer serve(Call call) {
    if (call.path().startsWith("//")) {
      return notFound(); // though authorization treats it as what follows
    }
    if (call.info().isResource()) {
      return resources.serve(call);
    }
    Endpoint endpoint = exact.get(call.path());
    if (endpoint != null) {
      return endpoint.serve(call);
    }
    for (Map.Entry<String, Endpoint> entry : below.entrySet()) {
      String path = entry.getKey();
      if (call.path().equals(path) || call.path().startsWith(path + "/")) {
        return entry.getValue().serve(call);
      }
    }
    return notFound();
  }

  /// What Go says where nothing is.
  public static Answer notFound() {
    return new Answer.Content(
        404,
        "text/plain; charset=utf-8",
        Bytes.ofUtf8("404 page not found\n"),
        Map.of("X-Content-Type-Options", "nosniff"));
  }
}
