package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.function.Consumer;

/// Handles the changes of a collection. Any method may be left out.
///
/// Each handler is called by one thread, one call after the other, in the order in which the
/// collection changed; handlers do not wait for each other. The collection may be newer than the
/// change, never older. A handler should be quick: slow work belongs into a work queue. If it
/// throws, that is logged and counted, and it gets the next change.
///
/// ```java
/// informer.addEventHandler(
///     EventHandler.<Pod>of()
///         .onAdd(pod -> ...)
///         .onUpdate((before, now) -> ...)
///         .onDelete(gone -> ...));
/// ```
///
/// *Slow handlers get coalesced changes.* While more than 1,024 changes wait for a handler
/// ([CacheOptions.Builder#coalesceAbove]), several updates of an object become one, from the first
/// state to the last, and an object that was created and deleted meanwhile is left out. The handler
/// ends with the state that the collection has, which is what controllers need, but it does not see
/// every event. client-go's handlers do, with a buffer that grows without bound. A handler that
/// needs every event asks for them with a bound of its own: [HandlerOptions.Builder#everyEvent].
///
/// In Go: {@index cache.ResourceEventHandler}, {@index cache.ResourceEventHandlerDetailedFuncs}.
///
/// @param <T> the type of the objects
public interface EventHandler<T> {
  /// An object came into the collection.
  ///
  /// @param isInInitialList whether it was there when this handler began
  default void onAdd(T object, boolean isInInitialList) {}

  /// An object changed, or is to be looked at again: then both are the same.
  default void onUpdate(T before, T now) {}

  /// An object is gone.
  default void onDelete(Deletion<T> deletion) {}

  /// This handler asked for every event, and more than its bound waited: this is the last call.
  /// Does nothing by default; the overflow is logged and counted in any case.
  default void onOverflow(HandlerOverflowException overflow) {}

  /// What the handler is called in logs, metrics and the names of threads; need not be unique.
  default String name() {
    String name = getClass().getSimpleName();
    return name.isEmpty() ? "handler" : name;
  }

  /// A handler from functions: none at first.
  static <T> EventFunctions<T> of() {
    return new EventFunctions<>("handler", _ -> {}, (_, _) -> {}, _ -> {});
  }

  /// A handler that gets only the key of the changed object: what a work queue needs.
  static <T extends KubernetesObject> EventFunctions<T> ofKeys(Consumer<ObjectKey> changed) {
    return new EventFunctions<>(
        "keys",
        object -> changed.accept(object.key()),
        (_, now) -> changed.accept(now.key()),
        deletion -> changed.accept(deletion.key()));
  }
}
