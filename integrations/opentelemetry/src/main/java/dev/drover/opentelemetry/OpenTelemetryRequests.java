package dev.drover.opentelemetry;

import dev.drover.client.RequestObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.List;

/// Counts the requests of a client in OpenTelemetry, under the names and with the labels and
/// buckets of client-go's metrics, so that dashboards and alerts keep working.
///
/// ```java
/// var requests = new OpenTelemetryRequests(GlobalOpenTelemetry.get());
/// var client = Client.connect(ClientConfig.load().with(c -> c.requestObserver(requests)));
/// ```
///
/// | metric                                      | attributes         |
/// |---------------------------------------------|--------------------|
/// | `rest_client_requests_total`                | code, method, host |
/// | `rest_client_request_retries_total`         | code, verb, host   |
/// | `rest_client_request_duration_seconds`      | verb, host         |
/// | `rest_client_rate_limiter_duration_seconds` | verb, host         |
/// | `rest_client_request_size_bytes`            | verb, host         |
/// | `rest_client_response_size_bytes`           | verb, host         |
///
/// Any number of threads.
public final class OpenTelemetryRequests implements RequestObserver {
  private static final AttributeKey<String> CODE = AttributeKey.stringKey("code");
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("method");
  private static final AttributeKey<String> VERB = AttributeKey.stringKey("verb");
  private static final AttributeKey<String> HOST = AttributeKey.stringKey("host");
  private static final List<Double> TIMES =
      List.of(0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0);
  private static final List<Long> SIZES =
      List.of(
          64L,
          256L,
          512L,
          1024L,
          4096L,
          16_384L,
          65_536L,
          262_144L,
          1_048_576L,
          4_194_304L,
          16_777_216L);

  private final LongCounter requests;
  private final LongCounter retries;
  private final DoubleHistogram durations;
  private final DoubleHistogram waits;
  private final LongHistogram requestSizes;
  private final LongHistogram responseSizes;

  /// Counts there.
  public OpenTelemetryRequests(OpenTelemetry telemetry) {
    Meter meter = telemetry.getMeter("dev.drover");
    this.requests = meter.counterBuilder("rest_client_requests_total").build();
    this.retries = meter.counterBuilder("rest_client_request_retries_total").build();
    this.durations = seconds(meter, "rest_client_request_duration_seconds");
    this.waits = seconds(meter, "rest_client_rate_limiter_duration_seconds");
    this.requestSizes = bytes(meter, "rest_client_request_size_bytes");
    this.responseSizes = bytes(meter, "rest_client_response_size_bytes");
  }

  private static DoubleHistogram seconds(Meter meter, String name) {
    return meter
        .histogramBuilder(name)
        .setUnit("s")
        .setExplicitBucketBoundariesAdvice(TIMES)
        .build();
  }

  private static LongHistogram bytes(Meter meter, String name) {
    return meter
        .histogramBuilder(name)
        .ofLongs()
        .setUnit("By")
        .setExplicitBucketBoundariesAdvice(SIZES)
        .build();
  }

  @Override
  public void ended(Ended request) {
    requests.add(
        1,
        Attributes.of(CODE, request.codeLabel(), METHOD, request.method(), HOST, request.host()));
  }

  @Override
  public void retried(Ended request) {
    retries.add(
        1, Attributes.of(CODE, request.codeLabel(), VERB, request.method(), HOST, request.host()));
  }

  @Override
  public void completed(String method, String host, Duration took) {
    durations.record(took.toNanos() / 1e9, Attributes.of(VERB, method, HOST, host));
  }

  @Override
  public void waited(String method, String host, Duration time) {
    waits.record(time.toNanos() / 1e9, Attributes.of(VERB, method, HOST, host));
  }

  @Override
  public void sent(String method, String host, long bytes) {
    requestSizes.record(bytes, Attributes.of(VERB, method, HOST, host));
  }

  @Override
  public void received(String method, String host, long bytes) {
    responseSizes.record(bytes, Attributes.of(VERB, method, HOST, host));
  }
}
