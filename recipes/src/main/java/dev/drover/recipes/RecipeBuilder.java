package dev.drover.recipes;

import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.recipes.set.SetOptions;
import dev.drover.recipes.set.SetSweeper;
import dev.drover.runtime.Cleanup;
import dev.drover.runtime.Controller;
import dev.drover.runtime.ControllerBuilder;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Puts a controller together whose reconciler is a recipe.
///
/// ```java
/// Recipes.controllerFor(manager, Icecream.class)
///     .children(Deployment.class, ConfigMap.class)
///     .condition(StatusFields.condition("Ready", Status::conditions, Status::with))
///     .generate("icecream", (icecream, ctx) -> Generated.of(deploymentFor(icecream)));
/// ```
///
/// Ends in [#generate], [#status] or [#complete]. Not thread safe.
///
/// @param <S> the type of the status
public final class RecipeBuilder<T extends KubernetesObject & HasStatus<S>, S> {
  static final Duration SWEEP = Duration.ofMinutes(10);

  private final Manager manager;
  private final Kind<T> kind;
  private final ControllerBuilder<T> builder;
  private final List<Kind<?>> children = new ArrayList<>();
  private final List<UnaryOperator<Reconciler<T>>> wrappers = new ArrayList<>();
  private SetOptions setOptions = SetOptions.defaults();
  private StatusFields<S> fields = StatusFields.none();
  private boolean oncePerVersion;
  private String childrenFinalizer = "";
  private Duration sweep = SWEEP;

  RecipeBuilder(Manager manager, Kind<T> kind) {
    this.manager = manager;
    this.kind = kind;
    this.builder = manager.controllerFor(kind);
  }

  /// The kinds of the children: they are cached and watched, and a change of a child concerns its
  /// owner, also in another namespace.
  @SafeVarargs
  public final RecipeBuilder<T, S> children(Class<? extends KubernetesObject>... types) {
    for (Class<? extends KubernetesObject> type : types) {
      children(Kind.of(type));
    }
    return this;
  }

  /// A kind of children.
  public <C extends KubernetesObject> RecipeBuilder<T, S> children(Kind<C> child) {
    children.add(child);
    builder.watches(child, RelatedResources.owner(kind), _ -> true);
    return this;
  }

  /// Changes of objects of this kind concern the objects that the mapper gives; see
  /// [RelatedResources].
  public <W extends KubernetesObject> RecipeBuilder<T, S> related(
      Class<W> type, EventMapper<? super W> mapper) {
    builder.watches(type, mapper);
    return this;
  }

  /// Changes options of the set of children.
  public RecipeBuilder<T, S> set(Consumer<SetOptions.Builder> change) {
    setOptions = setOptions.with(change);
    return this;
  }

  /// Keeps a condition in the status.
  public RecipeBuilder<T, S> condition(StatusFields<S> condition) {
    fields = condition;
    return this;
  }

  /// As [GeneratingReconciler#oncePerResourceVersion].
  public RecipeBuilder<T, S> oncePerResourceVersion() {
    oncePerVersion = true;
    return this;
  }

  /// Cleans up before objects go; see [RemoveReconciler].
  public RecipeBuilder<T, S> onRemove(
      String finalizer, Predicate<? super T> selected, Cleanup<T> cleanup) {
    wrappers.add(next -> RemoveReconciler.of(finalizer, cleanup, next).when(selected));
    return this;
  }

  /// Objects go only after all their children are gone, which a finalizer guarantees. Without this,
  /// children without an owner reference are deleted after their owner is gone.
  public RecipeBuilder<T, S> removeChildrenFirst(String finalizer) {
    childrenFinalizer = finalizer;
    return this;
  }

  /// How often sets whose owners are gone are looked for, beside once at the start; 10 minutes if
  /// nothing is said.
  public RecipeBuilder<T, S> sweepEvery(Duration period) {
    sweep = period;
    return this;
  }

  /// Changes the controller in any other way: name, workers, filters.
  public RecipeBuilder<T, S> controller(Consumer<ControllerBuilder<T>> change) {
    change.accept(builder);
    return this;
  }

  /// The function gives children and status; see [GeneratingReconciler].
  ///
  /// @param setId of the set of children; must never change
  public Controller generate(String setId, GeneratingReconciler.GeneratingFunction<T, S> function) {
    SetOptions options = setOptions.with(o -> o.kinds(children.toArray(Kind<?>[]::new)));
    GeneratingReconciler<T, S> plain =
        GeneratingReconciler.of(setId, function).set(options).condition(fields);
    GeneratingReconciler<T, S> generating = oncePerVersion ? plain.oncePerResourceVersion() : plain;
    DesiredSet.cacheInventories(manager.cache());
    DesiredSet.watchInventories(builder, setId, kind);
    builder.onGone(gone -> remove(generating, gone));
    SetSweeper sweeper = new SetSweeper(manager.client(), setId, kind, options);
    Tasks.periodicOnLeader(manager, "sweeper of " + setId, sweep, () -> sweeper.sweep());
    if (!childrenFinalizer.isEmpty()) {
      wrappers.addFirst(next -> childrenFirst(generating, next));
    }
    return complete(generating);
  }

  private Reconciler<T> childrenFirst(GeneratingReconciler<T, S> generating, Reconciler<T> next) {
    return RemoveReconciler.of(
        childrenFinalizer,
        (object, context) ->
            generating.remove(context.client(), kind, object.key())
                ? Result.done()
                : Result.after(GeneratingReconciler.WAITING),
        next);
  }

  /// The cache may be wrong about an object that was created again.
  private void remove(GeneratingReconciler<T, S> generating, Request gone) {
    if (manager.client().live().find(kind, gone.key()).isEmpty()) {
      boolean _ = generating.remove(manager.client(), kind, gone.key());
    }
  }

  /// The function gives the status; see [StatusReconciler].
  public Controller status(StatusReconciler.StatusFunction<T, S> function) {
    return complete(StatusReconciler.of(fields, function));
  }

  /// Any other reconciler.
  public Controller complete(Reconciler<T> reconciler) {
    Reconciler<T> wrapped = reconciler;
    for (UnaryOperator<Reconciler<T>> wrapper : wrappers) {
      wrapped = wrapper.apply(wrapped);
    }
    return builder.complete(wrapped);
  }
}
