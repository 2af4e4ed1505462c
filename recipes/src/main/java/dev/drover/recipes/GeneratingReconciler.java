package dev.drover.recipes;

import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ReadWriter;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.recipes.set.OwnerChangedException;
import dev.drover.recipes.set.OwnerGoneException;
import dev.drover.recipes.set.SetOptions;
import dev.drover.recipes.set.SetResult;
import dev.drover.runtime.Context;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Result;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A reconciler that is a function from an object to its children and its status.
///
/// ```java
/// manager.controllerFor(Icecream.class)
///     .owns(Deployment.class)
///     .complete(GeneratingReconciler.of("icecream",
///         (icecream, ctx) -> Generated.of(deploymentFor(icecream))));
/// ```
///
/// [RecipeBuilder] adds what a controller around it needs: the cache of the inventories, children
/// in other namespaces, and the removal of children whose owner is gone.
///
/// **Guarantees.** The children are a [DesiredSet] with its guarantees; the status is written as by
/// [StatusReconciler]. Nothing is generated for an object that is being deleted; its children stay
/// until it is gone.
///
/// In Go: {@index RegisterGeneratingHandler}.
public final class GeneratingReconciler<T extends KubernetesObject & HasStatus<S>, S>
    implements Reconciler<T> {
  /// How long members that are being deleted are left before the set is looked at again, should
  /// their kind not be watched.
  static final Duration WAITING = Duration.ofSeconds(5);

  private final String setId;
  private final GeneratingFunction<T, S> function;
  private final SetOptions options;
  private final StatusFields<S> fields;
  private final AppliedVersions applied;

  private GeneratingReconciler(
      String setId,
      GeneratingFunction<T, S> function,
      SetOptions options,
      StatusFields<S> fields,
      AppliedVersions applied) {
    this.setId = setId;
    this.function = function;
    this.options = options;
    this.fields = fields;
    this.applied = applied;
  }

  /// A reconciler of this function.
  ///
  /// @param setId of the set of children; must never change
  public static <T extends KubernetesObject & HasStatus<S>, S> GeneratingReconciler<T, S> of(
      String setId, GeneratingFunction<T, S> function) {
    return new GeneratingReconciler<>(
        setId, function, SetOptions.defaults(), StatusFields.none(), AppliedVersions.off());
  }

  /// Gives the children and the status of an object.
  @FunctionalInterface
  public interface GeneratingFunction<T extends KubernetesObject, S> {
    /// All children that the object should have. May be called several times.
    Generated<S> generate(T object, Context<T> context) throws Exception;
  }

  /// The same with these options of the set.
  public GeneratingReconciler<T, S> set(SetOptions changed) {
    return new GeneratingReconciler<>(setId, function, changed, fields, applied);
  }

  /// The same with this condition.
  public GeneratingReconciler<T, S> condition(StatusFields<S> changed) {
    return new GeneratingReconciler<>(setId, function, options, changed, applied);
  }

  /// The same; children are applied once for each resource version of the object, so changes that
  /// others make to the children are not reverted before the object changes. The function is called
  /// at every run. What failed is applied again.
  ///
  /// In Go: {@index generic.GeneratingHandlerOptions.UniqueApplyForResourceVersion}.
  public GeneratingReconciler<T, S> oncePerResourceVersion() {
    return new GeneratingReconciler<>(setId, function, options, fields, AppliedVersions.on());
  }

  @Override
  public Result reconcile(T object, Context<T> context) throws Exception {
    if (object.metadata().isDeleting()) {
      return Result.done();
    }
    RequeueTimes waits = new RequeueTimes();
    try {
      var written =
          new StatusRun<T, S>(context.client(), fields, context.clock())
              .run(object, current -> generate(current, context, waits));
      written.ifPresent(now -> applied.moved(object, now));
    } catch (OwnerGoneException e) {
      context.log().debug("{}", e.getMessage());
      return Result.done(); // its removal is the next event
    } catch (OwnerChangedException e) {
      context.log().debug("{}", e.getMessage());
      return Result.after(WAITING); // its change is the next event
    }
    return waits.result();
  }

  private @Nullable S generate(T object, Context<T> context, RequeueTimes waits) throws Exception {
    Generated<S> generated = function.generate(object, context);
    waits.again(generated.again());
    if (!applied.has(object)) {
      SetResult result =
          DesiredSet.of(context.client(), setId)
              .ownedBy(object)
              .with(options.with(o -> o.currentOwner(true)))
              .execute(generated.children());
      waits.whether(result.isComplete());
      if (result.isComplete()) {
        applied.add(object);
      }
    }
    return generated.status();
  }

  /// Deletes the children of an object that is gone, or about to go.
  ///
  /// @return whether nothing is left
  boolean remove(ReadWriter cluster, Kind<T> kind, ObjectKey key) {
    applied.forget(key);
    return DesiredSet.of(cluster, setId).ownedBy(kind, key).with(options).remove().isComplete();
  }

  String setId() {
    return setId;
  }

  SetOptions options() {
    return options;
  }
}
