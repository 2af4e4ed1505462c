package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.runtime.engine.Activity;
import dev.drover.runtime.engine.QueuedController;
import dev.drover.runtime.engine.Work;
import dev.drover.runtime.internal.GuardedObserver;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The controllers of a manager, each with a name of its own. A name may be used again after its
/// controller was closed: controllers come and go while a manager runs. Any number of threads.
final class ControllerRegistry {
  /// How long a request waits that was taken although this replica does not lead any more.
  private static final Duration NOT_LEADING = Duration.ofSeconds(1);

  private final ManagerOptions options;
  private final WriteLog writes;
  private final HotLoops hotLoops;
  private final Activity activity;
  private final BooleanSupplier mayLead;
  private final Consumer<Throwable> fatal;
  private final Consumer<QueuedController> closed;
  private final List<QueuedController> controllers = new CopyOnWriteArrayList<>();
  private final Set<String> names = new HashSet<>(); // guarded by itself

  /// @param mayLead whether this replica leads, or there is no election
  /// @param fatal called with an error after which nothing can be relied on
  /// @param closed called with each controller that was closed
  ControllerRegistry(
      ManagerOptions options,
      WriteLog writes,
      Activity activity,
      BooleanSupplier mayLead,
      Consumer<Throwable> fatal,
      Consumer<QueuedController> closed) {
    this.options = options;
    this.writes = writes;
    this.hotLoops =
        new HotLoops(writes, options.time(), GuardedObserver.of(options.observer())::hotLoop);
    this.activity = activity;
    this.mayLead = mayLead;
    this.fatal = fatal;
    this.closed = closed;
  }

  /// Those that were not closed.
  List<QueuedController> all() {
    return List.copyOf(controllers);
  }

  /// Makes a controller, which is not started.
  ///
  /// @param managed whether the manager starts it, on the leader only if the options say so
  /// @throws IllegalStateException if there is one of this name
  QueuedController add(
      String name, Kind<?> kind, ControllerOptions how, Work work, boolean managed) {
    synchronized (names) {
      if (!names.add(name)) {
        throw new IllegalStateException(
            "there are two controllers with the name '"
                + name
                + "', which would share metrics and logs: call .named(...) on one of them");
      }
    }
    boolean isFenced = managed && how.isLeaderOnly();
    QueuedController controller =
        new QueuedController(
            name,
            kind.gvk().kind(),
            how,
            attempt -> {
              if (isFenced && !mayLead.getAsBoolean()) {
                return Result.after(NOT_LEADING); // by then the workers are called off
              }
              hotLoops.begins(name, attempt);
              return work.on(attempt);
            },
            new QueuedController.Environment(
                options.time(),
                options.observer(),
                options.tracer(),
                writes::attribute,
                activity,
                fatal::accept,
                this::forget));
    controllers.add(controller);
    return controller;
  }

  private void forget(QueuedController controller) {
    controllers.remove(controller);
    closed.accept(controller);
    synchronized (names) {
      names.remove(controller.name());
    }
  }
}
