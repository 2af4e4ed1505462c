package dev.drover.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.runtime.queue.QueueObserver;
import dev.drover.runtime.queue.QueueOptions;
import dev.drover.runtime.queue.WorkQueue;
import dev.drover.server.EmbeddedApiServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MicrometerObserverTest {
  @Test
  void metricsHaveTheNamesOfControllerRuntime() throws Exception {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (var server = EmbeddedApiServer.start();
        var manager =
            Manager.connect(
                "metered",
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
                ManagerOptions.defaults()
                    .with(
                        o -> o.namespaces("default").observer(new MicrometerObserver(registry))))) {
      manager
          .controllerFor(ConfigMap.class)
          .workers(3)
          .complete(
              (map, ctx) -> {
                if (map.name().equals("bad") && ctx.attempt() == 1) {
                  throw new IllegalStateException("once");
                }
                return Result.done();
              });
      manager.start();
      manager.client().create(ConfigMap.named("default", "good"));
      manager.client().create(ConfigMap.named("default", "bad"));
      String numbers = "";
      while (!numbers.contains("workqueue_retries_total" + QUEUE + "} 1.0")) {
        manager.settle(Duration.ofSeconds(20));
        numbers = registry.scrape();
      }
      assertThat(numbers)
          .contains(
              "controller_runtime_reconcile_total{controller=\"configmap\",result=\"success\"}")
          .contains(
              "controller_runtime_reconcile_total{controller=\"configmap\",result=\"error\"} 1.0")
          .contains("controller_runtime_reconcile_errors_total{controller=\"configmap\"} 1.0")
          .contains("controller_runtime_reconcile_panics_total{controller=\"configmap\"} 1.0")
          .contains("controller_runtime_reconcile_time_seconds_bucket{controller=\"configmap\"")
          .contains("controller_runtime_max_concurrent_reconciles{controller=\"configmap\"} 3.0")
          .contains("controller_runtime_active_workers{controller=\"configmap\"} 0.0")
          .contains("workqueue_depth{controller=\"configmap\",name=\"configmap\",priority=\"0\"}")
          .contains("workqueue_adds_total{controller=\"configmap\",name=\"configmap\"}")
          .contains("workqueue_queue_duration_seconds_count")
          .contains("workqueue_work_duration_seconds_count");
    }
  }

  @Test
  void metricsOfWebhooksHaveTheNamesOfControllerRuntime() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerObserver observer = new MicrometerObserver(registry);
    observer.webhookStarted("/a");
    observer.webhookStarted("/a");
    observer.webhookCrashed("/a");
    observer.webhookEnded("/a", 200, Duration.ofMillis(3));
    assertThat(registry.scrape())
        .contains("controller_runtime_webhook_requests_in_flight{webhook=\"/a\"} 1.0")
        .contains("controller_runtime_webhook_requests_total{code=\"200\",webhook=\"/a\"} 1.0")
        .contains("controller_runtime_webhook_latency_seconds_count{webhook=\"/a\"} 1")
        .contains("controller_runtime_webhook_panics_total 1.0");
  }

  private static final String QUEUE = "{controller=\"configmap\",name=\"configmap\"";

  private static Manager manager(
      EmbeddedApiServer server, MeterRegistry registry, Consumer<ManagerOptions.Builder> how) {
    return Manager.connect(
        "metered",
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
        ManagerOptions.defaults()
            .with(o -> o.namespaces("default").observer(new MicrometerObserver(registry)))
            .with(how));
  }

  @Test
  void controllerMetricsAreZeroBeforeTheFirstRun() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (var server = EmbeddedApiServer.start();
        var manager = manager(server, registry, _ -> {})) {
      manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      String labels = "{controller=\"configmap\"";
      assertThat(registry.scrape())
          .contains("controller_runtime_reconcile_total" + labels + ",result=\"success\"} 0.0")
          .contains("controller_runtime_reconcile_total" + labels + ",result=\"error\"} 0.0")
          .contains("controller_runtime_reconcile_total" + labels + ",result=\"requeue\"} 0.0")
          .contains(
              "controller_runtime_reconcile_total" + labels + ",result=\"requeue_after\"} 0.0")
          .contains("controller_runtime_reconcile_errors_total" + labels + "} 0.0")
          .contains("controller_runtime_terminal_reconcile_errors_total" + labels + "} 0.0")
          .contains("controller_runtime_reconcile_panics_total" + labels + "} 0.0")
          .contains("controller_runtime_reconcile_timeouts_total" + labels + "} 0.0")
          .contains("controller_runtime_reconcile_time_seconds_count" + labels + "} 0")
          .contains("controller_runtime_active_workers" + labels + "} 0.0")
          .contains("workqueue_depth" + QUEUE + ",priority=\"0\"} 0.0")
          .contains("workqueue_adds_total" + QUEUE + "} 0.0")
          .contains("workqueue_retries_total" + QUEUE + "} 0.0")
          .contains("workqueue_queue_duration_seconds_count" + QUEUE + "} 0")
          .contains("workqueue_work_duration_seconds_count" + QUEUE + "} 0")
          .contains("workqueue_unfinished_work_seconds" + QUEUE + "} 0.0")
          .contains("workqueue_longest_running_processor_seconds" + QUEUE + "} 0.0")
          .contains("controller_runtime_webhook_panics_total 0.0")
          .contains("certwatcher_read_certificate_total 0.0")
          .contains("certwatcher_read_certificate_errors_total 0.0");
    }
  }

  @Test
  void histogramsHaveTheBucketsOfControllerRuntime() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerObserver observer = new MicrometerObserver(registry);
    QueueObserver queue = observer.queue("a");
    observer.webhookAdded("/a");
    queue.done(Duration.ofMillis(3));
    String scraped = registry.scrape();
    assertThat(bounds(scraped, "controller_runtime_reconcile_time_seconds"))
        .hasSize(41)
        .startsWith("0.005", "0.01", "0.025", "0.05", "0.1", "0.15")
        .endsWith("40.0", "50.0", "60.0", "+Inf");
    assertThat(bounds(scraped, "controller_runtime_webhook_latency_seconds"))
        .containsExactly(
            "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0",
            "+Inf");
    assertThat(bounds(scraped, "workqueue_work_duration_seconds"))
        .containsExactly(
            "1.0E-8", "1.0E-7", "1.0E-6", "1.0E-5", "1.0E-4", "0.001", "0.01", "0.1", "1.0", "10.0",
            "100.0", "1000.0", "+Inf");
  }

  private static List<String> bounds(String scraped, String metric) {
    return Pattern.compile(metric + "_bucket\\{.*le=\"([^\"]*)\"")
        .matcher(scraped)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void queueDepthIsRightForARecreatedQueueOfTheSameName() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerObserver observer = new MicrometerObserver(registry);
    String depth = "workqueue_depth{controller=\"a\",name=\"a\",priority=\"0\"} ";
    try (WorkQueue<String> first = queue(observer)) {
      first.add("x");
      assertThat(registry.scrape()).contains(depth + "1.0");
    }
    assertThat(registry.scrape()).contains(depth + "0.0");
    try (WorkQueue<String> second = queue(observer)) {
      second.add("x");
      second.add("y");
      assertThat(registry.scrape()).contains(depth + "2.0");
    }
  }

  private static WorkQueue<String> queue(MicrometerObserver observer) {
    return new WorkQueue<>(
        QueueOptions.defaults().with(o -> o.name("a").observer(observer.queue("a"))));
  }

  @Test
  void unfinishedWorkIsMeasuredForTheLatestQueueOfAName() throws Exception {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerObserver observer = new MicrometerObserver(registry);
    ManualTime time = new ManualTime();
    queue(observer).close();
    try (WorkQueue<String> queue =
        new WorkQueue<>(
            QueueOptions.defaults()
                .with(o -> o.name("a").observer(observer.queue("a")).time(time)))) {
      queue.add("x");
      queue.add("y");
      String first = queue.take().orElseThrow();
      time.advance(Duration.ofSeconds(5));
      queue.take();
      time.advance(Duration.ofSeconds(2));
      assertThat(registry.scrape())
          .contains("workqueue_unfinished_work_seconds{controller=\"a\",name=\"a\"} 9.0")
          .contains("workqueue_longest_running_processor_seconds{controller=\"a\",name=\"a\"} 7.0");
      queue.done(first);
      assertThat(registry.scrape())
          .contains("workqueue_unfinished_work_seconds{controller=\"a\",name=\"a\"} 2.0");
    }
  }

  @Test
  void prioritiesBeyondTheLimitShareOneSeries() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    QueueObserver queue = new MicrometerObserver(registry).queue("a");
    for (int priority = 0; priority < 100; priority++) {
      queue.added(priority);
    }
    assertThat(registry.scrape().lines().filter(line -> line.startsWith("workqueue_depth{")))
        .hasSize(26)
        .contains(
            "workqueue_depth{controller=\"a\",name=\"a\",priority=\"exceeded_cardinality_limit\"}"
                + " 75.0");
  }

  @Test
  @Tag("slow")
  void leaderStatusAndRequestsOfTheClientAreCounted() throws Exception {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (var server = EmbeddedApiServer.start();
        var manager = manager(server, registry, o -> o.leaderElection())) {
      assertThat(registry.scrape()).contains("leader_election_master_status{name=\"metered\"} 0.0");
      manager.start();
      while (!registry.scrape().contains("leader_election_master_status{name=\"metered\"} 1.0")) {
        Thread.onSpinWait(); // bounded by the time-out of tests
      }
      String host = server.url().getHost() + ":" + server.url().getPort();
      assertThat(registry.scrape())
          .containsPattern(
              "rest_client_requests_total\\{code=\"201\",host=\""
                  + host
                  + "\",method=\"POST\"\\} [1-9]")
          .containsPattern(
              "rest_client_request_duration_seconds_bucket\\{host=\""
                  + host
                  + "\",verb=\"POST\",le=\"0.025\"\\} ")
          .containsPattern(
              "rest_client_response_size_bytes_bucket\\{host=\""
                  + host
                  + "\",verb=\"GET\",le=\"64.0\"\\} ");
    }
    assertThat(registry.scrape()).contains("leader_election_master_status{name=\"metered\"} 0.0");
  }
}
