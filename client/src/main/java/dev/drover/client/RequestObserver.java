package dev.drover.client;

import java.time.Duration;
import java.util.List;

/// Receives what happens to the requests of a client: the source of the metrics `rest_client_*`.
///
/// ```java
/// RequestObserver counter = request ->
///     registry.counter("rest_client_requests_total",
///         "code", request.codeLabel(), "method", request.method(), "host", request.host()).increment();
/// Client client = Client.connect(ClientConfig.load().with(c -> c.requestObserver(counter)));
/// ```
///
/// A call is what a caller asks for; it consists of one attempt or, with retries, of several.
/// Observers run on the thread that sends the request and must be quick. An exception is logged and
/// does not fail the request. The modules for Micrometer and OpenTelemetry have ready observers.
///
/// In Go: {@index metrics.RequestResult}, {@index metrics.RequestLatency}.
@FunctionalInterface
public interface RequestObserver {
  /// Does nothing.
  RequestObserver NONE = request -> {};

  /// Takes note of an attempt, those of watches included: `rest_client_requests_total`.
  void ended(Ended request);

  /// Takes note of an attempt after the first one of its call: `rest_client_request_retries_total`.
  /// [#ended] has been called for it, too.
  ///
  /// In Go: {@index metrics.RequestRetry}.
  default void retried(Ended request) {}

  /// Takes note of the end of a call, whatever its outcome: `rest_client_request_duration_seconds`.
  /// A watch or another stream counts up to the head of its response.
  ///
  /// @param took the time for all attempts with the pauses between them, without the rate limiter
  default void completed(String method, String host, Duration took) {}

  /// Takes note of the time for which the rate limiter held a request back:
  /// `rest_client_rate_limiter_duration_seconds`. Not called if there is no limiter.
  ///
  /// In Go: {@index metrics.RateLimiterLatency}.
  default void waited(String method, String host, Duration time) {}

  /// Takes note of the size of a request's body, once per attempt:
  /// `rest_client_request_size_bytes`. Streams are left out.
  ///
  /// In Go: {@index metrics.RequestSize}.
  default void sent(String method, String host, long bytes) {}

  /// Takes note of the size of a response's body, unpacked, once per call:
  /// `rest_client_response_size_bytes`. Streams are left out.
  ///
  /// In Go: {@index metrics.ResponseSize}.
  default void received(String method, String host, long bytes) {}

  /// An observer that tells several, in this order.
  static RequestObserver all(RequestObserver... observers) {
    return new ObserverList(List.of(observers));
  }

  /// A request whose response head has arrived, or that failed before.
  ///
  /// @param method the HTTP method
  /// @param host the authority of the server, such as `10.0.0.1:6443`
  /// @param code the HTTP status code; 0 if no response came
  /// @param took the time from sending the request to the head of the response
  record Ended(String method, String host, int code, Duration took) {
    /// The status code as the metrics of client-go label it: `<error>` if no response came.
    public String codeLabel() {
      return code == 0 ? "<error>" : Integer.toString(code);
    }
  }
}
