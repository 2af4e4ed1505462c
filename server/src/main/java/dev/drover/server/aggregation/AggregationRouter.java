package dev.drover.server.aggregation;

import dev.drover.api.Bytes;
import dev.drover.api.GroupVersion;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.UserInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forwards requests for versions that other servers serve, and passes all others on.
///
/// The backend gets the user in the headers `X-Remote-User`, `-Uid`, `-Group` and `-Extra-*`, as
/// from kube-apiserver; credentials of the client stay here.
///
/// In Go: `kube-aggregator`'s `proxyHandler`.
public final class AggregationRouter implements Endpoint {
  private static final Logger LOG = LoggerFactory.getLogger(AggregationRouter.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Set<String> NOT_FORWARDED =
      Set.of(
          "authorization",
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final AggregatedApis apis;
  private final Endpoint next;

  /// @param next serves what no backend does
  public AggregationRouter(AggregatedApis apis, Endpoint next) {
    this.apis = apis;
    this.next = next;
  }

  @Override
  public Answer serve(Call call) {
    String[] steps = call.path().split("/", 5); // "", apis, group, version, rest
    if (steps.length < 4 || !steps[1].equals("apis") || steps[3].isEmpty()) {
      return next.serve(call);
    }
    GroupVersion version = new GroupVersion(steps[2], steps[3]);
    return apis.backend(version)
        .map(backend -> forward(call, version, backend))
        .orElseGet(() -> next.serve(call));
  }

  private Answer forward(Call call, GroupVersion version, Backend backend) {
    if (!apis.isAvailable(version)) {
      return unavailable("service unavailable");
    }
    try {
      HttpResponse<InputStream> response =
          apis.client()
              .send(
                  backend,
                  call.method(),
                  uri(call),
                  headers(call),
                  call.body().toByteArray(),
                  TIMEOUT);
      return answer(call, response);
    } catch (IOException e) {
      LOG.warn("aggregation: {} of {} failed", call, backend.apiService(), e);
      apis.wake();
      return unavailable("error trying to reach service: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.of(504, "Timeout", "request did not complete within requested timeout");
    }
  }

  private static Answer unavailable(String message) {
    return new Answer.Content(
        503,
        "text/plain; charset=utf-8",
        Bytes.ofUtf8(message + "\n"),
        Map.of("X-Content-Type-Options", "nosniff"));
  }

  private static String uri(Call call) {
    String path =
        List.of(call.path().split("/", -1)).stream()
            .map(AggregationRouter::encoded)
            .collect(Collectors.joining("/"));
    List<String> query = new ArrayList<>();
    call.query()
        .forEach(
            (name, values) ->
                values.forEach(value -> query.add(encoded(name) + "=" + encoded(value))));
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Map<String, List<String>> headers(Call call) {
    Map<String, List<String>> headers = new TreeMap<>();
    call.headers()
        .forEach(
            (name, values) -> {
              boolean isOurs = name.startsWith("x-remote-") || name.startsWith("impersonate-");
              if (!isOurs && !NOT_FORWARDED.contains(name) && !name.startsWith(":")) {
                headers.put(name, values);
              }
            });
    UserInfo user = call.user();
    headers.put("X-Remote-User", List.of(user.name()));
    if (!user.uid().isEmpty()) {
      headers.put("X-Remote-Uid", List.of(user.uid()));
    }
    headers.put("X-Remote-Group", user.groups());
    user.extra().forEach((key, values) -> headers.put("X-Remote-Extra-" + encoded(key), values));
    return headers;
  }

  private static Answer answer(Call call, HttpResponse<InputStream> response) throws IOException {
    String type = response.headers().firstValue("content-type").orElse("");
    if (call.info().verb().equals("watch") && response.statusCode() == 200) {
      return new Answer.Stream(200, type, out -> copy(response.body(), out));
    }
    try (InputStream body = response.body()) {
      return new Answer.Content(
          response.statusCode(), type, Bytes.of(body.readAllBytes()), passedOn(response.headers()));
    }
  }

  /// What comes is sent at once, for it may be an event.
  private static void copy(InputStream from, OutputStream out) throws IOException {
    try (from) {
      byte[] part = new byte[8192];
      for (int length = from.read(part); length >= 0; length = from.read(part)) {
        out.write(part, 0, length);
        out.flush();
      }
    }
  }

  private static Map<String, String> passedOn(HttpHeaders headers) {
    Map<String, String> kept = new TreeMap<>();
    headers
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_FORWARDED.contains(name) && !name.equals("content-type")) {
                kept.put(name, String.join(", ", values));
              }
            });
    return kept;
  }
}
