package dev.drover.server.http;

import dev.drover.api.FieldSelector;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.validation.StringFormats;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses the method, path and query of a request.
///
/// ```
/// /api/{version}/...                                  the core group
/// /apis/{group}/{version}/...                         every other group
///   {resource}[/{name}[/{subresource}]]               cluster-wide
///   namespaces/{namespace}/{resource}[/...]           in a namespace
///   watch/...                                         the old way to ask for a watch
/// ```
///
/// Everything else is a request for the path itself.
///
/// In Go: `request.RequestInfoFactory`.
final class RequestReader {
  private static final Set<String> VERBS_IN_PATHS = Set.of("proxy", "watch");
  private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");
  private static final Set<String> SELECTING = Set.of("list", "watch", "deletecollection");

  private RequestReader() {}

  /// Reads a request.
  ///
  /// @throws ApiError for the one form of path that cannot be understood
  static RequestInfo read(String method, String path, Map<String, List<String>> query) {
    List<String> parts = split(path);
    boolean isCore = !parts.isEmpty() && parts.getFirst().equals("api");
    boolean isGroup = !parts.isEmpty() && parts.getFirst().equals("apis");
    if (!(isCore && parts.size() >= 3 || isGroup && parts.size() >= 4)) {
      return ofPath(method, path);
    }
    String group = isCore ? "" : parts.get(1);
    int versionAt = isCore ? 1 : 2;
    return ofResource(
        method,
        path,
        query,
        group,
        parts.get(versionAt),
        parts.subList(versionAt + 1, parts.size()));
  }

  private static List<String> split(String path) {
    String trimmed = path.replaceAll("^/+|/+$", "");
    return trimmed.isEmpty() ? List.of() : Arrays.asList(trimmed.split("/", -1));
  }

  /// A request for the path itself.
  static RequestInfo ofPath(String method, String path) {
    return new RequestInfo(
        false, path, method.toLowerCase(Locale.ROOT), "", "", "", "", "", "", null, null);
  }

  private static RequestInfo ofResource(
      String method,
      String path,
      Map<String, List<String>> query,
      String group,
      String version,
      List<String> parts) {
    String verb = verb(method);
    boolean isVerbInPath = VERBS_IN_PATHS.contains(parts.getFirst());
    if (isVerbInPath) {
      if (parts.size() < 2) {
        throw ApiError.internal("unable to determine kind and namespace from url, " + path);
      }
      verb = parts.getFirst();
      parts = parts.subList(1, parts.size());
    }
    String namespace = "";
    if (parts.getFirst().equals("namespaces") && parts.size() > 1) {
      namespace = parts.get(1);
      if (parts.size() > 2 && !NAMESPACE_SUBRESOURCES.contains(parts.get(2))) {
        parts = parts.subList(2, parts.size());
      }
    }
    String name = parts.size() > 1 ? parts.get(1) : "";
    String subresource = parts.size() > 2 && !verb.equals("proxy") ? parts.get(2) : "";
    if (name.isEmpty() && verb.equals("get")) {
      verb = asksForWatch(query) ? "watch" : "list";
      name = selectedName(query);
    }
    if (name.isEmpty() && verb.equals("delete")) {
      verb = "deletecollection";
    }
    boolean selects = !isVerbInPath && SELECTING.contains(verb);
    return new RequestInfo(
        true,
        path,
        verb,
        group,
        version,
        namespace,
        parts.getFirst(),
        subresource,
        name,
        selects ? first(query, "fieldSelector") : null,
        selects ? first(query, "labelSelector") : null);
  }

  private static String verb(String method) {
    return switch (method) {
      case "POST" -> "create";
      case "GET", "HEAD" -> "get";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> "";
    };
  }

  /// Anything but an explicit no is a yes, as Go's decoder of parameters has it.
  private static boolean asksForWatch(Map<String, List<String>> query) {
    String watch = first(query, "watch");
    return watch != null && !watch.equals("0") && !watch.toLowerCase(Locale.ROOT).equals("false");
  }

  /// A list of one named object is authorized by its name.
  private static String selectedName(Map<String, List<String>> query) {
    String selector = first(query, "fieldSelector");
    if (selector == null) {
      return "";
    }
    try {
      return FieldSelector.parse(selector)
          .exactValue("metadata.name")
          .filter(name -> StringFormats.pathSegment(name).isEmpty())
          .orElse("");
    } catch (IllegalArgumentException e) {
      return ""; // the list handler reports what is wrong with it
    }
  }

  private static @Nullable String first(Map<String, List<String>> query, String name) {
    List<String> values = query.get(name);
    return values == null ? null : values.getFirst();
  }
}
