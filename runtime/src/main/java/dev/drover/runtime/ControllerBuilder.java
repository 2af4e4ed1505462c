package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.PartialObject;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.cached.CachedKind;
import dev.drover.runtime.cached.InformerSource;
import dev.drover.runtime.engine.QueuedController;
import dev.drover.runtime.engine.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts a controller together. Nothing happens before the manager starts.
///
/// ```java
/// manager.controllerFor(Icecream.class)
///     .owns(Deployment.class)
///     .watches(Pod.class, EventMapper.label("icecream"))
///     .complete((icecream, ctx) -> Result.done());
/// ```
///
/// In Go: {@index builder.Builder}, {@index ctrl.NewControllerManagedBy}.
///
/// @param <T> the type of the objects that are reconciled
public final class ControllerBuilder<T extends KubernetesObject> {
  private final Manager manager;
  private final Kind<T> kind;
  private final List<Supplier<Source>> sources = new ArrayList<>();
  private EventFilter<T> filter = _ -> true;
  private EventFilter<KubernetesObject> everywhere = _ -> true;
  private String name;
  private ControllerOptions options;
  private final List<ObjectWork.Finalizer<T>> finalizers = new ArrayList<>();
  private @Nullable ErrorHandler<T> onError;
  private @Nullable Consumer<Request> onGone;
  private boolean managed = true;
  private boolean whenInstalled;

  ControllerBuilder(Manager manager, Kind<T> kind, ControllerOptions options) {
    this.manager = manager;
    this.kind = kind;
    this.name = kind.gvk().kind().toLowerCase(Locale.ROOT);
    this.options = options;
  }

  /// Changes of objects of this kind concern the object that controls them.
  ///
  /// In Go: {@index builder.Builder.Owns}.
  public <O extends KubernetesObject> ControllerBuilder<T> owns(Class<O> type) {
    return owns(Kind.of(type));
  }

  /// Changes of objects of this kind concern the object that controls them.
  public <O extends KubernetesObject> ControllerBuilder<T> owns(Kind<O> owned) {
    return watches(owned, EventMapper.owner(kind), _ -> true);
  }

  /// Those changes of owned objects that pass the filter concern the object that controls them.
  public <O extends KubernetesObject> ControllerBuilder<T> owns(
      Class<O> type, EventFilter<? super O> which) {
    return watches(Kind.of(type), EventMapper.owner(kind), which);
  }

  /// Changes of objects of this kind concern whom the mapper says.
  ///
  /// In Go: {@index builder.Builder.Watches}.
  public <W extends KubernetesObject> ControllerBuilder<T> watches(
      Class<W> type, EventMapper<? super W> mapper) {
    return watches(Kind.of(type), mapper, _ -> true);
  }

  /// Those changes that pass the filter concern whom the mapper says.
  public <W extends KubernetesObject> ControllerBuilder<T> watches(
      Class<W> type, EventMapper<? super W> mapper, EventFilter<? super W> which) {
    return watches(Kind.of(type), mapper, which);
  }

  /// Those changes that pass the filter concern whom the mapper says.
  public <W extends KubernetesObject> ControllerBuilder<T> watches(
      Kind<W> watched, EventMapper<? super W> mapper, EventFilter<? super W> which) {
    sources.add(() -> source(watched, which, mapper));
    return this;
  }

  /// As [#watches(Class, EventMapper)], but only the metadata is cached.
  ///
  /// In Go: {@index builder.OnlyMetadata}, {@index builder.Builder.WatchesMetadata}.
  public ControllerBuilder<T> watchesMetadata(
      Class<? extends KubernetesObject> type, EventMapper<? super PartialObject> mapper) {
    return watches(Kind.of(type).metadataOnly(), mapper, _ -> true);
  }

  /// Takes requests from another source, such as a timer.
  ///
  /// In Go: {@index builder.Builder.WatchesRawSource}.
  public ControllerBuilder<T> watches(Source source) {
    sources.add(() -> source);
    return this;
  }

  /// Only those changes of the objects themselves that pass are worth a reconcile; of several
  /// filters, all must let them pass.
  ///
  /// In Go: {@index builder.WithPredicates}.
  public ControllerBuilder<T> with(EventFilter<? super T> which) {
    filter = filter.and(which);
    return this;
  }

  /// Only those changes that pass are worth a reconcile: of the objects themselves, and of those of
  /// every kind that is owned or watched, whether that was said before this or after. Of several
  /// filters, all must let a change pass. Other sources, such as timers, have no changes to filter.
  ///
  /// ```java
  /// manager.controllerFor(Icecream.class).owns(Deployment.class)
  ///     .withEventFilter(EventFilter.matching(label("app", "shop")))
  /// ```
  ///
  /// In Go: {@index builder.Builder.WithEventFilter}.
  public ControllerBuilder<T> withEventFilter(EventFilter<KubernetesObject> which) {
    everywhere = everywhere.and(which);
    return this;
  }

  /// How many objects are looked at at once.
  ///
  /// In Go: {@index controller.Options.MaxConcurrentReconciles}.
  public ControllerBuilder<T> workers(int number) {
    return options(o -> o.workers(number));
  }

