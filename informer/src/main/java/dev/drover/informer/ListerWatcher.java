package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.Selector;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import java.util.List;

/// Lists and watches a collection. Everything that an informer knows comes from here.
///
/// One thread at a time.
///
/// ```java
/// ListerWatcher<Pod> pods = ListerWatcher.of(client.resources(Pod.class).inNamespace("shop"));
/// Reflector<Pod> reflector = Reflector.of("pods", pods, store);
/// ```
///
/// In Go: {@index cache.ListerWatcher}, {@index cache.ListWatch}.
///
/// @param <T> the type of the objects
public interface ListerWatcher<T extends KubernetesObject> {
  /// Reads a list, or one page of it; each object is handed on as soon as it is there.
  ///
  /// @return the list's metadata: the version to watch from, and where the next page begins
  ListMeta list(ListOptions options, ListSink<? super T> sink);

  /// Watches for changes. Events come in the order of their versions, except that the objects that
  /// are there when a watch begins may come in any order.
  WatchStream<T> watch(WatchOptions options);

  /// Whether a watch can begin with the objects that are there ([WatchOptions#sendInitialEvents]).
  default boolean canStreamLists() {
    return true;
  }

  /// Lists and watches what this client sees: the objects of its kind, in its namespace or in all.
  static <T extends KubernetesObject> ListerWatcher<T> of(ResourceClient<T> client) {
    return of(client, Selector.everything(), FieldSelector.everything(), List.of());
  }

  /// Lists and watches a part of what this client sees.
  ///
  /// ```java
  /// ListerWatcher.of(
  ///     client.resources(Pod.class).inNamespace("shop"),
  ///     Labels.labelIs("app", "till"),
  ///     FieldSelector.everything(),
  ///     List.of("metadata.managedFields"));
  /// ```
  ///
  /// Objects that have parts in common share them, as long as they come from the same
  /// lister-watcher: give each reflector its own.
  ///
  /// In Go: {@index cache.NewListWatchFromClient}, {@index cache.NewFilteredListWatchFromClient}.
  ///
  /// @param labels which labels objects must carry
  /// @param fields which fields they must have
  /// @param skipped fields that are not even read, as in `metadata.managedFields`; where there are
  ///   any, they take the place of those that the client's codec skips
  static <T extends KubernetesObject> ListerWatcher<T> of(
      ResourceClient<T> client, Selector labels, FieldSelector fields, List<String> skipped) {
    return new ClientListerWatcher<>(client, labels, fields, skipped);
  }
}
