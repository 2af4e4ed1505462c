package dev.drover.micrometer;

import dev.drover.client.RequestObserver;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.HotLoop;
import dev.drover.runtime.queue.QueueObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/// Counts what controllers, webhooks and the client of a manager do, under the names and with the
/// buckets of controller-runtime's metrics in Prometheus, so that dashboards and alerts keep
/// working.
///
/// ```java
/// var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
/// var options = ManagerOptions.defaults().with(o -> o
///     .observer(new MicrometerObserver(registry))
///     .metrics(registry::scrape)
///     .health(8080));
/// ```
///
/// The metrics of a controller, a queue, a webhook or a lease exist with the value 0 as soon as it
/// exists; those of the client are the ones of [MicrometerRequests]. Any number of threads.
///
/// In Go: {@index metrics.Registry}.
public final class MicrometerObserver implements ControllerObserver {
  private static final String CONTROLLER = "controller";
  private static final String WEBHOOK = "webhook";
  private static final String ACTIVE = "controller_runtime_active_workers";
  private static final String WORKERS = "controller_runtime_max_concurrent_reconciles";
  private static final String RUNS = "controller_runtime_reconcile";
  private static final String RUN_TIME = "controller_runtime_reconcile_time";
  private static final String ERRORS = "controller_runtime_reconcile_errors";
  private static final String TERMINAL = "controller_runtime_terminal_reconcile_errors";
  private static final String TIMEOUTS = "controller_runtime_reconcile_timeouts";
  private static final String PANICS = "controller_runtime_reconcile_panics";
  private static final String HOT_LOOPS = "drover_hot_loops";
  private static final String REVIEWS = "controller_runtime_webhook_requests";
  private static final String REVIEW_TIME = "controller_runtime_webhook_latency";
  private static final String IN_FLIGHT = "controller_runtime_webhook_requests_in_flight";
  private static final String WEBHOOK_PANICS = "controller_runtime_webhook_panics";
  private static final String CERTIFICATES = "certwatcher_read_certificate";
  private static final String CERTIFICATE_ERRORS = "certwatcher_read_certificate_errors";
  private static final String LEADER = "leader_election_master_status";

  private final Meters meters;
  private final QueueMeters queues;
  private final MicrometerRequests requests;

  /// Counts in this registry.
  public MicrometerObserver(MeterRegistry registry) {
    this.meters = new Meters(registry);
    this.queues = new QueueMeters(meters);
    this.requests = new MicrometerRequests(meters);
    meters.counter(WEBHOOK_PANICS);
    meters.counter(CERTIFICATES);
    meters.counter(CERTIFICATE_ERRORS);
  }

  @Override
  public QueueObserver queue(String controller) {
    meters.gauge(ACTIVE, CONTROLLER, controller);
    for (Outcome outcome : Outcome.values()) {
      meters.counter(RUNS, CONTROLLER, controller, "result", outcome.label());
    }
    for (String name : new String[] {ERRORS, TERMINAL, TIMEOUTS, PANICS, HOT_LOOPS}) {
      meters.counter(name, CONTROLLER, controller);
    }
    meters.timer(RUN_TIME, Buckets.RECONCILE, CONTROLLER, controller);
    return queues.of(controller);
  }

  @Override
  public void workers(String controller, int number) {
    meters.gauge(WORKERS, CONTROLLER, controller).set(number);
  }

  @Override
  public void started(String controller) {
    meters.gauge(ACTIVE, CONTROLLER, controller).incrementAndGet();
  }

  @Override
  public void ended(String controller, Outcome outcome, Duration took) {
    meters.gauge(ACTIVE, CONTROLLER, controller).decrementAndGet();
    meters.counter(RUNS, CONTROLLER, controller, "result", outcome.label()).increment();
    meters.timer(RUN_TIME, Buckets.RECONCILE, CONTROLLER, controller).record(took);
    switch (outcome) {
      case ERROR -> count(ERRORS, controller);
      case TERMINAL -> {
        count(ERRORS, controller);
        count(TERMINAL, controller);
      }
      case TIMEOUT -> {
        count(ERRORS, controller);
        count(TIMEOUTS, controller);
      }
      case CRASH -> {
        count(ERRORS, controller);
        count(PANICS, controller);
      }
      case DONE, AFTER, RETRY, CONFLICT -> {}
    }
  }

  private void count(String name, String controller) {
    meters.counter(name, CONTROLLER, controller).increment();
  }

  @Override
  public void hotLoop(HotLoop loop) {
    count(HOT_LOOPS, loop.controller());
  }

  @Override
  public void webhookAdded(String webhook) {
    meters.gauge(IN_FLIGHT, WEBHOOK, webhook);
    meters.counter(REVIEWS, WEBHOOK, webhook, "code", "200");
    meters.counter(REVIEWS, WEBHOOK, webhook, "code", "500");
    meters.timer(REVIEW_TIME, Buckets.WEBHOOK, WEBHOOK, webhook);
  }

  @Override
  public void webhookStarted(String webhook) {
    meters.gauge(IN_FLIGHT, WEBHOOK, webhook).incrementAndGet();
  }

  @Override
  public void webhookEnded(String webhook, int code, Duration took) {
    meters.gauge(IN_FLIGHT, WEBHOOK, webhook).decrementAndGet();
    meters.counter(REVIEWS, WEBHOOK, webhook, "code", Integer.toString(code)).increment();
    meters.timer(REVIEW_TIME, Buckets.WEBHOOK, WEBHOOK, webhook).record(took);
  }

  @Override
  public void webhookCrashed(String webhook) {
    meters.counter(WEBHOOK_PANICS).increment();
  }

  @Override
  public void certificateRead(boolean failed) {
    meters.counter(CERTIFICATES).increment();
    if (failed) {
      meters.counter(CERTIFICATE_ERRORS).increment();
    }
  }

  @Override
  public void leaderStatus(String lease, boolean isLeader) {
    meters.gauge(LEADER, "name", lease).set(isLeader ? 1 : 0);
  }

  @Override
  public RequestObserver requests() {
    return requests;
  }
}
