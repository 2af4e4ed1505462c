package dev.drover.runtime;

import dev.drover.client.RequestObserver;
import dev.drover.runtime.queue.QueueObserver;
import java.time.Duration;

/// Receives what controllers and webhooks do, for metrics. Each method names the metrics of
/// controller-runtime that are made from it.
///
/// ```java
/// ControllerObserver slow = new ControllerObserver() {
///   @Override public void ended(String controller, Outcome outcome, Duration took) {
///     if (took.toSeconds() > 10) { log.warn("{} took {}", controller, took); }
///   }
/// };
/// ManagerOptions.defaults().with(o -> o.observer(slow));
/// ```
///
/// Called by the workers, any number at once; a slow observer slows them down.
public interface ControllerObserver {
  /// Ignores everything.
  ControllerObserver NONE = new ControllerObserver() {};

  /// An observer that hands everything to this one and then to another.
  ///
  /// ```java
  /// options.with(o -> o.observer(options.observer().and(slow)));
  /// ```
  default ControllerObserver and(ControllerObserver other) {
    return this == NONE ? other : other == NONE ? this : new TwoObservers(this, other);
  }

  /// A run has begun: one more in `controller_runtime_active_workers`.
  default void started(String controller) {}

  /// A run has ended: `controller_runtime_reconcile_total`,
  /// `controller_runtime_reconcile_time_seconds`, `controller_runtime_reconcile_errors_total`,
  /// `controller_runtime_terminal_reconcile_errors_total`,
  /// `controller_runtime_reconcile_panics_total`, `controller_runtime_reconcile_timeouts_total`.
  default void ended(String controller, Outcome outcome, Duration took) {}

  /// The number of workers: `controller_runtime_max_concurrent_reconciles`.
  default void workers(String controller, int number) {}

  /// The observer of a controller's queue: the metrics `workqueue_*`.
  default QueueObserver queue(String controller) {
    return QueueObserver.NONE;
  }

  /// A webhook is served from now on: its metrics begin with 0.
  ///
  /// @param webhook its path
  default void webhookAdded(String webhook) {}

  /// A request has arrived at a webhook: one more in
  /// `controller_runtime_webhook_requests_in_flight`.
  ///
  /// @param webhook its path
  default void webhookStarted(String webhook) {}

  /// A request to a webhook was answered: `controller_runtime_webhook_requests_total`,
  /// `controller_runtime_webhook_latency_seconds`.
  ///
  /// @param code the HTTP status: 200 for every review that could be read, whatever the response
  default void webhookEnded(String webhook, int code, Duration took) {}

  /// A bug in a webhook: `controller_runtime_webhook_panics_total`.
  default void webhookCrashed(String webhook) {}

  /// The certificate of a server was read: `certwatcher_read_certificate_total`,
  /// `certwatcher_read_certificate_errors_total`.
  ///
  /// @param failed whether it could not be used
  default void certificateRead(boolean failed) {}

  /// This replica became the leader, or is none: `leader_election_master_status`.
  ///
  /// @param lease the name of the lease
  default void leaderStatus(String lease, boolean isLeader) {}

  /// The manager's client sent a request: `rest_client_requests_total`.
  default void requestEnded(RequestObserver.Ended request) {}

  /// The observer of the requests of the manager's client: the metrics `rest_client_*`. Unless
  /// overridden it knows [#requestEnded] alone.
  default RequestObserver requests() {
    return this::requestEnded;
  }

  /// A controller runs in circles.
  default void hotLoop(HotLoop loop) {}

  /// How a run ended.
  enum Outcome {
    /// All is well.
    DONE("success"),
    /// All is well; to be looked at again later.
    AFTER("requeue_after"),
    /// Not there yet.
    RETRY("requeue"),
    /// An exception.
    ERROR("error"),
    /// Another writer changed the object in the meantime; expected, and retried.
    CONFLICT("conflict"),
    /// Given up until something changes.
    TERMINAL("error"),
    /// Interrupted, as it took too long.
    TIMEOUT("error"),
    /// A bug in the reconciler: an unchecked exception of the language itself.
    CRASH("error");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /// The value of the label `result` in `controller_runtime_reconcile_total`.
    public String label() {
      return label;
    }
  }
}
