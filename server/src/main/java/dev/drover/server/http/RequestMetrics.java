package dev.drover.server.http;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.RequestInfo;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts requests, and shows the counts at `/metrics` in the format of Prometheus. Safe for any
/// number of threads.
public final class RequestMetrics implements Endpoint {
  private final Map<Labels, LongAdder> requests = new ConcurrentHashMap<>();

  private record Labels(
      int code,
      String group,
      String resource,
      String scope,
      String subresource,
      String verb,
      String version) {
    @Override
    public String toString() {
      return "code=\"%d\",component=\"apiserver\",group=\"%s\",resource=\"%s\",scope=\"%s\",subresource=\"%s\",verb=\"%s\",version=\"%s\""
          .formatted(code, group, resource, scope, subresource, verb, version);
    }
  }

  /// Counts a request for a resource that is known.
  void count(RequestInfo request, int code) {
    if (!request.isResource() || code == 404) {
      return; // else clients could make up labels without end
    }
    String scope =
        !request.name().isEmpty()
            ? "resource"
            : request.namespace().isEmpty() ? "cluster" : "namespace";
    Labels labels =
        new Labels(
            code,
            request.group(),
            request.resource(),
            scope,
            request.subresource(),
            request.verb().toUpperCase(Locale.ROOT),
            request.version());
    requests.computeIfAbsent(labels, _ -> new LongAdder()).increment();
  }

  @Override
  public Answer serve(Call call) {
    StringBuilder text =
        new StringBuilder(
            """
            # HELP apiserver_request_total [STABLE] Counter of apiserver requests broken out for each verb, group, version, resource, scope, component, and HTTP response code.
            # TYPE apiserver_request_total counter
            """);
    requests.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
        .forEach(
            entry ->
                text.append("apiserver_request_total{")
                    .append(entry.getKey())
                    .append("} ")
                    .append(entry.getValue().sum())
                    .append('\n'));
    return new Answer.Content(
        200,
        "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
        Bytes.ofUtf8(text.toString()),
        Map.of());
  }
}
