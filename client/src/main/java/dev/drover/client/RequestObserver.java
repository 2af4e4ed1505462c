package dev.drover.client;

import java.time.Duration;

/// Receives the outcome of every HTTP request that a client sends, retries and watches included:
/// the source of the metric `rest_client_requests_total`.
///
/// ```java
/// RequestObserver counter = request ->
///     registry.counter("rest_client_requests_total",
///         "code", request.codeLabel(), "method", request.method(), "host", request.host()).increment();
/// Client client = Client.connect(ClientConfig.load().with(c -> c.requestObserver(counter)));
/// ```
///
/// In Go: {@index metrics.RequestResult}, {@index metrics.RequestLatency}.
@FunctionalInterface
public interface RequestObserver {
  /// Does nothing.
  RequestObserver NONE = request -> {};

  /// Takes note of a request. Called on the thread that sends requests, once per attempt; must be
  /// quick. An exception is logged and does not fail the request.
  void ended(Ended request);

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
