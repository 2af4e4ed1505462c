package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.SharedClientFactory;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.cached.OwnWriteRelay;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Reads of a kind that is cached only while it is watched.
class LeasedKindTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Source.Sink NOTHING =
      new Source.Sink() {
        @Override
        public void add(Request request, Reason why, int priority) {}

        @Override
        public void addAfter(Request request, Reason why, Duration delay) {}
      };

  /// Between the end of the last watch and the end of its informer another watch may begin, and the
  /// informer goes on.
  @Test
  @Tag("slow")
  void ownWritesAreReadThroughAnInformerThatIsReleasedAndLeasedAgain() throws Exception {
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Client live =
            Client.connect(
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
        SharedCacheFactory caches =
            SharedCacheFactory.over(SharedClientFactory.over(live, live.mapper()))) {
      Cache cache = new Cache(caches, ManagerOptions.defaults());
      Client client = live.observing(new OwnWriteRelay(live, cache::written));
      Source source = cache.source(ConfigMap.KIND, EventMapper.itself());
      caches.start();
      Source.Watching first = source.start(NOTHING);
      first.awaitSynced(LIMIT);
      server.faults().inject(RequestMatch.any().verb("watch"), Fault.delay(Duration.ofHours(1)));
      server.faults().cutWatches("configmaps");
      ConfigMap before = client.create(ConfigMap.named("default", "before"));
      ConfigMap between;
      Thread closing;
      synchronized (caches) { // without it no informer is given back
        closing = Thread.ofVirtual().start(first::close);
        while (!cache.kinds().isEmpty()) {
          Thread.onSpinWait(); // bounded by the time-out of tests
        }
        between = client.create(ConfigMap.named("default", "between"));
        source.start(NOTHING).awaitSynced(LIMIT);
      }
      assertThat(closing.join(LIMIT)).isTrue();

      assertThat(cache.find(ConfigMap.KIND, before.key())).contains(before);
      assertThat(cache.find(ConfigMap.KIND, between.key())).contains(between);
      ConfigMap after = client.create(ConfigMap.named("default", "after"));
      assertThat(cache.find(ConfigMap.KIND, after.key())).contains(after);
    }
  }

  @Test
  void kindThatIsReleasedIsForgotten() throws Exception {
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Client live =
            Client.connect(
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
        SharedCacheFactory caches =
            SharedCacheFactory.over(SharedClientFactory.over(live, live.mapper()))) {
      Cache cache = new Cache(caches, ManagerOptions.defaults());
      caches.start();
      Source source = cache.source(ConfigMap.KIND, EventMapper.itself());
      for (int i = 0; i < 2; i++) {
        try (Source.Watching watching = source.start(NOTHING)) {
          watching.awaitSynced(LIMIT);
          assertThat(cache.written()).hasSize(1);
        }
        assertThat(cache.written()).isEmpty();
      }
    }
  }
}
