package dev.drover.runtime.lasso;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ResourceClient;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Controller;
import dev.drover.runtime.Request;
import java.time.Duration;
import java.util.function.Predicate;

/// The controller of one kind that all handlers of this kind share, with the kind's client and
/// cache.
///
/// ```java
/// SharedController<Deployment> deployments = factory.forObject(Deployment.class);
/// deployments.registerHandler("log", (key, deployment) -> deployment);
/// deployments.onRemove("shop.example.com/cleanup", (key, deployment) -> cleanUp(deployment));
/// ```
///
/// Nothing is listed or watched before a handler is registered, an object is enqueued or the
/// informer is asked for; from then on the kind belongs to what [SharedControllerFactory#start]
/// starts. Handlers get the object as the cache has it or as the factory's clients wrote it since,
/// and null for one whose last finalizer they removed.
///
/// Controllers of one resource in several forms (typed, dynamic, metadata only) share the cache,
/// the queue and the workers. Only records, which lack the fields that they do not name, have a
/// cache of their own if a dynamic controller of their kind is needed later than they are.
///
/// Any number of threads.
///
/// In Go: {@index lasso controller.SharedController}, {@index deferredController}, {@index
/// deferredCache}.
///
/// @param <T> the type of the objects
public final class SharedController<T extends KubernetesObject> {
  private final Kind<T> kind;
  private final SharedControllerFactory factory;
  private final Deferred<SharedKind<?>> shared;

  SharedController(Kind<T> kind, SharedControllerFactory factory) {
    this.kind = kind;
    this.factory = factory;
    this.shared = new Deferred<>(() -> factory.shared(kind));
  }

  /// The kind of the objects.
  public Kind<T> kind() {
    return kind;
  }

  /// Calls the handler for every object of the kind, now and whenever one may have changed.
  ///
  /// On a controller that runs already, all objects are handed to all handlers again.
  ///
  /// In Go: {@index lasso controller.RegisterHandler}.
  ///
  /// @param name for logs, metrics and errors
  /// @return removes the handler again, also while workers run
  public AutoCloseable registerHandler(String name, ChangeHandler<T> handler) {
    SharedKind<?> made = shared.get();
    Runnable remove = made.handlers().add(name, kind, handler);
    if (factory.isStarted(made.controller())) {
      made.informer().indexer().listKeys().forEach(this::enqueue);
    }
    return remove::run;
  }

  /// As [#onRemove(String, Predicate, ChangeHandler)], for all objects.
  ///
  /// In Go: {@index generic.OnRemove}.
  public AutoCloseable onRemove(String finalizer, ChangeHandler<T> handler) {
    return onRemove(finalizer, _ -> true, handler);
  }

  /// Calls the handler before an object is deleted: the objects get a finalizer, which is removed
  /// when the handler has returned. After an exception the finalizer stays, and the handler is
  /// called again.
  ///
  /// @param finalizer a name with the domain of its owner, such as `example.com/cleanup`
  /// @param selected which objects get the finalizer; those that have it are handled in any case
  /// @param handler never gets null
  /// @return removes the handler again; finalizers stay on the objects
  public AutoCloseable onRemove(
      String finalizer, Predicate<? super T> selected, ChangeHandler<T> handler) {
    if (finalizer.indexOf('/') < 1) {
      throw new IllegalArgumentException(
          "a finalizer has the form example.com/cleanup, got '" + finalizer + "'");
    }
    return registerHandler(
        finalizer, new FinalizingHandler<>(finalizer, selected, handler, this::client));
  }

  /// Reads and writes on the server itself. The `User-Agent` of its requests names the kind, or the
  /// controller that is at work in the thread.
  ///
  /// In Go: {@index lasso controller.SharedController.Client}.
  ///
  /// @throws dev.drover.client.MappingException when the server does not have the kind (yet)
  public ResourceClient<T> client() {
    return factory
        .clients()
        .forKind(kind)
        .forController(SharedControllerFactory.groupKind(kind.gvk()));
  }

  /// The cache, in the form of this controller's objects: where the shared cache has another form,
  /// an informer of its own, which lists and watches the kind once more.
  ///
  /// In Go: {@index lasso controller.SharedController.Informer}.
  public SharedIndexInformer<T> informer() {
    return factory.informer(kind, shared.get());
  }

  /// Wants an object to be handled. No failure is counted.
  public void enqueue(String namespace, String name) {
    enqueue(ObjectKey.of(namespace, name));
  }

  /// Wants an object to be handled.
  ///
  /// In Go: {@index EnqueueKey}.
  public void enqueue(ObjectKey key) {
    controller().enqueue(Request.of(key));
  }

  /// Wants an object to be handled when so much time has passed.
  public void enqueueAfter(String namespace, String name, Duration delay) {
    controller().enqueueAfter(Request.of(namespace, name), delay);
  }

  /// The controller below: workers and queue.
  public Controller controller() {
    return shared.get().controller();
  }
}
