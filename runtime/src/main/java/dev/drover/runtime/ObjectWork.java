package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Fetches the object of a request and hands it to a reconciler.
///
/// | the object                          | what happens                                             |
/// |-------------------------------------|----------------------------------------------------------|
/// | is not in the cache                 | `onGone`                                                 |
/// | lacks the finalizer                 | gets it, and is reconciled                               |
/// | is to go and has the finalizer      | is cleaned up behind, and loses the finalizer            |
/// | is to go and has lost the finalizer | nothing                                                  |
/// | any other                           | is reconciled                                            |
///
/// @param kind of the object
/// @param cached where it is looked up
/// @param contexts makes the context of a run
/// @param reconciler the user's
/// @param finalizer null = none
/// @param onError makes a result of an exception; null = the exception stays one
/// @param onGone is told of objects that are gone
record ObjectWork<T extends KubernetesObject>(
    Kind<T> kind,
    CachedKind<T> cached,
    BiFunction<Attempt, @Nullable T, Context<T>> contexts,
    Reconciler<T> reconciler,
    @Nullable Finalizer<T> finalizer,
    @Nullable ErrorHandler<T> onError,
    Consumer<Request> onGone)
    implements Work {

  /// What must be done before an object may go.
  ///
  /// @param name of the finalizer, such as `example.com/cleanup`
  record Finalizer<T extends KubernetesObject>(String name, Cleanup<T> cleanup) {}

  @Override
  public Result on(Attempt attempt) throws Exception {
    Optional<T> found = cached.find(attempt.request().key());
    if (found.isEmpty()) {
      onGone.accept(attempt.request());
      return Result.done();
    }
    Context<T> context = contexts.apply(attempt, found.get());
    try {
      return on(found.get(), context);
    } catch (ApiException.Conflict e) {
      throw e; // part of life: the next attempt sees the newer state
    } catch (Exception e) {
      if (onError == null || Worker.isInterruption(e)) {
        throw e; // a run that was called off, or took too long, says nothing of the object
      }
      return handled(found.get(), e, context);
    }
  }

  private Result on(T object, Context<T> context) throws Exception {
    if (finalizer == null) {
      return reconciler.reconcile(object, context);
    }
    boolean isPending = object.metadata().finalizers().contains(finalizer.name());
    if (!object.metadata().isDeleting()) {
      return reconciler.reconcile(isPending ? object : guarded(object, context), context);
    }
    return isPending ? clean(object, context) : Result.done();
  }

  private T guarded(T object, Context<T> context) {
    String name = requireFinalizer().name();
    return context.client().editMetadata(object, m -> m.withFinalizer(name));
  }

  private Result clean(T object, Context<T> context) throws Exception {
    Result result = requireFinalizer().cleanup().clean(object, context);
    if (result instanceof Result.Done) {
      release(object, context);
    }
    return result;
  }

  private void release(T object, Context<T> context) {
    String name = requireFinalizer().name();
    try {
      context.client().editMetadata(object, m -> m.withoutFinalizer(name));
    } catch (ApiException.NotFound e) {
      context.log().debug("was gone already: {}", e.getMessage());
    }
  }

  private Finalizer<T> requireFinalizer() {
    return Objects.requireNonNull(finalizer);
  }

  /// A retry keeps its exception, for the log and the next attempt.
  private Result handled(T object, Exception error, Context<T> context) throws Exception {
    Result result = Objects.requireNonNull(onError).handle(object, error, context);
    if (result instanceof Result.Retry) {
      throw error;
    }
    return result;
  }
}
