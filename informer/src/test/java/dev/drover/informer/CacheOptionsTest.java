package dev.drover.informer;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.informer.classic.ChangeQueue;
import dev.drover.informer.classic.KeyFunction;
import dev.drover.informer.classic.Queue;
import dev.drover.informer.classic.QueueController;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheOptionsTest {
  private static final CacheOptions<ConfigMap> DEFAULTS = CacheOptions.defaults();

  @Test
  void scopesCoverTheNamespacesThatAreNamedAndTheRestIfWanted() {
    CacheOptions<ConfigMap> some =
        DEFAULTS.with(o -> o.namespace("shop", n -> n.labels(labelIs("app", "web"))));
    assertThat(some.coversOtherNamespaces()).isFalse();
    assertThat(some.scopes()).extracting(CacheScope::namespace).containsExactly("shop");
    assertThat(some.scopes().getFirst().covers("shop")).isTrue();
    assertThat(some.scopes().getFirst().covers("mall")).isFalse();
    CacheOptions<ConfigMap> all = some.with(o -> o.otherNamespaces(_ -> {}));
    assertThat(all.coversOtherNamespaces()).isTrue();
    assertThat(all.scopes()).hasSize(2);
    assertThat(DEFAULTS.coversOtherNamespaces()).isTrue();
    assertThatThrownBy(() -> CacheScope.requireCovered(Kind.of(ConfigMap.class), some, "mall"))
        .hasMessageContaining("does not have namespace 'mall'");
  }

  @Test
  void objectsAreWholeUnlessFieldsAreSkippedOrChanged() {
    assertThat(DEFAULTS.keepsWholeObjects()).isTrue();
    CacheOptions<ConfigMap> slim = DEFAULTS.with(o -> o.withoutManagedFields());
    assertThat(slim.skippedFields()).containsExactly("metadata.managedFields");
    assertThat(slim.keepsWholeObjects()).isTrue();
    assertThat(DEFAULTS.with(o -> o.transform(m -> m)).keepsWholeObjects()).isFalse();
    assertThat(DEFAULTS.with(o -> o.whenInstalled()).whenInstalled()).isTrue();
    assertThat(DEFAULTS.whenInstalled()).isFalse();
  }

  @Test
  void boundsOfStreamsAndWatchesAreOptions() {
    ReflectorOptions<ConfigMap> options =
        ReflectorOptions.<ConfigMap>defaults()
            .with(o -> o.streamLimit(Duration.ofMinutes(7)).minWatchTimeout(Duration.ofMinutes(9)));
    assertThat(options.streamLimit()).isEqualTo(Duration.ofMinutes(7));
    assertThat(options.minWatchTimeout()).isEqualTo(Duration.ofMinutes(9));
  }

  @Test
  void emptyKeySourceHasNothing() {
    KeyListerGetter<ConfigMap> none = KeyListerGetter.none();
    assertThat(none.listKeys()).isEmpty();
    assertThat(none.getByKey(ObjectKey.of("ns", "a"))).isEmpty();
  }

  @Test
  void informerSaysWhetherItWasStarted() {
    ClientConfig nowhere = ClientConfig.of("http://127.0.0.1:1");
    try (Client client = Client.over(RestClient.of(nowhere))) {
      var informer = SharedIndexInformer.of(client.resources(ConfigMap.class), DEFAULTS);
      assertThat(informer.isStarted()).isFalse();
      informer.start();
      assertThat(informer.isStarted()).isTrue();
      informer.close();
      assertThat(informer.isStarted()).isTrue();
    }
  }

  @Test
  void queueControllerKeepsWhatItWasGiven() {
    MemoryCollection<ConfigMap> source =
        new MemoryCollection<>((m, v) -> m.with(o -> o.metadata(meta -> meta.resourceVersion(v))));
    var queue = new ChangeQueue<ConfigMap>(KeyFunction.namespaceAndName());
    Queue.Processor<List<dev.drover.informer.classic.Delta<ConfigMap>>> process = (_, _) -> {};
    var config = QueueController.Config.of("maps", queue, source, process);
    assertThat(config.listerWatcher()).isSameAs(source);
    assertThat(config.process()).isSameAs(process);
  }
}
