package dev.drover.server;

import java.util.function.Predicate;

/// Selects requests.
///
/// ```java
/// RequestMatch.any().verb("update").resource("configmaps").name("a")
/// ```
///
/// Each condition that is not set holds for all requests. Immutable; each method gives a copy.
public final class RequestMatch {
  private static final RequestMatch ANY = new RequestMatch("", "", "", "", "", _ -> true);

  private final String verb;
  private final String resource;
  private final String subresource;
  private final String namespace;
  private final String name;
  private final Predicate<Request> where;

  private RequestMatch(
      String verb,
      String resource,
      String subresource,
      String namespace,
      String name,
      Predicate<Request> where) {
    this.verb = verb;
    this.resource = resource;
    this.subresource = subresource;
    this.namespace = namespace;
    this.name = name;
    this.where = where;
  }

  /// A request, in the terms of RBAC.
  public static final class Request {
    private final String verb;
    private final String group;
    private final String resource;
    private final String subresource;
    private final String namespace;
    private final String name;
    private final String user;

    Request(
        String verb,
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        String user) {
      this.verb = verb;
      this.group = group;
      this.resource = resource;
      this.subresource = subresource;
      this.namespace = namespace;
      this.name = name;
      this.user = user;
    }

    /// `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`.
    public String verb() {
      return verb;
    }

    /// The API group; empty for the core group.
    public String group() {
      return group;
    }

    /// The plural, such as `pods`.
    public String resource() {
      return resource;
    }

    /// Such as `status`; empty for the object itself.
    public String subresource() {
      return subresource;
    }

    /// Empty if the request has none.
    public String namespace() {
      return namespace;
    }

    /// Empty if the request has none.
    public String name() {
      return name;
    }

    /// The name of the user.
    public String user() {
      return user;
    }

    @Override
    public String toString() {
      String path = subresource.isEmpty() ? resource : resource + "/" + subresource;
      return "%s %s %s/%s by %s".formatted(verb, path, namespace, name, user);
    }
  }

  /// All requests.
  public static RequestMatch any() {
    return ANY;
  }

  /// Requests with this verb, as RBAC calls it: `get`, `list`, `watch`, `create`, `update`,
  /// `patch`, `delete`, `deletecollection`.
  public RequestMatch verb(String newVerb) {
    return new RequestMatch(newVerb, resource, subresource, namespace, name, where);
  }

  /// Requests for this resource: the plural, such as `pods`.
  public RequestMatch resource(String newResource) {
    return new RequestMatch(verb, newResource, subresource, namespace, name, where);
  }

  /// Requests for this subresource, such as `status`.
  public RequestMatch subresource(String newSubresource) {
    return new RequestMatch(verb, resource, newSubresource, namespace, name, where);
  }

  /// Requests in this namespace.
  public RequestMatch namespace(String newNamespace) {
    return new RequestMatch(verb, resource, subresource, newNamespace, name, where);
  }

  /// Requests for the object of this name.
  public RequestMatch name(String newName) {
    return new RequestMatch(verb, resource, subresource, namespace, newName, where);
  }

  /// Requests that also satisfy a condition.
  public RequestMatch where(Predicate<Request> condition) {
    return new RequestMatch(verb, resource, subresource, namespace, name, where.and(condition));
  }

  /// Whether a request is selected.
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
