package dev.drover.recipes;

import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.recipes.set.OwnerChangedException;
import dev.drover.recipes.set.OwnerGoneException;
import dev.drover.recipes.set.SetOptions;
import dev.drover.recipes.set.SetResult;
import dev.drover.recipes.set.SetSweeper;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Source;
import dev.drover.runtime.lasso.IgnoredException;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Handlers of shared controllers, in Wrangler's style.
///
/// ```java
/// var recipes = Recipes.over(factory);
/// recipes.registerStatusHandler(icecreams, "status", fields, (icecream, status) -> new Status(3));
/// recipes.registerGeneratingHandler(icecreams, "icecream", (icecream, status) ->
///     Generated.of(deploymentFor(icecream)), handler -> handler.children(Deployment.KIND));
/// recipes.relatedResources(EventMapper.label("icecream"), icecreams, factory.forObject(Pod.class));
/// ```
///
/// Objects that are being deleted are left alone; the children of an object that is gone are
/// deleted, even if no process was running when it was deleted. Any number of threads.
public final class LassoRecipes {
  private final SharedControllerFactory factory;

  LassoRecipes(SharedControllerFactory factory) {
    this.factory = factory;
  }

  /// Gives the status of an object.
  @FunctionalInterface
  public interface StatusHandler<T, S> {
    /// The status that the object should have; null = it stays as it is.
    ///
    /// @param status as it is; null while there is none
    @Nullable S onChange(T object, @Nullable S status) throws Exception;
  }

  /// Gives the children and the status of an object.
  @FunctionalInterface
  public interface GeneratingHandler<T, S> {
    /// All children that the object should have.
    ///
    /// @param status as it is; null while there is none
    Generated<S> onChange(T object, @Nullable S status) throws Exception;
  }

  /// Registers a handler that gives the status of each object; see [StatusReconciler] for what is
  /// guaranteed.
  ///
  /// In Go: {@index RegisterIcecreamStatusHandler}.
  ///
  /// @return removes the handler again
  public <T extends KubernetesObject & HasStatus<S>, S> AutoCloseable registerStatusHandler(
      SharedController<T> controller,
      String name,
      StatusFields<S> fields,
      StatusHandler<T, S> handler) {
    return controller.registerHandler(
        name,
        (_, object) ->
            object == null || object.metadata().isDeleting()
                ? object
                : new StatusRun<T, S>(factory.clients().client(), fields, factory.time())
                    .run(object, current -> handler.onChange(current, current.status()))
                    .orElse(object));
  }

  /// As [#registerGeneratingHandler(SharedController, String, GeneratingHandler, Consumer)].
  @SafeVarargs
  public final <T extends KubernetesObject & HasStatus<S>, S>
      AutoCloseable registerGeneratingHandler(
          SharedController<T> controller,
          String name,
          GeneratingHandler<T, S> handler,
          Class<? extends KubernetesObject>... children) {
    return registerGeneratingHandler(
        controller,
        name,
        handler,
        options -> {
          for (Class<? extends KubernetesObject> child : children) {
            options.children(Kind.of(child));
          }
        });
  }

  /// Registers a handler that gives the children and the status of each object; see
  /// [GeneratingReconciler] for what is guaranteed.
  ///
  /// In Go: {@index RegisterIcecreamGeneratingHandler}.
  ///
  /// @param name of the handler, and the id of the sets of children: it must never change
  /// @return removes the handler again
  public <T extends KubernetesObject & HasStatus<S>, S> AutoCloseable registerGeneratingHandler(
      SharedController<T> controller,
      String name,
      GeneratingHandler<T, S> handler,
      Consumer<GeneratingOptions<S>> change) {
    GeneratingOptions<S> options = new GeneratingOptions<>();
    change.accept(options);
    FactoryClient cluster = FactoryClient.over(factory, options.children());
    List<AutoCloseable> parts =
        new ArrayList<>(
            options.children().stream().map(child -> watchChildren(controller, child)).toList());
    if (!options.childrenFinalizer().isEmpty()) {
      parts.add(
          controller.onRemove(
              options.childrenFinalizer(),
              (key, object) -> {
                requireRemoved(controller, name, cluster, options, key);
                return object;
              }));
    }
    parts.add(
        controller.registerHandler(
            name,
            (key, object) -> {
              if (object == null) {
                return removed(controller, name, cluster, options, key);
              }
              return object.metadata().isDeleting()
                  ? object
                  : generated(controller, name, cluster, options, handler, object);
            }));
    parts.add(
        controller
            .controller()
            .watch(
                owners(
                    cluster.inventories(),
                    DesiredSet.ownersOfInventories(name, controller.kind()))));
    SetSweeper sweeper = new SetSweeper(cluster, name, controller.kind(), options.set());
    parts.add(
        controller
            .controller()
            .watch(new SweepSource(name, sweeper, options.sweep(), factory.time())));
    return () -> {
      for (AutoCloseable part : parts.reversed()) {
        part.close();
      }
    };
  }

