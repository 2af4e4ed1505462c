package dev.drover.runtime.lasso;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.runtime.NamespaceNotCachedException;
import dev.drover.runtime.Result;
import dev.drover.runtime.cached.ObjectForms;
import dev.drover.runtime.engine.Attempt;
import dev.drover.runtime.engine.Work;
import dev.drover.runtime.internal.Causes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The handlers of the shared controllers of one resource. All of them are called for each object,
/// in the order in which they were registered, also after one has failed; what one returns, the
/// next one gets, in the form that it was registered for. Where that form has fields that the
/// returned one lacks, as after a record, the next one gets the object as it is read then.
///
/// A run works with the handlers that there are when it begins.
final class Handlers implements Work {
  private static final Logger LOG = LoggerFactory.getLogger(Handlers.class);

  private final Function<ObjectKey, @Nullable KubernetesObject> lookup;
  private final List<Named<?>> handlers = new CopyOnWriteArrayList<>();

  /// @param id tells a handler that was registered twice from itself
  private record Named<T extends KubernetesObject>(
      Object id, String name, Kind<T> kind, ChangeHandler<T> handler) {
    /// @return null if the handler has nothing newer
    @Nullable T call(
        ObjectKey key,
        @Nullable KubernetesObject object,
        Function<ObjectKey, @Nullable KubernetesObject> lookup)
        throws Exception {
      boolean fits = object == null || ObjectForms.hasAllOf(object, kind);
      KubernetesObject newest = fits ? object : lookup.apply(key);
      T given = newest == null ? null : ObjectForms.in(kind, newest);
      T returned = handler.onChange(key, given);
      return returned == given ? null : returned;
    }
  }

  /// @param lookup the object as it is read, null when it is gone; throws
  ///   [NamespaceNotCachedException]
  Handlers(Function<ObjectKey, @Nullable KubernetesObject> lookup) {
    this.lookup = lookup;
  }

  /// Appends a handler.
  ///
  /// @return removes it again; a run that has begun may still call it
  <T extends KubernetesObject> Runnable add(String name, Kind<T> kind, ChangeHandler<T> handler) {
    Named<T> named = new Named<>(new Object(), name, kind, handler);
    handlers.add(named);
    return () -> handlers.remove(named);
  }

  @Override
  public Result on(Attempt attempt) throws Exception {
    ObjectKey key = attempt.request().key();
    KubernetesObject object;
    try {
      object = lookup.apply(key);
    } catch (NamespaceNotCachedException e) {
      // Null would say that the object is gone. No retry: only a change of the options helps.
      return Result.terminal(
          "the cache does not cover namespace '%s': add it to FactoryOptions.namespaces"
              .formatted(key.namespace()));
    }
    List<HandlerException.Failure> failures = new ArrayList<>();
    for (Named<?> named : handlers) {
      try {
        object = newest(object, named.call(key, object, lookup));
      } catch (InterruptedException | RequestInterruptedException e) {
        throw e;
      } catch (Exception e) {
        if (Causes.any(e, IgnoredException.class)) {
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

  /// An object without a uid has never been stored by the server, so it is not newer.
  private static @Nullable KubernetesObject newest(
      @Nullable KubernetesObject before, @Nullable KubernetesObject returned) {
    return returned == null || returned.metadata().uid().isEmpty() ? before : returned;
  }

  /// Conflicts alone are expected: a later run has the newer state.
  private static Exception failure(List<HandlerException.Failure> failures) {
    boolean onlyConflicts =
        failures.stream().allMatch(f -> f.error() instanceof ApiException.Conflict);
    return onlyConflicts ? failures.getFirst().error() : HandlerException.of(failures);
  }
}
