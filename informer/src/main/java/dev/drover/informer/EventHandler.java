package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.function.Consumer;

/// Is told of every change of a collection. Any method may be left out.
///
/// Each handler is called by one thread, one call after the other, in the order in which the
/// collection changed; handlers do not wait for each other. The collection may be newer than what a
/// handler is told, never older. A handler should be quick: slow work belongs behind a work queue.
/// When it throws, that is logged and counted, and it is told of the next change.
///
/// ```java
/// informer.addEventHandler(
///     EventHandler.<Pod>of()
///         .onAdd(pod -> ...)
///         .onUpdate((before, now) -> ...)
///         .onDelete(gone -> ...));
/// ```
///
/// A handler that is far behind, by more than a thousand changes, is not told of what is
/// superseded: of several updates of an object it gets one, from the first state to the last, and
/// of an object that came and went nothing.
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

  /// What the handler is called in logs, metrics and the names of threads; need not be unique.
  default String name() {
    String name = getClass().getSimpleName();
    return name.isEmpty() ? "handler" : name;
  }

  /// A handler from functions: none at first.
  static <T> EventFunctions<T> of() {
    return new EventFunctions<>("handler", _ -> {}, (_, _) -> {}, _ -> {});
  }

  /// A handler that is told only which object something happened to: what a work queue needs.
  static <T extends KubernetesObject> EventFunctions<T> ofKeys(Consumer<ObjectKey> changed) {
    return new EventFunctions<>(
        "keys",
        object -> changed.accept(object.key()),
        (_, now) -> changed.accept(now.key()),
        deletion -> changed.accept(deletion.key()));
  }
}