  /// A change of an inventory concerns its owner: another client may have deleted it.
  private static <I extends KubernetesObject> Source owners(
      SharedIndexInformer<I> inventories, EventMapper<KubernetesObject> owners) {
    return Source.of(inventories, owners);
  }

  private <C extends KubernetesObject> AutoCloseable watchChildren(
      SharedController<?> owners, Kind<C> child) {
    return relatedResources(RelatedResources.owner(owners.kind()), owners, factory.forKind(child));
  }

  private <T extends KubernetesObject & HasStatus<S>, S> @Nullable T removed(
      SharedController<T> controller,
      String name,
      FactoryClient cluster,
      GeneratingOptions<S> options,
      ObjectKey key) {
    // The cache may be wrong about an object that was created again.
    if (cluster.live().find(controller.kind(), key).isEmpty()
        && !isRemoved(controller, name, cluster, options, key)) {
      controller.enqueueAfter(key.namespace(), key.name(), GeneratingReconciler.WAITING);
    }
    return null;
  }

  /// @throws IgnoredException if children are left: the finalizer stays, and that is no failure
  private <S> void requireRemoved(
      SharedController<?> controller,
      String name,
      FactoryClient cluster,
      GeneratingOptions<S> options,
      ObjectKey key) {
    if (!isRemoved(controller, name, cluster, options, key)) {
      controller.enqueueAfter(key.namespace(), key.name(), GeneratingReconciler.WAITING);
      throw new IgnoredException("children of " + key + " are being deleted");
    }
  }

  private static <S> boolean isRemoved(
      SharedController<?> controller,
      String name,
      FactoryClient cluster,
      GeneratingOptions<S> options,
      ObjectKey key) {
    options.applied().forget(key);
    return DesiredSet.of(cluster, name)
        .ownedBy(controller.kind(), key)
        .with(options.set())
        .remove()
        .isComplete();
  }

  private <T extends KubernetesObject & HasStatus<S>, S> T generated(
      SharedController<T> controller,
      String name,
      FactoryClient cluster,
      GeneratingOptions<S> options,
      GeneratingHandler<T, S> handler,
      T object)
      throws Exception {
    RequeueTimes waits = new RequeueTimes();
    try {
      T now =
          new StatusRun<T, S>(cluster, options.fields(), factory.time())
              .run(object, current -> applied(name, cluster, options, handler, current, waits))
              .orElse(object);
      options.applied().moved(object, now);
      waits.delay().ifPresent(d -> controller.enqueueAfter(object.namespace(), object.name(), d));
      return now;
    } catch (OwnerGoneException e) {
      return object; // its removal is the next event
    } catch (OwnerChangedException e) {
      controller.enqueueAfter(object.namespace(), object.name(), GeneratingReconciler.WAITING);
      return object; // its change is the next event
    }
  }

  private static <T extends KubernetesObject & HasStatus<S>, S> @Nullable S applied(
      String name,
      FactoryClient cluster,
      GeneratingOptions<S> options,
      GeneratingHandler<T, S> handler,
      T object,
      RequeueTimes waits)
      throws Exception {
    Generated<S> generated = handler.onChange(object, object.status());
    waits.again(generated.again());
    if (!options.applied().has(object)) {
      SetOptions set = options.set().with(o -> o.currentOwner(true));
      SetResult result =
          DesiredSet.of(cluster, name).ownedBy(object).with(set).execute(generated.children());
      waits.whether(result.isComplete());
      if (result.isComplete()) {
        options.applied().add(object);
      }
    }
    return generated.status();
  }

  /// A change of a watched object has those objects of a controller handled that the resolver
  /// gives: with the state before a change and after it, and with the last known state of objects
  /// that are gone.
  ///
  /// In Go: {@index relatedresource.WatchClusterScoped}.
  ///
  /// @param resolver see [RelatedResources] and [EventMapper]
  /// @return ends it
  @SafeVarargs
  public final <W extends KubernetesObject> AutoCloseable relatedResources(
      EventMapper<? super W> resolver,
      SharedController<?> enqueued,
      SharedController<W>... watched) {
    List<AutoCloseable> sources = new ArrayList<>();
    for (SharedController<W> kind : watched) {
      sources.add(enqueued.controller().watch(Source.of(kind.informer(), resolver)));
    }
    return () -> {
      for (AutoCloseable source : sources) {
        source.close();
      }
    };
  }
}
