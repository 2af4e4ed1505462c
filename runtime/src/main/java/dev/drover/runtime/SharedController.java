package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ResourceClient;
import dev.drover.informer.SharedIndexInformer;
import java.time.Duration;
import java.util.Optional;

/// The controller of one kind that all handlers of this kind share, with the kind's client and
/// cache.
///
/// Nothing is listed or watched before a handler is registered, an object is enqueued or the
/// informer is asked for; from then on the kind belongs to what [SharedControllerFactory#start]
/// starts. Any number of threads.
///
/// In Go: {@index lasso controller.SharedController}.
///
/// @param <T> the type of the objects
public final class SharedController<T extends KubernetesObject> {
  private final Kind<T> kind;
  private final SharedControllerFactory factory;
  private final Deferred<Parts<T>> parts;

  /// What there is once somebody needs it.
  record Parts<T extends KubernetesObject>(
      SharedIndexInformer<T> informer, Handlers<T> handlers, Controller controller) {}

  SharedController(Kind<T> kind, SharedControllerFactory factory, Deferred<Parts<T>> parts) {
    this.kind = kind;
    this.factory = factory;
    this.parts = parts;
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
  /// @return takes the handler away again, also while workers run
  public AutoCloseable registerHandler(String name, ChangeHandler<T> handler) {
    Parts<T> made = parts.get();
    Runnable remove = made.handlers().add(name, handler);
    if (factory.isStarted(made.controller())) {
      made.informer().indexer().listKeys().forEach(this::enqueue);
    }
    return remove::run;
  }

  /// Reads and writes on the server itself. The `User-Agent` of its requests names the kind, or the
  /// controller that is at work in the thread.
  ///
  /// In Go: {@index lasso controller.SharedController.Client}.
  ///
  /// @throws dev.drover.client.MappingException when the server does not have the kind (yet)
  public ResourceClient<T> client() {
    return factory.clients().forKind(kind).forController(kind.gvk().kind());
  }

  /// The cache.
  ///
  /// In Go: {@index lasso controller.SharedController.Informer}.
  public SharedIndexInformer<T> informer() {
    return parts.get().informer();
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
    return parts.get().controller();
  }

  /// The cache, if the factory has started the controller.
  Optional<SharedIndexInformer<T>> startedInformer() {
    return parts.isMade() && factory.isStarted(controller())
        ? Optional.of(informer())
        : Optional.empty();
  }

  boolean isNeeded() {
    return parts.isMade();
  }
}
