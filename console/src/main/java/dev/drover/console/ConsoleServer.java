package dev.drover.console;

import dev.drover.api.codec.TreeType;
import dev.drover.client.TimeSource;
import dev.drover.runtime.Component;
import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Request;
import dev.drover.runtime.ServerLimits;
import dev.drover.runtime.http.HttpListener;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.http.HttpResponse;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the page and the JSON API of a console.
///
/// | path                    | what                                                            |
/// |-------------------------|-----------------------------------------------------------------|
/// | `/api/v1/overview`      | the manager, its controllers with the last two minutes, hot loops |
/// | `/api/v1/runs`, `/ID`   | the last runs; one with its requests                            |
/// | `/api/v1/objects`       | the objects of a cache                                          |
/// | `/api/v1/object`        | one object                                                      |
/// | `/api/v1/graph`, `/caches`, `/queues`, `/sets`, `/server`, `/slowest` | the views of these names |
/// | `/api/v1/events`        | server-sent events                                              |
/// | `POST /api/v1/reconcile`| `{"controller", "namespace", "name"}`: a run more                 |
final class ConsoleServer implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(Console.class);
  private static final String API = "/api/v1/";
  private static final int MOST_BODY = 64 << 10;
  private static final int SLOWEST = 20;

  private final Manager manager;
  private final RunLog runs;
  private final ConsoleOptions options;
  private final String token;
  private final OverviewView overview;
  private final RunsView runsView;
  private final ObjectView object;
  private final GraphView graph;
  private final SetsView sets;
  private volatile @Nullable Serving serving;

  /// What listens, and its guard.
  private record Serving(HttpListener listener, Access access) {}

  ConsoleServer(Manager manager, RunLog runs, OverviewView overview, ConsoleOptions options) {
    this.manager = manager;
    this.runs = runs;
    this.options = options;
    this.token = options.token().orElseGet(ConsoleOptions::randomToken);
    this.overview = overview;
    this.runsView = new RunsView(runs);
    CachedObjects objects = new CachedObjects(manager);
    this.object = new ObjectView(manager, runs, objects, new VersionLog(runs));
    this.graph = new GraphView(manager, runs, overview);
    this.sets = new SetsView(objects, runs.sets());
  }

  @Override
  public String name() {
    return "console on " + options.address();
  }

  @Override
  public void start() throws IOException {
    try {
      HttpListener listener = listen();
      serving = new Serving(listener, new Access(token, options, listener.port()));
    } catch (BindException e) {
      throw new IOException(
          "%s. Another process has port %d: end it, or choose another with ConsoleOptions.port, 0 for any that is free"
              .formatted(e.getMessage(), options.address().getPort()),
          e);
    }
    boolean isGiven = options.token().isPresent();
    LOG.info(
        "The console of {} is at {}", manager.name(), isGiven ? page("") : url().orElseThrow());
  }

  private HttpListener listen() throws IOException {
    try {
      return HttpListener.start(settings(options.address()));
    } catch (BindException e) {
      if (!options.fallsBack()) {
        throw e;
      }
      LOG.info("console: port {} is taken, so it listens on another", options.address().getPort());
      return HttpListener.start(settings(new InetSocketAddress(options.address().getAddress(), 0)));
    }
  }

  private HttpListener.Settings settings(InetSocketAddress address) {
    return new HttpListener.Settings(
        "console",
        address,
        null,
        ServerLimits.defaults(),
        MOST_BODY,
        TimeSource.system(), // connections end also where a test moves the manager's clock
        request -> Access.secured(handle(request)));
  }

  /// The address with the token; empty while nothing listens.
  Optional<URI> url() {
    return serving == null ? Optional.empty() : Optional.of(page("?token=" + token));
  }

  private URI page(String query) {
    Serving now = serving;
    InetAddress address = options.address().getAddress();
    String host =
        address == null || address.isAnyLocalAddress() || address.isLoopbackAddress()
            ? "127.0.0.1"
            : address.getHostAddress();
    return URI.create(
        "http://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + (now == null ? 0 : now.listener.port())
            + "/"
            + query);
  }

  private HttpResponse handle(HttpRequest request) throws IOException {
    Serving now = serving;
    if (now == null) {
      return Trees.error(503, "the console is starting or stopping");
    }
    Optional<HttpResponse> refusal = now.access.refuse(request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    try {
      return answer(request);
    } catch (IllegalArgumentException e) { // no name of an object, for example
      return Trees.error(400, Masking.text(String.valueOf(e.getMessage())));
    }
  }

  private HttpResponse answer(HttpRequest request) throws IOException {
    if (request.method().equals("POST")) {
      return request.path().equals(API + "reconcile")
          ? reconcile(request)
          : Trees.error(404, request.path() + " takes no POST");
    }
    if (request.path().startsWith(API)) {
      return get(request.path().substring(API.length()), Query.of(request.query()))
          .orElseGet(() -> Trees.error(404, "there is nothing at " + request.path()));
    }
    return StaticFiles.find(request.path())
        .orElseGet(() -> Trees.error(404, "there is no file " + request.path()));
  }

  private Optional<HttpResponse> get(String what, Query query) {
    if (what.equals("events")) {
      return Optional.of(
          HttpResponse.streaming(
              "text/event-stream", new EventStream(runs, overview, () -> serving != null)));
    }
    if (what.startsWith("runs/")) {
      return runsView.show(what.substring("runs/".length())).map(Trees::answer);
    }
    return switch (what) {
      case "overview" -> Optional.of(Trees.answer(overview.tree()));
      case "runs" -> Optional.of(Trees.answer(runsView.list(query)));
      case "slowest" -> Optional.of(Trees.answer(Trees.of("objects", overview.slowest(SLOWEST))));
      case "objects" -> Optional.of(Trees.answer(object.list(query)));
      case "object" -> object.show(query).map(Trees::answer);
      case "graph" -> Optional.of(Trees.answer(graph.tree()));
      case "caches" -> Optional.of(Trees.answer(new CachesView(manager).tree()));
      case "queues" -> Optional.of(Trees.answer(new QueueView(manager).tree()));
      case "sets" -> Optional.of(Trees.answer(sets.tree(query)));
      case "server" -> Optional.of(Trees.answer(new ServerView(manager).tree()));
      default -> Optional.empty();
    };
  }

  private HttpResponse reconcile(HttpRequest request) {
    Object body;
    try {
      body = TreeType.tree(request.body().toByteArray());
    } catch (RuntimeException e) {
      return Trees.error(400, "the body is no JSON");
    }
    if (!(body instanceof Map<?, ?> map
        && map.get("controller") instanceof String controller
        && map.get("name") instanceof String name)) {
      return Trees.error(400, "the body needs controller, namespace and name");
    }
    if (!manager.isRunning()) {
      return Trees.error(409, "the manager is stopping: no run begins any more");
    }
    String namespace = map.get("namespace") instanceof String text ? text : "";
    Optional<Controller> found =
        manager.controllers().stream().filter(c -> c.name().equals(controller)).findFirst();
    if (found.isEmpty()) {
      return Trees.error(404, "there is no controller of this name");
    }
    Request wanted = namespace.isEmpty() ? Request.of(name) : Request.of(namespace, name);
    LOG.info("console: {} reconciles {}, as a viewer asked", controller, wanted);
    found.get().enqueue(wanted);
    boolean isStandby = found.get().options().isLeaderOnly() && !manager.isLeader();
    return Trees.answer(
        202,
        Trees.of(
            "enqueued",
            wanted.toString(),
            "waits",
            isStandby ? "this replica does not lead: the run begins when it does" : null));
  }

  @Override
  public void stop(Duration grace) {
    Serving stopping = serving;
    serving = null;
    if (stopping != null) {
      stopping.listener.stop(Duration.ZERO);
    }
  }
}
