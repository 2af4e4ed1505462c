package dev.drover.server.storage;

import java.util.Optional;
import java.util.function.Predicate;

/// The query of a list. The strings are as the client sent them; [ListOptionValidation] has checked
/// how they go together.
///
/// ```java
/// store.list(ListQuery.of("/pods").in("default").limit(500));
/// ```
///
/// @param resource group and plural, such as `/pods`
/// @param namespace empty for all namespaces, and for cluster-wide objects
/// @param name only the object of this name; empty for all
/// @param resourceVersion empty for the newest state
/// @param match `Exact`, `NotOlderThan` or empty
/// @param limit of objects on a page; 0 for none
/// @param continueToken from the page before; empty for the first
/// @param selector which objects to show, if not all
public record ListQuery(
    String resource,
    String namespace,
    String name,
    String resourceVersion,
    String match,
    long limit,
    String continueToken,
    Optional<Predicate<StoredObject>> selector) {

  /// Everything there is of a resource, as it is now.
  public static ListQuery of(String resource) {
    return new ListQuery(resource, "", "", "", "", 0, "", Optional.empty());
  }

  public ListQuery in(String inNamespace) {
    return new ListQuery(
        resource, inNamespace, name, resourceVersion, match, limit, continueToken, selector);
  }

  public ListQuery named(String onlyName) {
    return new ListQuery(
        resource, namespace, onlyName, resourceVersion, match, limit, continueToken, selector);
  }

  public ListQuery at(String version, String versionMatch) {
    return new ListQuery(
        resource, namespace, name, version, versionMatch, limit, continueToken, selector);
  }

  public ListQuery limit(long pageSize) {
    return new ListQuery(
        resource, namespace, name, resourceVersion, match, pageSize, continueToken, selector);
  }

  public ListQuery continueWith(String token) {
    return new ListQuery(resource, namespace, name, resourceVersion, match, limit, token, selector);
  }

  public ListQuery where(Predicate<StoredObject> matches) {
    return new ListQuery(
        resource,
        namespace,
        name,
        resourceVersion,
        match,
        limit,
        continueToken,
        Optional.of(matches));
  }

  /// Whether objects may be left out, so that the number of remaining items is unknown.
  boolean isSelective() {
    return selector.isPresent() || !name.isEmpty();
  }

  boolean selects(StoredObject object) {
    return (name.isEmpty() || object.key().name().equals(name))
        && (selector.isEmpty() || selector.get().test(object));
  }
}
