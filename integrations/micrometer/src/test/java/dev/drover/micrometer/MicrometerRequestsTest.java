package dev.drover.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.RequestObserver.Ended;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MicrometerRequestsTest {
  @Test
  void metricsHaveTheNamesLabelsAndBucketsOfClientGo() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerRequests requests = new MicrometerRequests(registry);
    Ended busy = new Ended("GET", "h:1", 429, Duration.ofMillis(3));
    Ended failed = new Ended("GET", "h:1", 0, Duration.ofMillis(3));
    requests.ended(busy);
    requests.ended(failed);
    requests.retried(failed);
    requests.completed("GET", "h:1", Duration.ofMillis(30));
    requests.waited("GET", "h:1", Duration.ofSeconds(50));
    requests.sent("PUT", "h:1", 65);
    requests.received("PUT", "h:1", 17_000_000);

    assertThat(registry.scrape().lines())
        .contains(
            "rest_client_requests_total{code=\"429\",host=\"h:1\",method=\"GET\"} 1.0",
            "rest_client_requests_total{code=\"<error>\",host=\"h:1\",method=\"GET\"} 1.0",
            "rest_client_request_retries_total{code=\"<error>\",host=\"h:1\",verb=\"GET\"} 1.0",
            "rest_client_request_duration_seconds_bucket{host=\"h:1\",verb=\"GET\",le=\"0.025\"} 0",
            "rest_client_request_duration_seconds_bucket{host=\"h:1\",verb=\"GET\",le=\"0.1\"} 1",
            "rest_client_rate_limiter_duration_seconds_bucket{host=\"h:1\",verb=\"GET\",le=\"30.0\"}"
                + " 0",
            "rest_client_rate_limiter_duration_seconds_bucket{host=\"h:1\",verb=\"GET\",le=\"60.0\"}"
                + " 1",
            "rest_client_request_size_bytes_bucket{host=\"h:1\",verb=\"PUT\",le=\"64.0\"} 0",
            "rest_client_request_size_bytes_bucket{host=\"h:1\",verb=\"PUT\",le=\"256.0\"} 1",
            "rest_client_response_size_bytes_bucket{host=\"h:1\",verb=\"PUT\",le=\"1.6777216E7\"}"
                + " 0",
            "rest_client_response_size_bytes_count{host=\"h:1\",verb=\"PUT\"} 1");
  }
}
