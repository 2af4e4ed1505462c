package dev.drover.server;

import java.util.function.Predicate;

/// Selects requests.
///
/// ```java
/// RequestMatch.any().verb("update").resource("configmaps").name("a")
/// ```
///
/// @param verb as RBAC calls it: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`,
///   `deletecollection`; empty for all
/// @param resource the plural, such as `pods`; empty for all
/// @param subresource such as `status`; empty for the object itself and everything below it
/// @param namespace empty for all
/// @param name empty for all
/// @param where what else must hold
public record RequestMatch(
    String verb,
    String resource,
    String subresource,
    String namespace,
    String name,
    Predicate<Request> where) {
  private static final RequestMatch ANY = new RequestMatch("", "", "", "", "", _ -> true);

  /// A request as faults see it.
  ///
  /// @param user the name of its user
  public record Request(
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String user) {}

  /// All requests.
  public static RequestMatch any() {
    return ANY;
  }

  public RequestMatch verb(String newVerb) {
    return new RequestMatch(newVerb, resource, subresource, namespace, name, where);
  }

  public RequestMatch resource(String newResource) {
    return new RequestMatch(verb, newResource, subresource, namespace, name, where);
  }

  public RequestMatch subresource(String newSubresource) {
    return new RequestMatch(verb, resource, newSubresource, namespace, name, where);
  }

  public RequestMatch namespace(String newNamespace) {
    return new RequestMatch(verb, resource, subresource, newNamespace, name, where);
  }

  public RequestMatch name(String newName) {
    return new RequestMatch(verb, resource, subresource, namespace, newName, where);
  }

  public RequestMatch where(Predicate<Request> condition) {
    return new RequestMatch(verb, resource, subresource, namespace, name, where.and(condition));
  }

  /// Whether a request is one of them.
  public boolean matches(Request request) {
    return isOrEmpty(verb, request.verb)
        && isOrEmpty(resource, request.resource)
        && isOrEmpty(subresource, request.subresource)
        && isOrEmpty(namespace, request.namespace)
        && isOrEmpty(name, request.name)
        && where.test(request);
  }

  private static boolean isOrEmpty(String wanted, String actual) {
    return wanted.isEmpty() || wanted.equals(actual);
  }
}
