package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RequestOrigin;
import dev.drover.client.RestClient;
import dev.drover.client.SharedClientFactory;
import dev.drover.client.Transport;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.internal.ReconcileLogger;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

/// Which controller is at work, in which run, is known to all code below it, and to the server.
class RequestOriginTest {
  private final Map<String, String> agents = new ConcurrentHashMap<>(); // by verb and path

  private EmbeddedApiServer server;
  private ClientConfig config;

  @BeforeEach
  void start() {
    server = EmbeddedApiServer.start();
    config = ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Transport.Response record(Transport.Request request, Transport next) throws IOException {
    String agent = request.headers().first("User-Agent").orElse("");
    agents.put(request.method() + " " + request.target().replaceAll("[?].*", ""), agent);
    return next.send(request);
  }

  @Test
  void reconcileKnowsItsRunAndTheServerItsController() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    ManagerOptions options =
        ManagerOptions.defaults().with(o -> o.namespaces("default").layer(this::record));
    try (Manager manager = Manager.connect("shop", config, options)) {
      manager
          .controllerFor(ConfigMap.class)
          .named("cones")
          .complete(
              (map, ctx) -> {
                RequestOrigin origin = RequestOrigin.current().orElseThrow();
                seen.add(
                    origin.controller() + " " + origin.reconcileId().equals(ctx.reconcileId()));
                manager.client().live().resources(Secret.class).inNamespace("default").list();
                return Result.done();
              });
      manager.start();
      manager.client().create(ConfigMap.named("default", "a"));
      manager.settle(Duration.ofSeconds(20));
      assertThat(seen).contains("cones true");
      assertThat(RequestOrigin.current()).isEmpty();
      assertThat(agents)
          .containsEntry("GET /api/v1/namespaces/default/secrets", "shop/cones")
          .containsEntry("POST /api/v1/namespaces/default/configmaps", "shop");
    }
  }

  @Test
  void sharedControllersAreNamedInTheirRequests() throws Exception {
    CountDownLatch handled = new CountDownLatch(1);
    try (Client client = Client.over(RestClient.of(config).with(this::record))) {
      SharedClientFactory clients = SharedClientFactory.over(client, client.mapper());
      try (SharedCacheFactory caches = SharedCacheFactory.over(clients);
          SharedControllerFactory factory =
              SharedControllerFactory.over(clients, caches, FactoryOptions.defaults())) {
        SharedController<Secret> secrets = factory.forObject(Secret.class);
        factory
            .forObject(ConfigMap.class)
            .registerHandler(
                "look",
                (key, map) -> {
                  secrets.client().inNamespace("default").find("none");
                  handled.countDown();
                  return map;
                });
        factory.start(1);
        factory.forObject(ConfigMap.class).client().create(ConfigMap.named("default", "a"));
        handled.await();
        secrets.client().inNamespace("default").find("other");
      }
    }
    String agent = config.userAgent();
    assertThat(agents)
        .containsEntry(
            "POST /api/v1/namespaces/default/configmaps", agent + " controller/ConfigMap")
        .containsEntry(
            "GET /api/v1/namespaces/default/secrets/none", agent + " controller/ConfigMap")
        .containsEntry(
            "GET /api/v1/namespaces/default/secrets/other", agent + " controller/Secret");
  }

  @Test
  void logLinesWithinARunNameTheRun() {
    Deque<SubstituteLoggingEvent> lines = new ArrayDeque<>();
    SubstituteLogger name = new SubstituteLogger("events", lines, false);
    var log = new EventRecordingLogger(name, lines);
    new RequestOrigin("cones", "r-1")
        .call(
            () -> {
              ReconcileLogger.ofCurrentRun(log).info("done {}", 1);
              return "";
            });
    assertThat(lines.removeFirst().getMessage())
        .contains("controller=cones", "reconcileID=r-1", "done {}");
    ReconcileLogger.ofCurrentRun(log).info("outside");
    assertThat(lines.removeFirst().getMessage()).isEqualTo("outside");
  }
}
