package dev.drover.recipes;

import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.runtime.Cleanup;
import dev.drover.runtime.Context;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Result;
import java.util.function.Predicate;

/// Puts a finalizer on the objects that need a clean-up, and only on those, and cleans up before
/// they go.
///
/// ```java
/// manager.controllerFor(Icecream.class).complete(
///     RemoveReconciler.of("example.com/bucket", (i, ctx) -> cleanUp(i), this::reconcile)
///         .when(i -> i.spec().hasBucket()));
/// ```
///
/// | the object                       | what happens                                             |
/// |----------------------------------|----------------------------------------------------------|
/// | is not deleting and is selected  | gets the finalizer if it lacks it; is reconciled         |
/// | is not deleting, is not selected | is reconciled; a finalizer that it has stays             |
/// | is deleting, has the finalizer   | is cleaned up; then the finalizer is removed             |
/// | is deleting, lacks it            | is reconciled                                            |
///
/// The finalizer is added before the reconciler runs and removed only after the clean-up returned
/// [Result#done], by patches that fail if the object changed meanwhile.
///
/// In Go: {@index generic.NewRemoveHandler}.
public final class RemoveReconciler<T extends KubernetesObject> implements Reconciler<T> {
  private final String finalizer;
  private final Cleanup<T> cleanup;
  private final Predicate<? super T> selected;
  private final Reconciler<T> next;

  private RemoveReconciler(
      String finalizer, Cleanup<T> cleanup, Predicate<? super T> selected, Reconciler<T> next) {
    this.finalizer = finalizer;
    this.cleanup = cleanup;
    this.selected = selected;
    this.next = next;
  }

  /// For all objects.
  ///
  /// @param finalizer a name with the domain of its owner, such as `example.com/cleanup`
  /// @param next reconciles objects that are not cleaned up
  public static <T extends KubernetesObject> RemoveReconciler<T> of(
      String finalizer, Cleanup<T> cleanup, Reconciler<T> next) {
    if (finalizer.indexOf('/') < 1) {
      throw new IllegalArgumentException(
          "a finalizer has the form example.com/cleanup, got '" + finalizer + "'");
    }
    return new RemoveReconciler<>(finalizer, cleanup, _ -> true, next);
  }

  /// Only these objects get the finalizer; those that have it are cleaned up in any case.
  public RemoveReconciler<T> when(Predicate<? super T> which) {
    return new RemoveReconciler<>(finalizer, cleanup, which, next);
  }

  @Override
  public Result reconcile(T object, Context<T> context) throws Exception {
    boolean has = object.metadata().finalizers().contains(finalizer);
    if (!object.metadata().isDeleting()) {
      T guarded =
          has || !selected.test(object) ? object : context.client().addFinalizer(object, finalizer);
      return next.reconcile(guarded, context);
    }
    return has ? clean(object, context) : next.reconcile(object, context);
  }

  private Result clean(T object, Context<T> context) throws Exception {
    Result result = cleanup.clean(object, context);
    if (!(result instanceof Result.Done)) {
      return result;
    }
    try {
      T _ = context.client().removeFinalizer(object, finalizer);
    } catch (ApiException.NotFound e) {
      context.log().debug("was gone already: {}", e.getMessage());
    }
    return result;
  }
}
