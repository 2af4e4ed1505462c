package dev.drover.informer;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// An [EventHandler] from functions, any of which may be left out: see [EventHandler#of()].
///
/// Immutable; each method gives a copy.
///
/// ```java
/// informer.addEventHandler(
///     EventHandler.<Pod>of()
///         .onAdd(pod -> index(pod))
///         .onDelete(deletion -> forget(deletion.key())));
/// ```
///
/// In Go: {@index cache.ResourceEventHandlerFuncs}.
///
/// @param <T> the type of the objects
public final class EventFunctions<T> implements EventHandler<T> {
  private final String name;
  private final Consumer<? super T> add;
  private final BiConsumer<? super T, ? super T> update;
  private final Consumer<? super Deletion<T>> delete;

  EventFunctions(
      String name,
      Consumer<? super T> add,
      BiConsumer<? super T, ? super T> update,
      Consumer<? super Deletion<T>> delete) {
    this.name = name;
    this.add = add;
    this.update = update;
    this.delete = delete;
  }

  /// A handler of this name, for logs and metrics.
  public EventFunctions<T> named(String changed) {
    return new EventFunctions<>(changed, add, update, delete);
  }

  /// Calls this function for new objects.
  public EventFunctions<T> onAdd(Consumer<? super T> function) {
    return new EventFunctions<>(name, function, update, delete);
  }

  /// Calls this function for changes, with the state before and the one now.
  public EventFunctions<T> onUpdate(BiConsumer<? super T, ? super T> function) {
    return new EventFunctions<>(name, add, function, delete);
  }

  /// Calls this function for deletions.
  public EventFunctions<T> onDelete(Consumer<? super Deletion<T>> function) {
    return new EventFunctions<>(name, add, update, function);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void onAdd(T object, boolean isInInitialList) {
    add.accept(object);
  }

  @Override
  public void onUpdate(T before, T now) {
    update.accept(before, now);
  }

  @Override
  public void onDelete(Deletion<T> deletion) {
    delete.accept(deletion);
  }
}
