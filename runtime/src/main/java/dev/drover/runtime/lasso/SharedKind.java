package dev.drover.runtime.lasso;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.cached.CachedKind;
import dev.drover.runtime.engine.QueuedController;

/// What the shared controllers of one resource have in common, whatever form their objects have:
/// one cache, one queue with its workers, one list of handlers.
///
/// @param cached the objects, with the writes of the factory's clients that the cache lacks
/// @param <R> the form of the objects in the cache
record SharedKind<R extends KubernetesObject>(
    CachedKind<R> cached, Handlers handlers, QueuedController controller) {
  /// The form of the objects in the cache.
  Kind<R> form() {
    return cached.kind();
  }

  SharedIndexInformer<R> informer() {
    return cached.informer();
  }
}
