package dev.drover.server.storage;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The query of a watch. The strings are as the client sent them; [ListOptionValidation] has
/// checked how they go together.
///
/// @param resource group and plural, such as `/pods`
/// @param namespace empty for all namespaces, and for cluster-wide objects
/// @param name only the object of this name; empty for all
/// @param resourceVersion changes after this one; empty or `0` for the present state, then changes
/// @param sendInitialEvents whether the present state comes first; null when the client did not say
/// @param bookmarks whether the client wants to know how far it has come when nothing happens
/// @param timeout when the watch ends by itself
public record WatchQuery(
    String resource,
    String namespace,
    String name,
    String resourceVersion,
    @Nullable Boolean sendInitialEvents,
    boolean bookmarks,
    Duration timeout) {

  /// The present state of a resource, then all changes for an hour.
  public static WatchQuery of(String resource) {
    return new WatchQuery(resource, "", "", "", null, false, Duration.ofHours(1));
  }

  public WatchQuery in(String inNamespace) {
    return new WatchQuery(
        resource, inNamespace, name, resourceVersion, sendInitialEvents, bookmarks, timeout);
  }

  public WatchQuery named(String onlyName) {
    return new WatchQuery(
        resource, namespace, onlyName, resourceVersion, sendInitialEvents, bookmarks, timeout);
  }

  public WatchQuery from(String version) {
    return new WatchQuery(
        resource, namespace, name, version, sendInitialEvents, bookmarks, timeout);
  }

  public WatchQuery withInitialEvents(@Nullable Boolean wanted) {
    return new WatchQuery(resource, namespace, name, resourceVersion, wanted, bookmarks, timeout);
  }

  public WatchQuery withBookmarks(boolean wanted) {
    return new WatchQuery(
        resource, namespace, name, resourceVersion, sendInitialEvents, wanted, timeout);
  }

  public WatchQuery withTimeout(Duration after) {
    return new WatchQuery(
        resource, namespace, name, resourceVersion, sendInitialEvents, bookmarks, after);
  }

  boolean sendsInitialEvents() {
    return Boolean.TRUE.equals(sendInitialEvents);
  }
}
