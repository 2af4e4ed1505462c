package dev.drover.micrometer;

import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.HotLoop;
import dev.drover.runtime.QueueObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts what controllers and webhooks do, under the names that controller-runtime's metrics have
/// in Prometheus, so that dashboards and alerts go on working.
///
/// ```java
/// var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
/// var options = ManagerOptions.defaults().with(o -> o
///     .observer(new MicrometerObserver(registry))
///     .metrics(registry::scrape)
///     .health(8080));
/// ```
///
/// Has no state but the registry's. Any number of threads.
public final class MicrometerObserver implements ControllerObserver {
  private static final String CONTROLLER = "controller";
  private static final String WEBHOOK = "webhook";

  private final MeterRegistry registry;
  private final ConcurrentMap<String, AtomicInteger> active = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AtomicInteger> workers = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AtomicInteger> reviews = new ConcurrentHashMap<>();

  /// Counts in this registry.
  public MicrometerObserver(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void started(String controller) {
    gauge(active, "controller_runtime_active_workers", CONTROLLER, controller).incrementAndGet();
  }

  @Override
  public void ended(String controller, Outcome outcome, Duration took) {
    gauge(active, "controller_runtime_active_workers", CONTROLLER, controller).decrementAndGet();
    count("controller_runtime_reconcile", controller, "result", outcome.label());
    time("controller_runtime_reconcile_time", CONTROLLER, controller, took);
    switch (outcome) {
      case ERROR -> count("controller_runtime_reconcile_errors", controller);
      case TERMINAL -> {
        count("controller_runtime_reconcile_errors", controller);
        count("controller_runtime_terminal_reconcile_errors", controller);
      }
      case TIMEOUT -> {
        count("controller_runtime_reconcile_errors", controller);
        count("controller_runtime_reconcile_timeouts", controller);
      }
      case CRASH -> {
        count("controller_runtime_reconcile_errors", controller);
        count("controller_runtime_reconcile_panics", controller);
      }
      case DONE, AFTER, RETRY, CONFLICT -> {}
    }
  }

  @Override
  public void workers(String controller, int number) {
    gauge(workers, "controller_runtime_max_concurrent_reconciles", CONTROLLER, controller)
        .set(number);
  }

  @Override
  public void webhookStarted(String webhook) {
    inFlight(webhook).incrementAndGet();
  }

  @Override
  public void webhookEnded(String webhook, int code, Duration took) {
    inFlight(webhook).decrementAndGet();
    Counter.builder("controller_runtime_webhook_requests")
        .tag(WEBHOOK, webhook)
        .tag("code", Integer.toString(code))
        .register(registry)
        .increment();
    time("controller_runtime_webhook_latency", WEBHOOK, webhook, took);
  }

  @Override
  public void webhookCrashed(String webhook) {
    Counter.builder("controller_runtime_webhook_panics").register(registry).increment();
  }

  private AtomicInteger inFlight(String webhook) {
    return gauge(reviews, "controller_runtime_webhook_requests_in_flight", WEBHOOK, webhook);
  }

  @Override
  public void hotLoop(HotLoop loop) {
    count("drover_hot_loops", loop.controller());
  }

  @Override
  public QueueObserver queue(String controller) {
    return new Queue(controller);
  }

  private AtomicInteger gauge(
      ConcurrentMap<String, AtomicInteger> values, String name, String tag, String owner) {
    return values.computeIfAbsent(
        owner,
        _ -> {
          AtomicInteger value = new AtomicInteger();
          Gauge.builder(name, value, AtomicInteger::get).tag(tag, owner).register(registry);
          return value;
        });
  }

  /// Prometheus registries add `_seconds` to the names of timers by themselves.
  private void time(String name, String tag, String owner, Duration took) {
    Timer.builder(name)
        .tag(tag, owner)
        .publishPercentileHistogram()
        .register(registry)
        .record(took);
  }

  /// Prometheus registries add `_total` to the names of counters by themselves.
  private void count(String name, String controller, String... tags) {
    Counter.builder(name).tag(CONTROLLER, controller).tags(tags).register(registry).increment();
  }

  /// The queue of one controller.
  private final class Queue implements QueueObserver {
    private final String name;
    private final ConcurrentMap<Integer, AtomicInteger> depth = new ConcurrentHashMap<>();

    Queue(String name) {
      this.name = name;
    }

    private AtomicInteger depth(int priority) {
      return depth.computeIfAbsent(
          priority,
          _ -> {
            AtomicInteger value = new AtomicInteger();
            Gauge.builder("workqueue_depth", value, AtomicInteger::get)
                .tag("name", name)
                .tag("controller", name)
                .tag("priority", Integer.toString(priority))
                .register(registry);
            return value;
          });
    }

    private void countOne(String metric) {
      Counter.builder(metric)
          .tag("name", name)
          .tag("controller", name)
          .register(registry)
          .increment();
    }

    private void time(String metric, Duration took) {
      Timer.builder(metric)
          .tag("name", name)
          .tag("controller", name)
          .publishPercentileHistogram()
          .register(registry)
          .record(took);
    }

    @Override
    public void added(int priority) {
      depth(priority).incrementAndGet();
      countOne("workqueue_adds");
    }

    @Override
    public void raised(int from, int to) {
      depth(from).decrementAndGet();
      depth(to).incrementAndGet();
    }

    @Override
    public void taken(int priority, Duration waited) {
      depth(priority).decrementAndGet();
      time("workqueue_queue_duration", waited);
    }

    @Override
    public void done(Duration worked) {
      time("workqueue_work_duration", worked);
    }

    @Override
    public void retried() {
      countOne("workqueue_retries");
    }

    @Override
    public void dropped(int priority) {
      depth(priority).decrementAndGet();
    }
  }
}
