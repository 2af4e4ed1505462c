package dev.drover.client;

import dev.drover.api.GroupVersion;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Reads the server's description of its own API: OpenAPI 3, one document for each group version,
/// and OpenAPI 2, one for all.
///
/// ```java
/// OpenApi api = client.openApi();
/// api.paths().keySet().forEach(path -> log.info("{}", path));
/// Optional<Map<String, Object>> apps = api.document(new GroupVersion("apps", "v1"));
/// ```
///
/// Documents come as immutable JSON trees. The address of an OpenAPI 3 document has a hash of its
/// content, so one that did not change is not read again; only the small index is. Any number of
/// threads.
///
/// In Go: {@index openapi.Client}, {@index openapi3.Root}, {@index OpenAPISchema}.
public final class OpenApi {
  private static final String INDEX = "/openapi/v3";

  private final RestClient rest;
  private final ConcurrentMap<String, Document> newest = new ConcurrentHashMap<>(); // by path

  private record Document(String url, Map<String, @Nullable Object> tree) {}

  private OpenApi(RestClient rest) {
    this.rest = rest;
  }

  /// The descriptions of the server of this client.
  public static OpenApi over(RestClient rest) {
    return new OpenApi(rest);
  }

  /// The addresses of the OpenAPI 3 documents by path, such as `apis/apps/v1`.
  ///
  /// In Go: {@index openapi.Client.Paths}.
  public SortedMap<String, String> paths() {
    RestResult result = json(rest.get().absPath(INDEX));
    SortedMap<String, String> paths = new TreeMap<>();
    JsonAnswer.of("get " + INDEX, result)
        .fields("paths")
        .forEach((path, entry) -> paths.put(path, entry.text("serverRelativeURL")));
    return paths;
  }

  /// The OpenAPI 3 document of a group version; empty when the server has none.
  public Optional<Map<String, @Nullable Object>> document(GroupVersion groupVersion) {
    return document(
        groupVersion.group().isEmpty()
            ? "api/" + groupVersion.version()
            : "apis/" + groupVersion.group() + "/" + groupVersion.version());
  }

  /// The OpenAPI 3 document of a path, such as `version`; empty when the server has none.
  public Optional<Map<String, @Nullable Object>> document(String path) {
    String url = paths().get(path);
    if (url == null) {
      newest.remove(path);
      return Optional.empty();
    }
    Document known = newest.get(path);
    if (known != null && known.url.equals(url)) {
      return Optional.of(known.tree);
    }
    Map<String, @Nullable Object> tree = tree("get " + INDEX + "/" + path, json(request(url)));
    newest.put(path, new Document(url, tree));
    return Optional.of(tree);
  }

  /// An address below the index keeps the path of the server's own address in front; any other is
  /// taken as it is.
  private RestRequest request(String url) {
    String base = Optional.ofNullable(rest.config().server().getRawPath()).orElse("");
    String prefix = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    String below = url.startsWith(prefix + "/") ? url.substring(prefix.length()) : url;
    return rest.get().wholeUri(below.startsWith(INDEX) ? prefix + below : below);
  }

  /// The OpenAPI 2 document: everything in one, several megabytes.
  public Map<String, @Nullable Object> documentV2() {
    return tree("get /openapi/v2", json(rest.get().absPath("/openapi/v2")));
  }

  private static RestResult json(RestRequest request) {
    return request.setHeader("Accept", "application/json").execute();
  }

  private static Map<String, @Nullable Object> tree(String what, RestResult result) {
    return JsonAnswer.of(what, result).tree();
  }
}
