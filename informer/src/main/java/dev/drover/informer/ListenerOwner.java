package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.lifecycle.Lifecycle;
import java.time.Duration;
import java.util.function.BiFunction;

/// What a listener needs of its informer.
///
/// @param informer the name of the informer
/// @param lateReport makes the exception for a wait that was too long
record ListenerOwner<T extends KubernetesObject>(
    String informer,
    InformerLifecycle<T> life,
    Broadcaster<T> broadcaster,
    Reporter reporter,
    BiFunction<String, Duration, SyncTimeoutException> lateReport)
    implements Listener.Owner<T> {
  @Override
  public Lifecycle threads() {
    return life.threads();
  }

  @Override
  public SyncTimeoutException late(String what, Duration limit) {
    return lateReport.apply(what, limit);
  }

  @Override
  public Monitor monitor() {
    return broadcaster.monitor();
  }

  @Override
  public void failed(Listener<T> listener, Throwable failure) {
    reporter.handlerFailed(listener.name(), failure);
  }

  @Override
  public boolean isIdle(Listener<T> listener) {
    return broadcaster.isIdle(listener);
  }

  @Override
  public void remove(Listener<T> listener) {
    broadcaster.remove(listener);
  }
}
