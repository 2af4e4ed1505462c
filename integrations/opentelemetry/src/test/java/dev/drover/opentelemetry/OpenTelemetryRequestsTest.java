package dev.drover.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.RequestObserver.Ended;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OpenTelemetryRequestsTest {
  @Test
  void metricsHaveTheNamesAttributesAndBucketsOfClientGo() {
    InMemoryMetricReader reader = InMemoryMetricReader.create();
    try (SdkMeterProvider meters =
        SdkMeterProvider.builder().registerMetricReader(reader).build()) {
      OpenTelemetryRequests requests =
          new OpenTelemetryRequests(OpenTelemetrySdk.builder().setMeterProvider(meters).build());
      Ended busy = new Ended("GET", "h:1", 429, Duration.ofMillis(3));
      requests.ended(busy);
      requests.retried(busy);
      requests.completed("GET", "h:1", Duration.ofMillis(30));
      requests.waited("GET", "h:1", Duration.ofSeconds(50));
      requests.sent("PUT", "h:1", 65);
      requests.received("PUT", "h:1", 17_000_000);
      Map<String, MetricData> all =
          reader.collectAllMetrics().stream()
              .collect(Collectors.toMap(MetricData::getName, Function.identity()));

      assertThat(all.keySet())
          .containsExactlyInAnyOrder(
              "rest_client_requests_total",
              "rest_client_request_retries_total",
              "rest_client_request_duration_seconds",
              "rest_client_rate_limiter_duration_seconds",
              "rest_client_request_size_bytes",
              "rest_client_response_size_bytes");
      var count = all.get("rest_client_requests_total").getLongSumData().getPoints();
      assertThat(count).singleElement().satisfies(p -> assertThat(p.getValue()).isEqualTo(1));
      assertThat(count.iterator().next().getAttributes())
          .isEqualTo(
              Attributes.of(
                  AttributeKey.stringKey("code"),
                  "429",
                  AttributeKey.stringKey("method"),
                  "GET",
                  AttributeKey.stringKey("host"),
                  "h:1"));
      var times = all.get("rest_client_request_duration_seconds").getHistogramData().getPoints();
      assertThat(times.iterator().next().getBoundaries())
          .containsExactly(0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0);
      assertThat(times.iterator().next().getCounts().get(2)).isEqualTo(1);
      var sizes = all.get("rest_client_response_size_bytes").getHistogramData().getPoints();
      assertThat(sizes.iterator().next().getBoundaries()).hasSize(11).endsWith(16_777_216.0);
    }
  }
}
