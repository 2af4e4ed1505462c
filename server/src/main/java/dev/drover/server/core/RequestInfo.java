package dev.drover.server.core;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The attributes of a request for authorization, from its URL and method.
///
/// In Go: `request.RequestInfo`.
///
/// @param isResource whether the path is one of a resource; else only `verb` (the method in lower
///   case) and `path` count
/// @param verb `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`
/// @param group empty for the core group
/// @param resource the plural name; empty for a bare group or version
/// @param namespace empty when there is none
/// @param name empty when there is none
/// @param fieldSelector the selector of a list, watch or deletecollection as it was sent
/// @param labelSelector likewise
public record RequestInfo(
    boolean isResource,
    String path,
    String verb,
    String group,
    String version,
    String namespace,
    String resource,
    String subresource,
    String name,
    @Nullable String fieldSelector,
    @Nullable String labelSelector) {
  private static final Set<String> LONG_RUNNING =
      Set.of("attach", "exec", "log", "portforward", "proxy");

  /// A question about a resource that does not come from a URL, such as that of an access review.
  public static RequestInfo onResource(
      String verb,
      String group,
      String version,
      String namespace,
      String resource,
      String subresource,
      String name) {
    return new RequestInfo(
        true, "", verb, group, version, namespace, resource, subresource, name, null, null);
  }

  /// A question about a path that is not one of a resource.
  public static RequestInfo onPath(String verb, String path) {
    return new RequestInfo(false, path, verb, "", "", "", "", "", "", null, null);
  }

  /// Whether the answer may take as long as the client likes: watches, and connections to pods.
  public boolean isLongRunning() {
    return isResource
        && (verb.equals("watch") || verb.equals("proxy") || LONG_RUNNING.contains(subresource));
  }

  /// The same with another verb.
  public RequestInfo withVerb(String newVerb) {
    return new RequestInfo(
        isResource,
        path,
        newVerb,
        group,
        version,
        namespace,
        resource,
        subresource,
        name,
        fieldSelector,
        labelSelector);
  }
}
