package dev.drover.controlplane;

import dev.drover.certificates.Tls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Checks whether an API server is ready.
///
/// It trusts one authority only, so that another server on the same port does not count as ready.
final class Probe implements AutoCloseable {
  private static final Duration PER_REQUEST = Duration.ofSeconds(2);

  private final HttpClient http;
  private final String token;

  Probe(String caPem, String token) {
    this.http =
        HttpClient.newBuilder().sslContext(Tls.trusting(caPem)).connectTimeout(PER_REQUEST).build();
    this.token = token;
  }

  /// Whether all start-up work is done and the namespace `default` exists, which is created a
  /// moment later.
  boolean isReady(URI server) throws InterruptedException {
    return isOk(server.resolve("/readyz")) && isOk(server.resolve("/api/v1/namespaces/default"));
  }

  private boolean isOk(URI uri) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(uri)
            .header("Authorization", "Bearer " + token)
            .timeout(PER_REQUEST)
            .build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false; // not listening yet; the caller has the deadline and the log
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
