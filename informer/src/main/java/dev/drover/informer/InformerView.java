package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// An informer whose objects have another Java type than the cache that it shares.
final class InformerView<S extends KubernetesObject, T extends KubernetesObject>
    implements SharedInformer<T> {
  private final SharedIndexInformer<S> shared;
  private final ObjectForm<S, T> form;

  InformerView(SharedIndexInformer<S> shared, ObjectForm<S, T> form) {
    this.shared = shared;
    this.form = form;
  }

  @Override
  public String name() {
    return shared.name();
  }

  @Override
  public Registration addEventHandler(EventHandler<T> handler) {
    return shared.addEventHandler(new View(handler));
  }

  @Override
  public Registration addEventHandler(EventHandler<T> handler, HandlerOptions how) {
    return shared.addEventHandler(new View(handler), how);
  }

  @Override
  public Registration addEventHandlerWithResyncPeriod(EventHandler<T> handler, Duration period) {
    return shared.addEventHandlerWithResyncPeriod(new View(handler), period);
  }

  @Override
  public CacheReader<T> store() {
    return new ReaderView<>(shared.store(), form);
  }

  @Override
  @Deprecated(since = "0.1.0")
  @SuppressWarnings("InlineMeSuggester") // its body is nothing that users should write
  public ControllerView controller() {
    return new ControllerView(this);
  }

  @Override
  public boolean hasSynced() {
    return shared.hasSynced();
  }

  @Override
  public void awaitSynced(Duration limit) throws InterruptedException {
    shared.awaitSynced(limit);
  }

  @Override
  public void awaitVersion(String resourceVersion, Duration limit) throws InterruptedException {
    shared.awaitVersion(resourceVersion, limit);
  }

  @Override
  public void awaitCondition(Predicate<? super CacheReader<T>> condition, Duration limit)
      throws InterruptedException {
    shared.awaitCondition(state -> condition.test(view(state)), limit);
  }

  private CacheReader<T> view(CacheReader<S> state) {
    return new ReaderView<>(state, form);
  }

  @Override
  public String lastSyncResourceVersion() {
    return shared.lastSyncResourceVersion();
  }

  @Override
  public void setWatchErrorHandler(WatchErrorHandler handler) {
    shared.setWatchErrorHandler(handler);
  }

  @Override
  public void setTransform(UnaryOperator<T> transform) {
    shared.setTransform(object -> form.original(transform.apply(form.view(object))));
  }

  @Override
  public SharedInformer<T> start() {
    shared.start();
    return this;
  }

  @Override
  public boolean isStopped() {
    return shared.isStopped();
  }

  @Override
  public InformerState state() {
    return shared.state();
  }

  @Override
  public void close() {
    shared.close();
  }

  @Override
  public String toString() {
    return "informer of " + name() + " as " + form.to().type().getSimpleName();
  }

  private final class View implements EventHandler<S> {
    private final EventHandler<T> handler;

    View(EventHandler<T> handler) {
      this.handler = handler;
    }

    @Override
    public String name() {
      return handler.name();
    }

    @Override
    public void onAdd(S object, boolean isInInitialList) {
      handler.onAdd(form.view(object), isInInitialList);
    }

    @Override
    public void onUpdate(S before, S now) {
      T after = form.view(now);
      handler.onUpdate(isSame(before, now) ? after : form.view(before), after);
    }

    @SuppressWarnings("ReferenceEquality") // a resync has the same object twice
    private static boolean isSame(Object before, Object now) {
      return before == now;
    }

    @Override
    public void onDelete(Deletion<S> deletion) {
      handler.onDelete(
          switch (deletion) {
            case Deletion.Seen<S>(var key, var object) ->
                new Deletion.Seen<>(key, form.view(object));
            case DeletedFinalStateUnknown<S>(var key, var object) ->
                new DeletedFinalStateUnknown<>(key, object == null ? null : form.view(object));
          });
    }

    @Override
    public void onOverflow(HandlerOverflowException overflow) {
      handler.onOverflow(overflow);
    }
  }
}
