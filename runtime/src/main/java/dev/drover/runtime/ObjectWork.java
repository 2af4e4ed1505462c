package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.client.ApiException;
import dev.drover.runtime.cached.CachedKind;
import dev.drover.runtime.engine.Attempt;
import dev.drover.runtime.engine.Work;
import dev.drover.runtime.engine.Worker;
import dev.drover.runtime.internal.Causes;
import java.util.List;
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
/// | lacks a finalizer                   | gets it, and is reconciled                               |
/// | is deleting and has finalizers      | the clean-up of each runs, and removes it when done      |
/// | is deleting and has none of them    | nothing                                                  |
/// | any other                           | is reconciled                                            |
///
/// @param kind of the object
/// @param cached where it is looked up
/// @param contexts makes the context of a run
/// @param reconciler the user's
/// @param finalizers in the order of their clean-ups
/// @param onError makes a result of an exception; null = the exception stays one
/// @param onGone called with the requests of objects that are gone
record ObjectWork<T extends KubernetesObject>(
    Kind<T> kind,
    CachedKind<T> cached,
    BiFunction<Attempt, @Nullable T, Context<T>> contexts,
    Reconciler<T> reconciler,
    List<Finalizer<T>> finalizers,
    @Nullable ErrorHandler<T> onError,
    Consumer<Request> onGone)
    implements Work {

  /// What must be done before an object may go.
  ///
  /// @param name of the finalizer, such as `example.com/cleanup`
  record Finalizer<T extends KubernetesObject>(String name, Cleanup<T> cleanup) {}

  @Override
  public Result on(Attempt attempt) throws Exception {
    if (!cached.hasNamespace(attempt.request().namespace())) {
      // No retry: only a change of the options helps, and mappers follow what tenants write.
      return Result.terminal(
          "the cache does not cover namespace '" + attempt.request().namespace() + "'");
    }
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
    if (finalizers.isEmpty()) {
      return reconciler.reconcile(object, context);
    }
    return object.metadata().isDeleting()
        ? clean(object, context)
        : reconciler.reconcile(guarded(object, context), context);
  }

  /// Adds the finalizers that are missing, with one write; none if all are there.
  private T guarded(T object, Context<T> context) {
    return context
        .client()
        .editMetadata(
            object,
            metadata -> {
              ObjectMeta all = metadata;
              for (Finalizer<T> finalizer : finalizers) {
                all = all.withFinalizer(finalizer.name());
              }
              return all;
            });
  }

  /// Each finalizer by itself: one that is not done, or fails, does not keep the others.
  private Result clean(T object, Context<T> context) throws Exception {
    T current = object;
    Result result = Result.done();
    @Nullable Exception failure = null;
    for (Finalizer<T> finalizer : finalizers) {
      if (!current.metadata().finalizers().contains(finalizer.name())) {
        continue;
      }
      try {
        Result one = finalizer.cleanup().clean(current, context);
        if (one instanceof Result.Done) {
          current = release(current, finalizer.name(), context);
        } else if (result instanceof Result.Done) {
          result = one;
        }
      } catch (Exception e) {
        if (Worker.isInterruption(e)) {
          throw e;
        }
        failure = merged(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return result;
  }

  private static boolean isTerminal(Exception error) {
    return Causes.any(error, TerminalException.class);
  }

  private static Exception merged(@Nullable Exception first, Exception next) {
    if (first == null) {
      return next;
    }
    boolean isFirst = isTerminal(next) || !isTerminal(first);
    Exception kept = isFirst ? first : next; // a retry may help one of the two
    kept.addSuppressed(isFirst ? next : first);
    return kept;
  }

  private T release(T object, String finalizer, Context<T> context) {
    try {
      return context.client().editMetadata(object, m -> m.withoutFinalizer(finalizer));
    } catch (ApiException.NotFound e) {
      context.log().debug("was gone already: {}", e.getMessage());
      return kind.withMetadata(object, object.metadata().with(m -> m.finalizers(List.of())));
    }
  }

  /// A retry keeps its exception, for the log and the next attempt.
  private Result handled(T object, Exception error, Context<T> context) throws Exception {
    Result result = Objects.requireNonNull(onError).handle(object, error, context);
    if (result instanceof Result.Retry && !isTerminal(error)) {
      throw error;
    }
    return result;
  }
}
