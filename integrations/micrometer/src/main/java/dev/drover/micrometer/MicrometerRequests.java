package dev.drover.micrometer;

import dev.drover.client.RequestObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/// Counts the requests of a client under the names and with the labels and buckets of client-go's
/// metrics in Prometheus, so that dashboards and alerts keep working.
///
/// ```java
/// var requests = new MicrometerRequests(registry);
/// var client = Client.connect(ClientConfig.load().with(c -> c.requestObserver(requests)));
/// ```
///
/// | metric                                      | labels             |
/// |---------------------------------------------|--------------------|
/// | `rest_client_requests_total`                | code, method, host |
/// | `rest_client_request_retries_total`         | code, verb, host   |
/// | `rest_client_request_duration_seconds`      | verb, host         |
/// | `rest_client_rate_limiter_duration_seconds` | verb, host         |
/// | `rest_client_request_size_bytes`            | verb, host         |
/// | `rest_client_response_size_bytes`           | verb, host         |
///
/// Each series exists from the first such request. A manager with a [MicrometerObserver] has them
/// already. Any number of threads.
public final class MicrometerRequests implements RequestObserver {
  private final Meters meters;

  /// Counts in this registry.
  public MicrometerRequests(MeterRegistry registry) {
    this(new Meters(registry));
  }

  MicrometerRequests(Meters meters) {
    this.meters = meters;
  }

  @Override
  public void ended(Ended request) {
    meters
        .counter(
            "rest_client_requests",
            "code",
            request.codeLabel(),
            "method",
            request.method(),
            "host",
            request.host())
        .increment();
  }

  @Override
  public void retried(Ended request) {
    meters
        .counter(
            "rest_client_request_retries",
            "code",
            request.codeLabel(),
            "verb",
            request.method(),
            "host",
            request.host())
        .increment();
  }

  @Override
  public void completed(String method, String host, Duration took) {
    time("rest_client_request_duration", method, host, took);
  }

  @Override
  public void waited(String method, String host, Duration time) {
    time("rest_client_rate_limiter_duration", method, host, time);
  }

  private void time(String name, String method, String host, Duration time) {
    meters.timer(name, Buckets.REQUEST, "verb", method, "host", host).record(time);
  }

  @Override
  public void sent(String method, String host, long bytes) {
    size("rest_client_request_size", method, host, bytes);
  }

  @Override
  public void received(String method, String host, long bytes) {
    size("rest_client_response_size", method, host, bytes);
  }

  private void size(String name, String method, String host, long bytes) {
    meters.bytes(name, Buckets.SIZE, "verb", method, "host", host).record((double) bytes);
  }
}
