package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/// An informer of a collection in memory, with a clock that stands still: what the tests of
/// informers begin with.
abstract class InformerOnMemory {
  static final Duration LONG = Duration.ofMinutes(1);
  static final Index<ConfigMap> BY_COLOUR = Index.of("colour", map -> map.data().get("colour"));

  final ManualTime time = new ManualTime();
  final MemoryCollection<ConfigMap> maps =
      new MemoryCollection<>(
          (map, version) ->
              ConfigMap.KIND.withMetadata(
                  map, map.metadata().with(m -> m.resourceVersion(version).uid(map.name()))));
  final Probe<ConfigMap> probe = new Probe<>();
  SharedIndexInformer<ConfigMap> informer = make(CacheOptions.defaults());

  SharedIndexInformer<ConfigMap> make(CacheOptions<ConfigMap> options) {
    return SharedIndexInformer.of(ConfigMap.KIND, maps, options.with(o -> o.time(time)));
  }

  @AfterEach
  void close() {
    informer.close();
  }

  ConfigMap put(String name, String colour) {
    return maps.put(ConfigMap.named("shop", name).with(m -> m.data("colour", colour)));
  }

  void startAndSync() throws InterruptedException {
    informer.start();
    informer.awaitSynced(LONG);
  }

  Map<ObjectKey, String> truth() {
    return Probe.versions(maps.content().values());
  }

  static String next(LinkedBlockingQueue<String> told) throws InterruptedException {
    return told.poll(20, TimeUnit.SECONDS);
  }

  InformerState.Handler handler(String name) {
    return informer.state().handlers().stream()
        .filter(h -> h.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Lets time pass until a list was read again, whether the reflector pauses before or not.
  void relist(int lists) {
    while (maps.lists() < lists) {
      time.advance(Duration.ofMillis(100));
      Thread.yield();
    }
  }
}
