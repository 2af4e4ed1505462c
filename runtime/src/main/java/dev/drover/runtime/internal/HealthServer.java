package dev.drover.runtime.internal;

import dev.drover.api.Bytes;
import dev.drover.api.text.PrintableText;
import dev.drover.client.TimeSource;
import dev.drover.runtime.Component;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.health.HealthCheck;
import dev.drover.runtime.health.HealthOptions;
import dev.drover.runtime.http.HttpListener;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.http.HttpResponse;
import dev.drover.runtime.http.ServingCertificate;
import java.io.IOException;
import java.net.BindException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves `/healthz`, `/readyz` and, if there are metrics, `/metrics`.
///
/// A single check is at `/healthz/NAME`; `?verbose` lists all of them, `?exclude=NAME` leaves one
/// out. A response says which checks failed; the reasons are in the log only.
///
/// In Go: `healthz.Handler`, `server.Server`.
public final class HealthServer implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);
  private static final int MAX_BODY = 64 << 10; // of no use here

  private final HealthOptions options;
  private final Endpoints endpoints;
  private final TimeSource time;
  private final ControllerObserver observer;
  private @Nullable HttpListener listener; // guarded by this

  /// What is served.
  ///
  /// @param checks by path (`healthz`, `readyz`) and name
  /// @param metrics in Prometheus' text format; empty = none
  /// @param access checks which users may read metrics; empty = all may
  public record Endpoints(
      Map<String, SequencedMap<String, HealthCheck>> checks,
      Optional<Supplier<String>> metrics,
      Optional<AccessReviews> access) {}

  /// A server of these endpoints.
  public HealthServer(
      HealthOptions options, Endpoints endpoints, TimeSource time, ControllerObserver observer) {
    this.options = options;
    this.endpoints = endpoints;
    this.time = time;
    this.observer = GuardedObserver.of(observer);
  }

  @Override
  public String name() {
    return "health and metrics on " + options.address();
  }

  @Override
  public synchronized void start() throws IOException, GeneralSecurityException {
    HttpListener.Settings settings =
        new HttpListener.Settings(
            "health", options.address(), tls(), options.limits(), MAX_BODY, time, this::handle);
    try {
      listener = HttpListener.start(settings);
    } catch (BindException e) {
      throw new IOException(
          "%s. Another process has port %d: end it, or choose another with ManagerOptions.health, 0 for any that is free"
              .formatted(e.getMessage(), options.address().getPort()),
          e);
    }
  }

  private HttpListener.@Nullable Tls tls() throws GeneralSecurityException {
    return options.certificates().isEmpty()
        ? null
        : new ServingCertificate(options.certificates().get(), time, observer::certificateRead)
            .tls(List.of());
  }

  /// The port it listens on; empty if it does not.
  public synchronized OptionalInt port() {
    return listener == null ? OptionalInt.empty() : OptionalInt.of(listener.port());
  }

  private HttpResponse handle(HttpRequest request) throws InterruptedException {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return HttpResponse.text(405, "only GET and HEAD are allowed\n")
          .withHeader("Allow", "GET, HEAD");
    }
    if (request.path().equals("/metrics") && endpoints.metrics.isPresent()) {
      Optional<HttpResponse> refusal =
          endpoints.access.isPresent() ? endpoints.access.get().refuse(request) : Optional.empty();
      return refusal.isPresent() ? refusal.get() : metrics(endpoints.metrics.get());
    }
    String[] steps = request.path().split("/", 3);
    String path = steps.length > 1 ? steps[1] : "";
    SequencedMap<String, HealthCheck> some = endpoints.checks.get(path);
    if (some == null) {
      return HttpResponse.text(404, "not found\n");
    }
    return answer(path, steps.length > 2 ? steps[2] : "", some, request.query());
  }

  private static HttpResponse answer(
      String path, String one, SequencedMap<String, HealthCheck> some, String query) {
    if (!one.isEmpty()) {
      HealthCheck check = some.get(one);
      return check == null
          ? HttpResponse.text(404, "there is no check '" + one + "'\n")
          : answer(path, Map.of(one, check), Set.of(), false);
    }
    Set<String> excluded = new HashSet<>();
    boolean verbose = false;
    for (String part : query.split("&", -1)) {
      verbose |= part.startsWith("verbose");
      if (part.startsWith("exclude=")) {
        excluded.add(part.substring(8));
      }
    }
    return answer(path, some, excluded, verbose);
  }

  private static HttpResponse answer(
      String path, Map<String, HealthCheck> some, Set<String> excluded, boolean verbose) {
    Map<String, Boolean> results = new LinkedHashMap<>();
    some.forEach(
        (name, check) -> {
          if (!excluded.contains(name)) {
            results.put(name, passes(path, name, check));
          }
        });
    boolean passed = !results.containsValue(false);
    List<String> lines = new ArrayList<>();
    results.forEach(
        (name, ok) ->
            lines.add(ok ? "[+]" + name + " ok" : "[-]" + name + " failed: reason withheld"));
    lines.add(path + " check " + (passed ? "passed" : "failed"));
    boolean brief = passed && !verbose;
    return HttpResponse.text(passed ? 200 : 500, brief ? "ok" : String.join("\n", lines) + "\n");
  }

  private static boolean passes(String path, String name, HealthCheck check) {
    try {
      check.check();
      return true;
    } catch (Exception e) {
      LOG.info(
          "health server: {} check {} failed: {}", path, name, PrintableText.of(e.getMessage()));
      return false;
    }
  }

  private static HttpResponse metrics(Supplier<String> source) {
    try {
      return HttpResponse.of(
          200, "text/plain; version=0.0.4; charset=utf-8", Bytes.ofUtf8(source.get()));
    } catch (RuntimeException e) {
      LOG.error("health server: cannot collect the metrics", e);
      return HttpResponse.text(500, "the metrics cannot be collected: see the log\n");
    }
  }

  @Override
  public void stop(Duration grace) {
    HttpListener stopping;
    synchronized (this) {
      stopping = listener;
      listener = null;
    }
    if (stopping != null) {
      stopping.stop(Duration.ZERO);
    }
  }
}
