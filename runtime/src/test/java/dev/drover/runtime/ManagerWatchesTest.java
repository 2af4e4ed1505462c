package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a manager does with its watches, and what it reads while they bring nothing.
class ManagerWatchesTest {
  private static final String NAMESPACE = "default";

  private EmbeddedApiServer server;
  private Client client;
  private Manager manager;

  @BeforeEach
  void start() {
    server = EmbeddedApiServer.start();
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    client = Client.connect(config);
    manager =
        Manager.connect("slow", config, ManagerOptions.DEFAULT.with(o -> o.namespaces(NAMESPACE)));
  }

  @AfterEach
  void stop() {
    manager.close();
    client.close();
    server.close();
  }

  @Test
  void readsNeverReturnAnythingOlderThanTheOwnWritesWhileTheWatchIsSlow() throws Exception {
    BlockingQueue<String> result = new LinkedBlockingQueue<>();
    ConfigMap map = client.create(ConfigMap.named(NAMESPACE, "a"));
    manager.controllerFor(ConfigMap.class).completeRequests((request, ctx) -> Result.done());
    manager.start();
    server.faults().inject(RequestMatch.any().verb("watch"), Fault.delay(Duration.ofHours(1)));
    server.faults().cutWatches("configmaps");
    ClusterClient cached = manager.client();
    ConfigMap written = cached.edit(map, m -> m.with(b -> b.data("n", "1")));
    assertThat(cached.get(ConfigMap.class, NAMESPACE, "a")).isEqualTo(written);
    assertThat(cached.list(ConfigMap.class)).contains(written).doesNotContain(map);
    ConfigMap fresh = cached.create(ConfigMap.named(NAMESPACE, "b"));
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "b")).contains(fresh);
    assertThat(cached.list(ConfigMap.class)).contains(fresh);
    cached.delete(written);
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "a")).isEmpty();
    assertThat(cached.list(ConfigMap.class)).extracting(ConfigMap::name).doesNotContain("a");
    assertThatThrownBy(() -> cached.get(ConfigMap.class, NAMESPACE, "a"))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("configmaps \"a\" not found");
    assertThat(result).isEmpty();
  }

  @Test
  void informerOfAWatchThatWasAddedEndsWithTheLastOfThem() throws Exception {
    Controller running =
        manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    manager.start();
    Source secrets = manager.cache().source(Secret.KIND, EventMapper.label("map"));
    AutoCloseable first = running.watch(secrets);
    AutoCloseable second = running.watch(secrets);
    manager.settle(Duration.ofSeconds(20));
    Eventually.holds("one watch for both", () -> server.faults().cutWatches("secrets") == 1);
    first.close();
    Eventually.holds("it goes on", () -> server.faults().cutWatches("secrets") == 1);
    second.close();
    Eventually.holds("it has ended", () -> server.faults().cutWatches("secrets") == 0);
    assertThatThrownBy(() -> manager.client().list(Secret.class))
        .isInstanceOf(UndeclaredKindException.class);
  }
}
