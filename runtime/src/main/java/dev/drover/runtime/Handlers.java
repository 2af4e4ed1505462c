package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.RequestInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The handlers of a shared controller. All of them are called for each object, in the order in
/// which they were registered, whether the ones before have failed or not; what one returns, the
/// next one gets.
///
/// A run works with the handlers that there are when it begins.
final class Handlers<T extends KubernetesObject> implements Work {
  private static final Logger LOG = LoggerFactory.getLogger(Handlers.class);

  private final Function<ObjectKey, @Nullable T> lookup;
  private final List<Named<T>> handlers = new CopyOnWriteArrayList<>();

  /// @param id tells a handler that was registered twice from itself
  private record Named<T extends KubernetesObject>(
      Object id, String name, ChangeHandler<T> handler) {}

  /// @param lookup the object as the cache has it, null when it is not there
  Handlers(Function<ObjectKey, @Nullable T> lookup) {
    this.lookup = lookup;
  }

  /// Appends a handler.
  ///
  /// @return takes it out again; a run that has begun may still call it
  Runnable add(String name, ChangeHandler<T> handler) {
    Named<T> named = new Named<>(new Object(), name, handler);
    handlers.add(named);
    return () -> handlers.remove(named);
  }

  @Override
  public Result on(Attempt attempt) throws Exception {
    ObjectKey key = attempt.request().key();
    T object = lookup.apply(key);
    List<HandlerException.Failure> failures = new ArrayList<>();
    for (Named<T> named : handlers) {
      try {
        object = newest(object, named.handler.onChange(key, object));
      } catch (InterruptedException | RequestInterruptedException e) {
        throw e;
      } catch (Exception e) {
        if (ErrIgnore.isIn(e)) {
          LOG.debug("handler {} ignores {}: {}", named.name, key, e.getMessage());
        } else {
          failures.add(new HandlerException.Failure(named.name, e));
        }
      }
    }
    if (!failures.isEmpty()) {
      throw failure(failures);
    }
    return Result.done();
  }

  /// An object without a uid has never been with the server, so it is not newer.
  private @Nullable T newest(@Nullable T before, @Nullable T returned) {
    return returned == null || returned.metadata().uid().isEmpty() ? before : returned;
  }

  /// Conflicts alone are part of life.
  private static Exception failure(List<HandlerException.Failure> failures) {
    boolean onlyConflicts =
        failures.stream().allMatch(f -> f.error() instanceof ApiException.Conflict);
    return onlyConflicts ? failures.getFirst().error() : HandlerException.of(failures);
  }
}
