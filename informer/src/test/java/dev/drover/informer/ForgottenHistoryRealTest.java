package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.api.WatchEvent;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A real server whose etcd drops its history every second, and that keeps none of its own: a watch
/// that was interrupted for longer gets 410 and has to list anew.
@Tag("real")
class ForgottenHistoryRealTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final BlockingQueue<RuntimeException> errors = new LinkedBlockingQueue<>();
  private TestServer server;
  private Client client;
  private ResourceClient<ConfigMap> maps;
  private FaultyLink link;
  private Client linked;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.real("--watch-cache=false", "--etcd-compaction-interval=1s");
    client = Client.connect(server.config());
    client.create(Namespace.named("away"));
    maps = client.resources(ConfigMap.class).inNamespace("away");
    link = new FaultyLink(server.url());
    linked = Client.connect(server.configBy(link.address()));
  }

  @AfterEach
  void stop() throws Exception {
    linked.close();
    link.close();
    client.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void informerListsAgainAfterAnExpiredVersionAndReportsMissedChanges(boolean streaming)
      throws Exception {
    put("stays", "1");
    put("goes", "1");
    CacheOptions<ConfigMap> options =
        CacheOptions.<ConfigMap>defaults().with(o -> o.namespaces("away").streaming(streaming));
    try (var informer = SharedIndexInformer.of(linked.resources(ConfigMap.class), options)) {
      Probe<ConfigMap> probe = new Probe<>();
      informer.setWatchErrorHandler((_, error) -> errors.add(error));
      informer.addEventHandler(probe);
      informer.start().awaitSynced(LONG);
      String last = put("stays", "2").metadata().resourceVersion();
      informer.awaitVersion(last, LONG);

      link.fallSilent();
      maps.delete("goes");
      put("comes", "1");
      awaitForgotten(last);
      link.heal();

      awaitExpired();
      Map<ObjectKey, String> truth = truth();
      probe.awaitView(truth);
      assertThat(probe.events()).contains("lost away/goes");
      assertThat(Probe.versions(informer.store().list())).isEqualTo(truth);
      put("stays", "3");
      probe.awaitView(truth()); // the new watch works, too
    }
  }

  private ConfigMap put(String name, String value) {
    return maps.apply(ConfigMap.named("away", name).with(m -> m.data("k", value)));
  }

  private Map<ObjectKey, String> truth() {
    return Probe.versions(maps.list().items());
  }

  /// Until the server refuses to tell what happened since. It forgets what two rounds of its
  /// compaction have passed over, and only if something was written meanwhile.
  private void awaitForgotten(String version) {
    for (int i = 0; !isForgotten(version); i++) {
      put("stays", "while away " + i);
    }
  }

  private boolean isForgotten(String version) {
    try (WatchStream<ConfigMap> stream =
        maps.watch(WatchOptions.defaults().with(o -> o.resourceVersion(version)))) {
      return stream.next() instanceof WatchEvent.Failed<ConfigMap>(var status)
          && status.code() == 410;
    } catch (ApiException.Expired e) {
      return true;
    }
  }

  private void awaitExpired() throws InterruptedException {
    RuntimeException error;
    do {
      error = errors.poll(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(error).as("a failure, among them 410").isNotNull();
    } while (!(error instanceof ApiException.Expired));
  }
}
