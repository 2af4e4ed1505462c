package dev.drover.runtime;

import dev.drover.api.KubernetesObject;

/// Brings the observed state to the desired state of an object. It is called when the object, or
/// something that it depends on, may have changed; what it does must not depend on which change it
/// was.
///
/// ```java
/// Reconciler<Icecream> reconciler = (icecream, ctx) -> {
///   ctx.client().apply(deploymentFor(icecream));
///   return Result.done();
/// };
/// manager.controllerFor(Icecream.class).complete(reconciler);
/// ```
///
/// In Go: {@index reconcile.ObjectReconciler}, {@index reconcile.AsReconciler}.
///
/// @param <T> the type of the object
@FunctionalInterface
public interface Reconciler<T extends KubernetesObject> {
  /// Looks at the object as the cache has it now. Never called for one that is gone, nor for one
  /// object twice at once.
  ///
  /// @throws Exception when it did not work; it is tried again, later with every attempt
  Result reconcile(T object, Context<T> context) throws Exception;

  /// Looks at an object that may be gone, and fetches it itself.
  ///
  /// In Go: {@index reconcile.Reconciler}, {@index reconcile.Func}.
  @FunctionalInterface
  interface OfRequests {
    /// Looks at the object of this name, which may not exist.
    ///
    /// @throws Exception when it did not work; it is tried again, later with every attempt
    Result reconcile(Request request, Context<?> context) throws Exception;
  }
}
