package dev.drover.server.aggregation;

import dev.drover.server.webhook.HookException;
import dev.drover.server.webhook.Services;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Sends requests to backends over HTTPS, at the local ports to which their services are mapped.
/// Safe for any number of threads.
final class BackendClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final Services services;
  private final Map<Backend, HttpClient> clients = new ConcurrentHashMap<>();

  BackendClient(Services services) {
    this.services = services;
  }

  /// Whether the service of a backend is mapped to a port.
  boolean isMapped(Backend backend) {
    return port(backend).isPresent();
  }

  private OptionalInt port(Backend backend) {
    String[] name = backend.service().service().split("/", 2);
    return services.port(name[0], name[1]);
  }

  /// Sends a request.
  ///
  /// @param uri path and query, encoded
  /// @param timeout until the headers of the answer are there
  /// @throws IOException when there is no answer
  HttpResponse<InputStream> send(
      Backend backend,
      String method,
      String uri,
      Map<String, List<String>> headers,
      byte[] body,
      Duration timeout)
      throws IOException, InterruptedException {
    OptionalInt port = port(backend);
    if (port.isEmpty()) {
      throw new IOException("service " + backend.service().service() + " has no local port");
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port.getAsInt() + uri))
            .timeout(timeout)
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    headers.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    return client(backend).send(request.build(), BodyHandlers.ofInputStream());
  }

  private HttpClient client(Backend backend) throws IOException {
    HttpClient known = clients.get(backend);
    if (known != null) {
      return known;
    }
    SSLContext tls = tls(backend);
    return clients.computeIfAbsent(
        backend,
        _ ->
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .sslContext(tls)
                .build());
  }

  private static SSLContext tls(Backend backend) throws IOException {
    try {
      if (!backend.isInsecure()) {
        return backend.service().tls();
      }
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, new TrustManager[] {new Trusting()}, null);
      return tls;
    } catch (HookException e) {
      throw new IOException(e.reason(), e);
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot set up TLS", e);
    }
  }

  /// Drops the connections to backends that are no longer registered.
  void retain(List<Backend> backends) {
    clients
        .entrySet()
        .removeIf(
            entry -> {
              boolean isGone = !backends.contains(entry.getKey());
              if (isGone) {
                entry.getValue().shutdownNow();
              }
              return isGone;
            });
  }

  @Override
  public void close() {
    retain(List.of());
  }

  /// Trusts every certificate: `insecureSkipTLSVerify`.
  private static final class Trusting extends X509ExtendedTrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
