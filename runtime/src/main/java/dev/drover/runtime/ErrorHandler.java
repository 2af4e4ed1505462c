package dev.drover.runtime;

import dev.drover.api.KubernetesObject;

/// Decides what an exception of a reconciler means. A conflict (409) does not come here: it is
/// tried again.
///
/// ```java
/// manager.controllerFor(Bucket.class)
///     .onError((bucket, error, ctx) ->
///         error instanceof QuotaException ? Result.after(Duration.ofHours(1)) : Result.retry())
/// ```
///
/// @param <T> the type of the object
@FunctionalInterface
public interface ErrorHandler<T extends KubernetesObject> {
  /// Decides what happens next: [Result#retry] as if there were no handler, [Result#terminal] to
  /// give up until the object changes, [Result#after] to try again then, [Result#done] to ignore
  /// it.
  ///
  /// Not asked about conflicts, which are tried again, nor about runs that were interrupted because
  /// they took too long or the controller stops.
  ///
  /// @throws Exception as if the reconciler had thrown it
  Result handle(T object, Exception error, Context<T> context) throws Exception;
}
