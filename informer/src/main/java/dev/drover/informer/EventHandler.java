package dev.drover.informer;

/// Is told of every change of a collection. Any method may be left out.
///
/// Each handler is called by one thread, one call after the other, in the order in which the
/// collection changed; handlers do not wait for each other. The collection may be newer than what a
/// handler is told, never older. A handler should be quick: slow work belongs behind a work queue.
/// When it throws, that is logged and counted, and it is told of the next change.
///
/// In Go: {@index cache.ResourceEventHandler}, {@index cache.ResourceEventHandlerFuncs}, {@index
/// cache.ResourceEventHandlerDetailedFuncs}.
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
}
