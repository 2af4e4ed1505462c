package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RequestInterruptedException;
import dev.drover.informer.Index;
import dev.drover.informer.SyncTimeoutException;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedControllerFactory;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What a cache answers before it has synced, on the embedded server.
class CacheReadinessTest extends CacheReadinessContract {

  /// A list of secrets that never arrives, or late.
  @Nested
  class WithoutAList {
    private static final String NAMESPACE = "default";

    private EmbeddedApiServer server;
    private Client other;
    private Manager stuck;

    @BeforeEach
    void start() {
      server = EmbeddedApiServer.start();
      other = Client.connect(config());
      other.create(Secret.named(NAMESPACE, "key"));
      server
          .faults()
          .inject(
              RequestMatch.any().resource("secrets").where(r -> isRead(r.verb())),
              Fault.refuse(503, Duration.ofSeconds(1)));
      stuck = manager(o -> {});
    }

    private static boolean isRead(String verb) {
      return verb.equals("list") || verb.equals("watch");
    }

    private ClientConfig config() {
      return ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    }

    private Manager manager(Consumer<ManagerOptions.Builder> change) {
      return Manager.connect(
          "stuck",
          config(),
          ManagerOptions.defaults()
              .with(o -> o.namespaces(NAMESPACE).controllers(c -> c.syncTimeout(SOON)))
              .with(change));
    }

    @AfterEach
    void stop() {
      stuck.close();
      other.close();
      server.close();
    }

    private BlockingQueue<Object> readInBackground(Manager by, AtomicReference<Thread> reader) {
      BlockingQueue<Object> answer = new LinkedBlockingQueue<>();
      reader.set(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      answer.add(by.client().list(Secret.class).size());
                    } catch (RuntimeException e) {
                      answer.add(e);
                    }
                  }));
      return answer;
    }

    @Test
    void readFailsAtTheReadTimeoutWithTheKindAndTheLastError() throws Exception {
      try (Manager brief = manager(o -> o.readTimeout(Duration.ofMillis(300)))) {
        brief.start();
        brief.cache().informer(Secret.class);
        assertThatThrownBy(
                () ->
                    Eventually.holds(
                        "a read fails after the first error of the list",
                        () -> {
                          try {
                            brief.client().find(Secret.class, NAMESPACE, "key");
                            return true;
                          } catch (SyncTimeoutException e) {
                            if (e.getMessage().contains("last error")) {
                              throw e;
                            }
                            return false;
                          }
                        }))
            .isInstanceOf(SyncTimeoutException.class)
            .hasMessageContaining("secrets")
            .hasMessageContaining("it has not synced (waited 300 ms")
            .hasMessageContaining("a fault of a test");
      }
    }

    @Test
    void readThatWaitsGetsTheListWhenItArrives() throws Exception {
      stuck.start();
      stuck.cache().informer(Secret.class);
      AtomicReference<Thread> reader = new AtomicReference<>();
      BlockingQueue<Object> answer = readInBackground(stuck, reader);
      Eventually.holds("the reader waits", () -> reader.get().getState() == Thread.State.WAITING);
      assertThat(answer).isEmpty();
      server.faults().clear();
      assertThat(answer.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void readThatWaitsCanBeInterrupted() throws Exception {
      stuck.start();
      stuck.cache().informer(Secret.class);
      AtomicReference<Thread> reader = new AtomicReference<>();
      BlockingQueue<Object> answer = readInBackground(stuck, reader);
      reader.get().interrupt();
      assertThat(answer.poll(60, TimeUnit.SECONDS))
          .isInstanceOf(RequestInterruptedException.class)
          .asString()
          .contains("secrets");
    }

    @Test
    void readThatWaitsEndsWithTheManager() throws Exception {
      stuck.start();
      stuck.cache().informer(Secret.class);
      BlockingQueue<Object> answer = readInBackground(stuck, new AtomicReference<>());
      stuck.close();
      assertThat(answer.poll(60, TimeUnit.SECONDS))
          .isInstanceOf(SyncTimeoutException.class)
          .asString()
          .contains("the informer was stopped");
    }

    @Test
    void lateControllerNamesEverySourceThatIsLate() throws Exception {
      try (Manager brief =
          manager(o -> o.controllers(c -> c.syncTimeout(Duration.ofMillis(500))))) {
        brief.start();
        CountDownLatch never = new CountDownLatch(1);
        Source blocked =
            new Source() {
              @Override
              public Watching start(Sink sink) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("interrupted");
              }

              @Override
              public String name() {
                return "blocked source";
              }
            };
        assertThatThrownBy(
                () ->
                    brief
                        .controllerFor(ConfigMap.class)
                        .watches(Secret.class, EventMapper.label("map"))
                        .watches(blocked)
                        .complete((map, ctx) -> Result.done()))
            .isInstanceOf(StartException.class)
            .hasMessageContaining("controller configmap")
            .hasMessageContaining("2 of 3 sources")
            .hasMessageContaining("secrets")
            .hasMessageContaining("blocked source");
      }
    }

    @Test
    void noLassoHandlerRunsBeforeTheCachesOfAllKindsHaveSynced() throws Exception {
      other.create(ConfigMap.named(NAMESPACE, "a"));
      BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
      try (var factory =
          SharedControllerFactory.fromConfig(
              config(), FactoryOptions.defaults().with(o -> o.namespaces(NAMESPACE)))) {
        factory
            .forObject(ConfigMap.class)
            .registerHandler(
                "count",
                (key, map) -> {
                  seen.add(factory.forObject(Secret.class).informer().lister().list().size());
                  return map;
                });
        factory.forObject(Secret.class).registerHandler("none", (key, secret) -> secret);
        Thread starter = Thread.ofVirtual().start(() -> start(factory));
        Eventually.holds(
            "the maps have synced",
            () -> factory.forObject(ConfigMap.class).informer().hasSynced());
        assertThat(seen.poll(200, TimeUnit.MILLISECONDS)).isNull();
        server.faults().clear();
        assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
        starter.join();
      }
    }

    private static void start(SharedControllerFactory factory) {
      try {
        factory.start(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Test
    void mapperReadsACacheThatHasNotSyncedWithoutADeadlock() throws Exception {
      server.faults().clear();
      other.create(ConfigMap.named(NAMESPACE, "a"));
      stuck.start();
      BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
      stuck.cache().informer(Secret.class);
      stuck
          .controllerFor(ConfigMap.class)
          .watches(
              Secret.class,
              secret -> {
                seen.add(
                    stuck.client().list(Secret.class).size()
                        + stuck.client().list(ConfigMap.class).size());
                return List.of();
              })
          .complete((map, ctx) -> Result.done());
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(2);
    }

    @Test
    void indexFunctionThatReadsItsOwnCacheGetsAnExceptionInPlaceOfADeadlock() throws Exception {
      server.faults().clear();
      BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
      stuck
          .cache()
          .index(
              Secret.KIND,
              Index.of(
                  "others",
                  secret -> {
                    try {
                      return "" + stuck.client().list(Secret.class).size();
                    } catch (IllegalStateException e) {
                      answers.add(e);
                      return "unknown";
                    }
                  }));
      stuck.start();
      assertThat(answers.poll(60, TimeUnit.SECONDS))
          .asString()
          .contains("an index function")
          .contains("secrets");
      assertThat(stuck.client().list(Secret.class)).hasSize(1);
    }
  }
}
