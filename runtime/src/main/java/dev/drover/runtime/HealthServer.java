package dev.drover.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers `/healthz`, `/readyz` and, where somebody counts, `/metrics`.
///
/// A check by itself is at `/healthz/NAME`; `?verbose` lists all of them, `?exclude=NAME` leaves
/// one out. Those who do not ask for details learn only whether all is well.
///
/// In Go: {@index healthz.Handler}, {@index manager.Options.HealthProbeBindAddress}.
final class HealthServer implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);

  private final InetSocketAddress address;
  private final Map<String, SequencedMap<String, HealthCheck>> checks;
  private final @Nullable Supplier<String> metrics;
  private @Nullable HttpServer server; // guarded by this
  private @Nullable ExecutorService threads; // guarded by this

  /// @param checks by path (`healthz`, `readyz`) and name
  /// @param metrics the numbers as Prometheus reads them; null = none
  HealthServer(
      InetSocketAddress address,
      Map<String, SequencedMap<String, HealthCheck>> checks,
      @Nullable Supplier<String> metrics) {
    this.address = address;
    this.checks = checks;
    this.metrics = metrics;
  }

  @Override
  public String name() {
    return "health and metrics on " + address;
  }

  @Override
  public synchronized void start() throws IOException {
    HttpServer made = listen();
    ExecutorService workers =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("drover-health-", 0).factory());
    made.setExecutor(workers);
    checks.forEach(
        (path, some) -> made.createContext("/" + path, exchange -> answer(exchange, path, some)));
    Supplier<String> numbers = metrics;
    if (numbers != null) {
      made.createContext("/metrics", exchange -> sendMetrics(exchange, numbers));
    }
    made.start();
    server = made;
    threads = workers;
  }

  private HttpServer listen() throws IOException {
    try {
      return HttpServer.create(address, 0);
    } catch (BindException e) {
      throw new IOException(
          "cannot listen there: %s. Another process has port %d: end it, or choose another with ManagerOptions.health, 0 for any that is free"
              .formatted(e.getMessage(), address.getPort()),
          e);
    }
  }

  /// Where it listens.
  synchronized int port() {
    HttpServer made = server;
    if (made == null) {
      throw new IllegalStateException("not started");
    }
    return made.getAddress().getPort();
  }

  private static void answer(
      HttpExchange exchange, String path, SequencedMap<String, HealthCheck> some)
      throws IOException {
    String rest = exchange.getRequestURI().getPath().substring(path.length() + 1);
    String one = rest.startsWith("/") ? rest.substring(1) : rest;
    if (!one.isEmpty()) {
      HealthCheck check = some.get(one);
      if (check == null) {
        send(exchange, 404, "text/plain", "there is no check '" + one + "'\n");
      } else {
        answer(exchange, path, Map.of(one, check), Set.of(), false);
      }
      return;
    }
    List<String> query = query(exchange);
    Set<String> excluded = new HashSet<>();
    query.stream()
        .filter(part -> part.startsWith("exclude="))
        .forEach(part -> excluded.add(part.substring(8)));
    boolean verbose = query.stream().anyMatch(part -> part.startsWith("verbose"));
    answer(exchange, path, some, excluded, verbose);
  }

  private static List<String> query(HttpExchange exchange) {
    String query = exchange.getRequestURI().getQuery();
    return query == null ? List.of() : List.of(query.split("&"));
  }

  private static void answer(
      HttpExchange exchange,
      String path,
      Map<String, HealthCheck> some,
      Set<String> excluded,
      boolean verbose)
      throws IOException {
    Map<String, Boolean> results = new LinkedHashMap<>();
    some.forEach(
        (name, check) -> {
          if (!excluded.contains(name)) {
            results.put(name, isWell(path, name, check));
          }
        });
    boolean well = !results.containsValue(false);
    List<String> lines = new ArrayList<>();
    results.forEach(
        (name, ok) ->
            lines.add(ok ? "[+]" + name + " ok" : "[-]" + name + " failed: reason withheld"));
    lines.add(path + " check " + (well ? "passed" : "failed"));
    boolean brief = well && !verbose;
    send(exchange, well ? 200 : 500, "text/plain", brief ? "ok" : String.join("\n", lines) + "\n");
  }

  private static boolean isWell(String path, String name, HealthCheck check) {
    try {
      check.check();
      return true;
    } catch (Exception e) {
      LOG.info("{} check {} failed: {}", path, name, e.getMessage());
      return false;
    }
  }

  private static void sendMetrics(HttpExchange exchange, Supplier<String> numbers)
      throws IOException {
    String text;
    try {
      text = numbers.get();
    } catch (RuntimeException e) {
      LOG.error("the metrics cannot be told", e);
      send(exchange, 500, "text/plain", "the metrics cannot be told: see the log\n");
      return;
    }
    send(exchange, 200, "text/plain; version=0.0.4", text);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public synchronized void stop(Duration grace) {
    if (server != null) {
      server.stop(0);
    }
    if (threads != null) {
      threads.shutdownNow();
    }
  }
}
