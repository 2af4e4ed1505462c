package dev.drover.server.metrics;

import dev.drover.server.core.Catalog;
import dev.drover.server.core.RequestInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Counts and measures requests under the names of kube-apiserver. Safe for any number of threads.
///
/// Requests for what is not served are left out, else clients could make up labels without end.
///
/// In Go: `k8s.io/apiserver/pkg/endpoints/metrics`.
public final class RequestMetrics implements MetricSource {
  private static final double[] SECONDS = {
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45,
    60
  };
  private static final Set<String> CONNECTIONS =
      Set.of("log", "exec", "portforward", "attach", "proxy");

  private static final Set<String> PATHS =
      Set.of("/healthz", "/livez", "/readyz", "/openapi/v2", "/openapi/v3");

  private final Catalog catalog;
  private final Counter requests =
      new Counter(
          "apiserver_request_total", "Requests by verb, dry run, resource, scope and status code.");
  private final Histogram durations =
      new Histogram(
          "apiserver_request_duration_seconds",
          "Time from a request to its answer, in seconds; long-running requests are left out.",
          SECONDS);
  private final Histogram ownDurations =
      new Histogram(
          "apiserver_request_sli_duration_seconds",
          "Time from a request to its answer without the wait in queues, in seconds.",
          Arrays.copyOfRange(SECONDS, 2, SECONDS.length));
  private final Histogram sizes =
      new Histogram(
          "apiserver_response_sizes",
          "Sizes of the answers to reads, in bytes.",
          Histogram.exponential(1000, 10, 7));
  private final Gauge longRunning =
      new Gauge("apiserver_longrunning_requests", "Watches and other open connections.");
  private final Gauge inFlight =
      new Gauge(
          "apiserver_current_inflight_requests",
          "Requests that are being served, long-running ones left out.");
  private final Counter watchEvents =
      new Counter("apiserver_watch_events_total", "Events sent to watches.");
  private final Histogram watchEventSizes =
      new Histogram(
          "apiserver_watch_events_sizes",
          "Sizes of events of watches, in bytes.",
          Histogram.exponential(1024, 2, 8));
  private final Counter terminations =
      new Counter(
          "apiserver_request_terminations_total",
          "Requests that were refused to protect the server.");
  private final Counter authentications =
      new Counter("authentication_attempts", "Attempts of clients to authenticate.");
  private final Counter authorizations =
      new Counter("authorization_attempts_total", "Decisions of authorization.");

  /// @param catalog knows what is served
  public RequestMetrics(Catalog catalog) {
    this.catalog = catalog;
    inFlight.add(0, Labels.of("request_kind", "mutating"));
    inFlight.add(0, Labels.of("request_kind", "readOnly"));
  }

  /// How metrics name a request.
  ///
  /// @param dryRun whether it asks for one, and for which
  private record Named(RequestInfo info, String verb, String dryRun) {
    Labels labels() {
      return Labels.of(
          "component", info.isResource() ? "apiserver" : "",
          "group", info.group(),
          "resource", info.resource(),
          "scope", scope(),
          "subresource", info.isResource() ? info.subresource() : info.path(),
          "verb", verb,
          "version", info.version());
    }

    private String scope() {
      if (!info.name().isEmpty() || info.verb().equals("create")) {
        return "resource";
      }
      return !info.namespace().isEmpty() ? "namespace" : info.isResource() ? "cluster" : "";
    }

    boolean isRead() {
      return verb.equals("GET") || verb.equals("LIST");
    }
  }

  private static Named named(
      RequestInfo info, String method, Map<String, List<String>> query, String contentType) {
    String dryRun = String.join(",", new TreeSet<>(query.getOrDefault("dryRun", List.of())));
    return new Named(
        info,
        verb(info, method, contentType),
        dryRun.isEmpty() || dryRun.equals("All") ? dryRun : "invalid");
  }

