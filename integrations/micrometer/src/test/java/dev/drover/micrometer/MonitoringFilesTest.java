package dev.drover.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.RequestObserver;
import dev.drover.runtime.queue.QueueObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The dashboard and the alerts of the guide ask for metrics that exist.
class MonitoringFilesTest {
  private static final Path FOLDER = Path.of("..", "..", "docs", "monitoring");
  private static final Pattern METRIC =
      Pattern.compile(
          "\\b(?:controller_runtime|workqueue|rest_client|leader_election|drover)_[a-z_]*[a-z]\\b");

  @Test
  void everyMetricOfTheDashboardAndTheAlertsExists() throws IOException {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerObserver observer = new MicrometerObserver(registry);
    observer.queue("shop").opened(new Idle());
    observer.workers("shop", 1);
    observer.leaderStatus("shop", true);
    observer.requests().ended(new RequestObserver.Ended("GET", "server", 200, Duration.ZERO));
    String numbers = registry.scrape();
    for (String file : List.of("grafana-dashboard.json", "prometheus-rules.yaml")) {
      List<String> names =
          METRIC
              .matcher(Files.readString(FOLDER.resolve(file)))
              .results()
              .map(MatchResult::group)
              .distinct()
              .toList();
      assertThat(names).as(file).hasSizeGreaterThan(5);
      assertThat(names).as(file).allMatch(name -> numbers.contains("\n" + name));
    }
  }

  private static final class Idle implements QueueObserver.RunningWork {
    @Override
    public Duration total() {
      return Duration.ZERO;
    }

    @Override
    public Duration longest() {
      return Duration.ZERO;
    }
  }
}
