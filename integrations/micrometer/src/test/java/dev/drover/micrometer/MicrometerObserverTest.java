package dev.drover.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.server.EmbeddedApiServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
      while (!numbers.contains("workqueue_retries_total")) {
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
}
