package dev.drover.runtime;

import dev.drover.api.KubernetesObject;

/// Cleans up after an object that is being deleted.
///
/// ```java
/// manager.controllerFor(Bucket.class)
///     .finalizer("shop.example.com/bucket", (bucket, ctx) -> {
///       storage.delete(bucket.spec().name());
///       return Result.done();                              // the finalizer is removed now
///     })
/// ```
///
/// In Go: {@index finalizer.Finalizer}.
///
/// @param <T> the type of the object
@FunctionalInterface
public interface Cleanup<T extends KubernetesObject> {
  /// Removes what the object has left outside the cluster, or where its owner references do not
  /// reach. The object goes when this has returned [Result#done].
  ///
  /// @return [Result#done] when all is clean; anything else keeps the object, and this is called
  ///   again
  /// @throws Exception when it did not work; it is tried again, later with every attempt
  Result clean(T object, Context<T> context) throws Exception;
}
