package dev.drover.server.auth;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/// A client of a server, real or embedded, that keeps of a response what does not differ from
/// server to server.
final class Caller implements AutoCloseable {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern TOKEN = Pattern.compile("ey[\\w-]+\\.ey[\\w-]+\\.[\\w-]+");
  private static final Pattern HASH = Pattern.compile("X509SHA256=[0-9a-f]{64}");

  private final URI server;
  private final HttpClient client;
  private final List<String> headers;

  Caller(URI server, SSLContext tls, String... headers) {
    this.server = server;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // a stranger's HTTP/2 is cut after each call
            .sslContext(tls)
            .build();
    this.headers = List.of(headers);
  }

  /// An answer.
  record Reply(int status, byte[] body) {
    /// Status and body as they are the same on every server.
    String normal() {
      try {
        Object tree = Caller.normal(new RawExtension(Bytes.of(body)).tree());
        return status
            + " "
            + new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
      } catch (DecodeException e) {
        return status + " " + new String(body, StandardCharsets.UTF_8); // plain text
      }
    }

    /// The text at `status.token`.
    String token() {
      Map<?, ?> tree = (Map<?, ?>) new RawExtension(Bytes.of(body)).tree();
      return (String) ((Map<?, ?>) tree.get("status")).get("token");
    }
  }

  Reply call(String method, String path, String body, List<String> more) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(path))
            .header("User-Agent", "caller/1")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    List<String> all = new ArrayList<>(headers);
    all.addAll(more);
    if (!body.isEmpty()) {
      all.addAll(
          List.of(
              "Content-Type",
              method.equals("PATCH") ? "application/merge-patch+json" : "application/json"));
    }
    for (int i = 0; i < all.size(); i += 2) {
      request.header(all.get(i), all.get(i + 1));
    }
    HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
    return new Reply(response.statusCode(), response.body());
  }

  private static Object normal(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> copy = new TreeMap<>();
        map.forEach(
            (name, item) -> {
              if (!name.equals("resourceVersion") && !name.equals("managedFields")) {
                copy.put((String) name, normal(item));
              }
            });
        for (String rules : List.of("resourceRules", "nonResourceRules")) {
          // their order is that of a map in Go
          if (copy.get(rules) instanceof List<?> list) {
            copy.put(rules, list.stream().sorted(Comparator.comparing(Object::toString)).toList());
          }
        }
        yield copy;
      }
      case List<?> list -> {
        List<Object> copy = new ArrayList<>();
        list.forEach(item -> copy.add(normal(item)));
        yield copy;
      }
      case String text -> {
        String known = UUID.matcher(text).replaceAll("<uid>");
        known = TIME.matcher(known).replaceAll("<time>");
        known = TOKEN.matcher(known).replaceAll("<token>");
        yield HASH.matcher(known).replaceAll("X509SHA256=<hash>");
      }
      case null -> null;
      default -> value;
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
