package dev.drover.runtime;

import dev.drover.runtime.queue.QueueSnapshot;
import java.time.Duration;

/// Takes requests from its sources and hands each to a worker.
///
/// ```
/// Source ─▶ WorkQueue ─▶ Worker × n ─▶ Result
///              ▲                          │ after, retry, exception
///              └──────────────────────────┘
/// ```
///
/// [ControllerBuilder#complete] makes one:
///
/// ```java
/// Controller controller = manager.controllerFor(Icecream.class).complete(this::reconcile);
/// manager.start();
/// controller.enqueue(Request.of("shop", "vanilla"));      // a run more, without a change
/// controller.workers(8);                                  // from now on
/// ```
///
/// It belongs to a [Manager] or to a [dev.drover.runtime.lasso.SharedControllerFactory];
/// [ControllerBuilder#unmanaged] makes one that its caller starts and closes. Any number of
/// threads. Later releases may add methods, so only tests should implement it.
///
/// In Go: {@index controller.Controller}, {@index lasso controller.Controller}.
public interface Controller extends AutoCloseable {
  /// What logs, metrics and threads call it.
  String name();

  /// How it works.
  ControllerOptions options();

  /// Takes requests from one more source. A controller that runs starts the source at once, on a
  /// thread of its own, and waits until the start has returned: at most
  /// [ControllerOptions#syncTimeout], and not for the objects that the source hands over.
  ///
  /// ```java
  /// try (Source.Watching secrets = controller.watch(cache.source(Secret.KIND, mapper))) {
  ///   secrets.awaitSynced(Duration.ofSeconds(10));
  /// }
  /// ```
  ///
  /// @return closes the source again, whether the controller has started by then or not
  /// @throws StartException if the source fails to start, does not start in time, or the wait is
  ///   interrupted; names the controller and the source, which is not watched then
  /// @throws IllegalStateException if the controller is closed
  Source.Watching watch(Source source);

  /// Wants an object to be looked at. No failure is counted.
  ///
  /// In Go: {@index Enqueue}.
  void enqueue(Request request);

  /// Wants an object to be looked at when so much time has passed.
  ///
  /// In Go: {@index EnqueueAfter}.
  void enqueueAfter(Request request, Duration delay);

  /// Starts the sources, waits until they have handed over what is there, and starts the workers.
  /// Does nothing if it was started before.
  ///
  /// @throws StartException if a source has not handed over its objects in time; names each late
  ///   source and its reason
  void start() throws InterruptedException;

  /// The number of workers; those of a standby begin when it leads.
  int workers();

  /// Changes the number of workers, also before they begin. Those that are too many finish what
  /// they have.
  void workers(int number);

  /// The requests that wait, since when, and those that run.
  QueueSnapshot<Request> snapshot();

  /// Whether no request waits, runs or is about to be retried, as [Settleable] defines it.
  boolean isIdle();

  /// Stops at once: interrupts what runs. No run begins after this returns.
  @Override
  void close();
}
