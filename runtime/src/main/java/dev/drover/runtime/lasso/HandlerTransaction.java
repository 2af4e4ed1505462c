package dev.drover.runtime.lasso;

import dev.drover.api.KubernetesObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// Registers several handlers together or not at all: none of them is called before [#commit], and
/// none at all after [#close] without it.
///
/// ```java
/// try (var transaction = HandlerTransaction.begin()) {
///   transaction.registerHandler(factory.forObject(Deployment.class), "scale", this::scale);
///   transaction.registerHandler(factory.forObject(Service.class), "expose", this::expose);
///   check();                                          // an exception here registers nothing
///   transaction.commit();
/// }
/// ```
///
/// Any number of threads.
///
/// In Go: {@index lasso controller.HandlerTransaction}.
public final class HandlerTransaction implements AutoCloseable {
  private final List<Supplier<AutoCloseable>> pending = new ArrayList<>(); // guarded by this
  private boolean ended; // guarded by this

  private HandlerTransaction() {}

  /// A transaction without handlers.
  public static HandlerTransaction begin() {
    return new HandlerTransaction();
  }

  /// Registers a handler when this is committed; see [SharedController#registerHandler].
  ///
  /// @throws IllegalStateException if the transaction has ended
  public <T extends KubernetesObject> HandlerTransaction registerHandler(
      SharedController<T> controller, String name, ChangeHandler<T> handler) {
    return add(() -> controller.registerHandler(name, handler));
  }

  /// Registers a handler of deletions when this is committed; see [SharedController#onRemove].
  ///
  /// @throws IllegalStateException if the transaction has ended
  public <T extends KubernetesObject> HandlerTransaction onRemove(
      SharedController<T> controller, String finalizer, ChangeHandler<T> handler) {
    return add(() -> controller.onRemove(finalizer, handler));
  }

  private synchronized HandlerTransaction add(Supplier<AutoCloseable> registration) {
    requireOpen();
    pending.add(registration);
    return this;
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has been committed or rolled back");
    }
  }

  /// Registers all handlers, in the order of the calls. If one cannot be registered, those before
  /// it are removed again.
  ///
  /// @return removes all of them again
  /// @throws IllegalStateException if the transaction has ended
  public AutoCloseable commit() throws Exception {
    List<Supplier<AutoCloseable>> all;
    synchronized (this) {
      requireOpen();
      ended = true;
      all = List.copyOf(pending);
    }
    Deque<AutoCloseable> registered = new ArrayDeque<>(); // the latest first
    try {
      for (Supplier<AutoCloseable> registration : all) {
        registered.push(registration.get());
      }
    } catch (RuntimeException e) {
      for (AutoCloseable one : registered) {
        one.close();
      }
      throw e;
    }
    return () -> {
      for (AutoCloseable one : registered) {
        one.close();
      }
    };
  }

  /// Registers nothing. Does nothing after [#commit].
  public synchronized void rollback() {
    ended = true;
    pending.clear();
  }

  /// As [#rollback].
  @Override
  public void close() {
    rollback();
  }
}
