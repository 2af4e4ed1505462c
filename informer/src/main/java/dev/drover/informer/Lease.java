package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import java.util.concurrent.atomic.AtomicBoolean;

/// The use of a shared informer for a while. Close it when it is not needed any more: the informer
/// is closed with the last lease of it.
///
/// ```java
/// try (Lease<Pod> lease = caches.lease(Pod.KIND, CacheOptions.defaults())) {
///   lease.informer().awaitSynced(Duration.ofSeconds(30));
/// }
/// ```
///
/// Handlers that were added to the informer stay with it: close their registrations, too.
///
/// @param <T> the type of the objects
public final class Lease<T extends KubernetesObject> implements AutoCloseable {
  private final SharedIndexInformer<T> informer;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  Lease(SharedIndexInformer<T> informer, Runnable release) {
    this.informer = informer;
    this.release = release;
  }

  /// The informer.
  public SharedIndexInformer<T> informer() {
    return informer;
  }

  /// Gives the informer back; nothing when that was done already.
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
