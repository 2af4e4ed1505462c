package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ApiException;
import dev.drover.client.ListOptions;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Resolves a kind to its resource at the first list or watch, and again when the server no longer
/// knows the resource. A failed resolution is a failure of that list or watch, with the same
/// message: the kind may come later.
///
/// In Go: `lasso cache.deferredListWatcher`.
final class DeferredListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  private final Supplier<ListerWatcher<T>> find;
  private @Nullable ListerWatcher<T> found;

  DeferredListerWatcher(Supplier<ListerWatcher<T>> find) {
    this.find = find;
  }

  private ListerWatcher<T> found() {
    ListerWatcher<T> known = found;
    if (known == null) {
      known = find.get();
      found = known;
    }
    return known;
  }

  @Override
  public ListMeta list(ListOptions options, ListSink<? super T> sink) {
    try {
      return found().list(options, sink);
    } catch (ApiException.NotFound e) {
      found = null;
      throw e;
    }
  }

  @Override
  public WatchStream<T> watch(WatchOptions options) {
    try {
      return found().watch(options);
    } catch (ApiException.NotFound e) {
      found = null;
      throw e;
    }
  }
}
