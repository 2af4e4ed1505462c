package dev.drover.runtime.lasso;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.ResourceClient;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Calls a handler before an object is deleted, which a finalizer guarantees.
///
/// | the object                       | what happens                                   |
/// |----------------------------------|------------------------------------------------|
/// | is gone                          | nothing                                        |
/// | is not deleting and is selected  | gets the finalizer, if it lacks it             |
/// | is not deleting, is not selected | nothing; a finalizer that it has stays         |
/// | is deleting, has the finalizer   | the handler runs, then the finalizer is removed|
/// | is deleting, lacks it            | nothing                                        |
///
/// @param selected which objects get the finalizer; those that have it are cleaned up in any case
record FinalizingHandler<T extends KubernetesObject>(
    String finalizer,
    Predicate<? super T> selected,
    ChangeHandler<T> handler,
    Supplier<ResourceClient<T>> client)
    implements ChangeHandler<T> {

  @Override
  public @Nullable T onChange(ObjectKey key, @Nullable T object) throws Exception {
    if (object == null) {
      return null;
    }
    boolean has = object.metadata().finalizers().contains(finalizer);
    if (object.metadata().isDeleting()) {
      return has ? released(key, object) : object;
    }
    return has || !selected.test(object)
        ? object
        : client.get().editMetadata(object, m -> m.withFinalizer(finalizer));
  }

  private @Nullable T released(ObjectKey key, T object) throws Exception {
    T returned = handler.onChange(key, object);
    T newest = returned == null || returned.metadata().uid().isEmpty() ? object : returned;
    try {
      return client.get().editMetadata(newest, m -> m.withoutFinalizer(finalizer));
    } catch (ApiException.NotFound e) {
      return newest; // another process has removed it
    }
  }
}