  /// After how long a run is interrupted.
  ///
  /// In Go: {@index controller.Options.ReconciliationTimeout}.
  public ControllerBuilder<T> timeout(Duration limit) {
    return options(o -> o.timeout(limit));
  }

  /// Changes how the controller works.
  ///
  /// In Go: {@index builder.Builder.WithOptions}.
  public ControllerBuilder<T> options(Consumer<ControllerOptions.Builder> change) {
    options = options.with(change);
    return this;
  }

  /// What logs, metrics and threads call it; the kind in lower case, if nothing is said.
  ///
  /// In Go: {@index builder.Builder.Named}.
  public ControllerBuilder<T> named(String other) {
    name = other;
    return this;
  }

  /// Objects get this finalizer, and are not deleted before the clean-up is done. Several
  /// finalizers are independent of each other: each is removed when its own clean-up is done.
  ///
  /// In Go: {@index finalizer.Finalizers}.
  ///
  /// @param finalizer a name with the domain of its owner, such as `example.com/cleanup`
  /// @throws IllegalStateException if the controller has this finalizer already
  public ControllerBuilder<T> finalizer(String finalizer, Cleanup<T> cleanup) {
    if (finalizer.indexOf('/') < 1) {
      throw new IllegalArgumentException(
          "a finalizer has the form example.com/cleanup, got '" + finalizer + "'");
    }
    if (finalizers.stream().anyMatch(other -> other.name().equals(finalizer))) {
      throw new IllegalStateException(
          "controller %s has the finalizer '%s' already".formatted(name, finalizer));
    }
    finalizers.add(new ObjectWork.Finalizer<>(finalizer, cleanup));
    return this;
  }

  /// Decides what exceptions mean, in place of a retry.
  public ControllerBuilder<T> onError(ErrorHandler<T> handler) {
    onError = handler;
    return this;
  }

  /// Called with the request of an object that is gone; the reconciler is not called for it.
  public ControllerBuilder<T> onGone(Consumer<Request> handler) {
    onGone = handler;
    return this;
  }

  /// The kinds of this controller, its own and those that it watches, need not be there when the
  /// manager starts: it begins to work with each of them when its CustomResourceDefinition appears,
  /// and sees all objects as deleted when it goes, as often as that happens. Without this a missing
  /// kind keeps the manager from starting.
  public ControllerBuilder<T> whenInstalled() {
    whenInstalled = true;
    return this;
  }

  /// The manager neither starts nor stops the controller: the caller does, with [Controller#start]
  /// and [Controller#close], while the manager runs.
  ///
  /// In Go: {@index controller.NewUnmanaged}.
  public ControllerBuilder<T> unmanaged() {
    managed = false;
    return this;
  }

  /// Hands objects to this reconciler, once the manager has started.
  ///
  /// In Go: {@index builder.Builder.Complete}, {@index builder.Builder.Build}.
  public Controller complete(Reconciler<T> reconciler) {
    informer(kind);
    CachedKind<T> cached = manager.cache().cached(kind);
    ClusterClient client = client();
    return finish(
        new ObjectWork<>(
            kind,
            cached,
            (attempt, object) -> manager.context(name, kind, attempt, client, object),
            reconciler,
            List.copyOf(finalizers),
            onError,
            onGone == null ? _ -> {} : onGone));
  }

  /// Hands nothing but names to this reconciler, those of objects that are gone included.
  public Controller completeRequests(Reconciler.OfRequests reconciler) {
    if (!finalizers.isEmpty() || onError != null || onGone != null) {
      throw new IllegalStateException(
          "finalizer, onError and onGone need a reconciler of objects: use complete, or do it in"
              + " the reconciler, which gets the names of those that are gone, too");
    }
    ClusterClient client = client();
    return finish(
        attempt ->
            reconciler.reconcile(
                attempt.request(), manager.<T>context(name, kind, attempt, client, null)));
  }

  private ClusterClient client() {
    return managed && options.isLeaderOnly() ? manager.fencedClient() : manager.client();
  }

  private Controller finish(Work work) {
    QueuedController controller = manager.registry().add(name, kind, options, work, managed);
    try {
      controller.watch(source(kind, filter, EventMapper.itself()));
      sources.forEach(source -> controller.watch(source.get()));
    } catch (RuntimeException e) {
      controller.close(); // releases its name
      throw e;
    }
    if (managed) {
      // Last: a running manager starts it at once, and no run may precede a source.
      manager.launch(controller);
    }
    return controller;
  }

  private <W extends KubernetesObject> Source source(
      Kind<W> watched, EventFilter<? super W> which, EventMapper<? super W> mapper) {
    EventFilter<W> all = change -> everywhere.test(change) && which.test(change);
    return new InformerSource<>(informer(watched), watched, all, mapper);
  }

  private <W extends KubernetesObject> SharedIndexInformer<W> informer(Kind<W> watched) {
    return manager.cache().informer(watched, whenInstalled, name);
  }
}
