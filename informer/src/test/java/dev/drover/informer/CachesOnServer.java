package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// A server, two namespaces and a factory of caches: what the suites of caches begin with.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CachesOnServer {
  static final Duration LONG = Duration.ofSeconds(30);
  static final Duration SHORT = Duration.ofMillis(300);
  static final AtomicInteger COUNT = new AtomicInteger();

  TestServer server;
  Client client;
  SharedCacheFactory caches;
  String shop;
  String mall;

  abstract TestServer start() throws Exception;

  @BeforeAll
  void startServer() throws Exception {
    server = start();
    client = Client.connect(server.config());
  }

  @AfterAll
  void stopServer() {
    client.close();
    server.close();
  }

  @BeforeEach
  void begin() {
    int number = COUNT.incrementAndGet();
    shop = "shop" + number;
    mall = "mall" + number;
    client.create(Namespace.named(shop));
    client.create(Namespace.named(mall));
    caches = SharedCacheFactory.over(client);
  }

  @AfterEach
  void end() {
    caches.close();
  }

  ResourceClient<ConfigMap> maps(String namespace) {
    return client.resources(ConfigMap.class).inNamespace(namespace);
  }

  ConfigMap create(String namespace, String name, String app) {
    return client.create(
        ConfigMap.named(namespace, name).with(m -> m.label("app", app).data("app", app)));
  }

  CacheOptions<ConfigMap> inShop() {
    return CacheOptions.<ConfigMap>defaults().with(o -> o.namespaces(shop));
  }

  <T extends KubernetesObject> SharedIndexInformer<T> synced(SharedIndexInformer<T> informer)
      throws InterruptedException {
    informer.start().awaitSynced(LONG);
    return informer;
  }

  static List<String> names(List<? extends KubernetesObject> objects) {
    return objects.stream().map(o -> o.namespace() + "/" + o.name()).sorted().toList();
  }
}
