package dev.drover.recipes;

import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.runtime.Context;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Result;
import org.jspecify.annotations.Nullable;

/// A reconciler that is a function from an object to its status.
///
/// ```java
/// manager.controllerFor(Icecream.class)
///     .complete(StatusReconciler.of(StatusFields.none(), (icecream, ctx) -> new Status(3)));
/// ```
///
/// **Guarantees.** One write of the status at most, none if it stays the same; the condition of
/// [StatusFields] says how the run went; a conflict calls the function again with the newer object.
/// Objects that are being deleted are left alone.
///
/// In Go: {@index RegisterStatusHandler}.
public final class StatusReconciler<T extends KubernetesObject & HasStatus<S>, S>
    implements Reconciler<T> {
  private final StatusFields<S> fields;
  private final StatusFunction<T, S> function;

  private StatusReconciler(StatusFields<S> fields, StatusFunction<T, S> function) {
    this.fields = fields;
    this.function = function;
  }

  /// A reconciler of this function.
  public static <T extends KubernetesObject & HasStatus<S>, S> StatusReconciler<T, S> of(
      StatusFields<S> fields, StatusFunction<T, S> function) {
    return new StatusReconciler<>(fields, function);
  }

  /// Gives the status of an object.
  @FunctionalInterface
  public interface StatusFunction<T extends KubernetesObject, S> {
    /// The status that the object should have; null = it stays as it is. May be called several
    /// times.
    @Nullable S status(T object, Context<T> context) throws Exception;
  }

  @Override
  public Result reconcile(T object, Context<T> context) throws Exception {
    if (!object.metadata().isDeleting()) {
      var _ =
          new StatusRun<T, S>(context.client(), fields, context.clock())
              .run(object, current -> function.status(current, context));
    }
    return Result.done();
  }
}
