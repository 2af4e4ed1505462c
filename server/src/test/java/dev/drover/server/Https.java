package dev.drover.server;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A client of a server over HTTPS, with the credentials of a user.
final class Https implements AutoCloseable {
  private final EmbeddedApiServer server;
  private final HttpClient client;

  private Https(EmbeddedApiServer server, HttpClient client) {
    this.server = server;
    this.client = client;
  }

  static Https as(EmbeddedApiServer server, User user) {
    return new Https(
        server, HttpClient.newBuilder().sslContext(Tls.forUser(server.caPem(), user)).build());
  }

  /// Talks to a server with what is known of another.
  static Https to(EmbeddedApiServer server, String caPem, User user) {
    return new Https(server, HttpClient.newBuilder().sslContext(Tls.forUser(caPem, user)).build());
  }

  static Https asAdmin(EmbeddedApiServer server) {
    return as(server, server.admin());
  }

  /// Shows no certificate.
  static Https asNobody(EmbeddedApiServer server) {
    return new Https(
        server, HttpClient.newBuilder().sslContext(Tls.trusting(server.caPem())).build());
  }

  /// Shows no certificate.
  static Https asNobody(EmbeddedApiServer server, HttpClient.Version version) {
    return new Https(
        server,
        HttpClient.newBuilder().version(version).sslContext(Tls.trusting(server.caPem())).build());
  }

  static Https overHttp1(EmbeddedApiServer server) {
    return asAdmin(server, HttpClient.Version.HTTP_1_1);
  }

  static Https asAdmin(EmbeddedApiServer server, HttpClient.Version version) {
    return new Https(
        server,
        HttpClient.newBuilder()
            .version(version)
            .sslContext(Tls.forUser(server.caPem(), server.admin()))
            .build());
  }

  /// An answer, read to its end.
  record Reply(int status, Map<String, List<String>> headers, byte[] bytes) {
    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    String header(String name) {
      return headers.getOrDefault(name, List.of("")).getFirst();
    }

    /// The value at a path of field names; null when there is none.
    @Nullable Object at(String... path) {
      Object value = new RawExtension(Bytes.of(bytes)).tree();
      for (String name : path) {
        value =
            switch (value) {
              case Map<?, ?> map -> map.get(name);
              case List<?> list -> list.get(Integer.parseInt(name));
              case null, default -> null;
            };
      }
      return value;
    }
  }

  Reply get(String path, String... headers) throws IOException, InterruptedException {
    return send("GET", path, "", headers);
  }

  Reply post(String path, String json) throws IOException, InterruptedException {
    return send("POST", path, json, "Content-Type", "application/json");
  }

  Reply put(String path, String json) throws IOException, InterruptedException {
    return send("PUT", path, json, "Content-Type", "application/json");
  }

  Reply delete(String path) throws IOException, InterruptedException {
    return send("DELETE", path, "");
  }

  Reply send(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    return sendBytes(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  Reply sendBytes(String method, String path, byte[] body, String... headers)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        client.send(request(method, path, body, headers), BodyHandlers.ofByteArray());
    return new Reply(response.statusCode(), response.headers().map(), response.body());
  }

  /// The lines of a body as they come, such as the events of a watch.
  BufferedReader events(String path, String... headers) throws IOException, InterruptedException {
    InputStream body =
        client
            .send(request("GET", path, new byte[0], headers), BodyHandlers.ofInputStream())
            .body();
    return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  private HttpRequest request(String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("User-Agent", "promise/1")
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request.build();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