  /// `GET`, `LIST`, `WATCH`, `APPLY`, `CONNECT`, or the method.
  private static String verb(RequestInfo info, String method, String contentType) {
    if (info.isResource() && CONNECTIONS.contains(info.subresource())) {
      return "CONNECT";
    }
    return switch (info.verb()) {
      case "list", "watch", "deletecollection" -> info.verb().toUpperCase(Locale.ROOT);
      case "patch" -> contentType.startsWith("application/apply-patch") ? "APPLY" : "PATCH";
      default ->
          switch (method) {
            case "GET", "HEAD" -> "GET";
            case "POST", "PUT", "PATCH", "DELETE" -> method;
            default -> "other";
          };
    };
  }

  private boolean isKnown(RequestInfo info) {
    return info.isResource()
        ? catalog.find(info.group(), info.version(), info.resource()).isPresent()
        : PATHS.contains(info.path());
  }

  /// One request that is being measured.
  public final class Measurement {
    private final Named named;
    private final boolean isKnown;
    private final Labels kind;
    private final long start = System.nanoTime();
    private boolean isLongRunning;

    private Measurement(Named named) {
      this.named = named;
      this.isKnown = isKnown(named.info);
      this.kind =
          Labels.of(
              "request_kind",
              Set.of("get", "list", "watch").contains(named.info.verb()) ? "readOnly" : "mutating");
      inFlight.add(1, kind);
    }

    /// The request becomes a watch or another stream.
    public void streams() {
      isLongRunning = true;
      inFlight.add(-1, kind);
      if (isKnown) {
        longRunning.add(1, named.labels());
      }
    }

    /// An event of a watch is sent.
    public void event(int bytes) {
      Labels labels =
          Labels.of(
              "group", named.info.group(),
              "resource", named.info.resource(),
              "version", named.info.version());
      watchEvents.increment(labels);
      watchEventSizes.observe(bytes, labels);
    }

    /// The request was answered and is over.
    ///
    /// @param queued how long it waited for its turn
    public void end(int code, long bytes, Duration queued) {
      if (isLongRunning) {
        if (isKnown) {
          longRunning.add(-1, named.labels());
        }
      } else {
        inFlight.add(-1, kind);
      }
      if (!isKnown) {
        return;
      }
      Labels labels = named.labels();
      Labels all = labels.with("dry_run", named.dryRun);
      requests.increment(all.with("code", String.valueOf(code)));
      if (!isLongRunning) {
        double seconds = (System.nanoTime() - start) / 1e9;
        durations.observe(seconds, all);
        if (named.dryRun.isEmpty()) {
          ownDurations.observe(seconds - queued.toNanos() / 1e9, labels);
        }
      }
      if (named.isRead()) {
        sizes.observe((double) bytes, labels);
      }
    }
  }

  /// Begins to measure a request that was let in.
  ///
  /// @param query every value of every parameter
  /// @param contentType of the body, or empty
  public Measurement begin(
      RequestInfo info, String method, Map<String, List<String>> query, String contentType) {
    return new Measurement(named(info, method, query, contentType));
  }

  /// A request was refused because there are too many.
  public void dropped(
      RequestInfo info, String method, Map<String, List<String>> query, String contentType) {
    if (isKnown(info)) {
      Named named = named(info, method, query, contentType);
      Labels labels = named.labels().with("code", "429");
      terminations.increment(labels);
      requests.increment(labels.with("dry_run", named.dryRun));
    }
  }

  /// A client tried to authenticate.
  public void authenticated(boolean isSuccess) {
    authentications.increment(Labels.of("result", isSuccess ? "success" : "failure"));
  }

  /// Whether a request is allowed was decided.
  public void authorized(boolean isAllowed) {
    authorizations.increment(Labels.of("result", isAllowed ? "allowed" : "no-opinion"));
  }

  @Override
  public void write(MetricsText text) {
    List.of(
            requests,
            durations,
            ownDurations,
            sizes,
            longRunning,
            inFlight,
            watchEvents,
            watchEventSizes,
            terminations,
            authentications,
            authorizations)
        .forEach(source -> source.write(text));
  }
}
