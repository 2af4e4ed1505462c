package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ListSink;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;

/// Lists and watches a collection. Everything that an informer knows comes from here.
///
/// One thread at a time.
///
/// In Go: {@index cache.ListerWatcher}, {@index cache.ListWatch}.
///
/// @param <T> the type of the objects
public interface ListerWatcher<T extends KubernetesObject> {
  /// Reads a list, or one page of it; each object is handed on as soon as it is there.
  ///
  /// @return the list's metadata: the version to watch from, and where the next page begins
  ListMeta list(ListOptions options, ListSink<? super T> sink);

  /// Watches for changes.
  WatchStream<T> watch(WatchOptions options);

  /// Whether a watch can begin with the objects that are there ([WatchOptions#withInitialEvents]).
  default boolean canStreamLists() {
    return true;
  }

  /// Lists and watches what this client sees: the objects of its kind, in its namespace or in all.
  static <T extends KubernetesObject> ListerWatcher<T> of(ResourceClient<T> client) {
    return new ListerWatcher<>() {
      @Override
      public ListMeta list(ListOptions options, ListSink<? super T> sink) {
        return client.list(options, sink);
      }

      @Override
      public WatchStream<T> watch(WatchOptions options) {
        return client.watch(options);
      }
    };
  }
}
