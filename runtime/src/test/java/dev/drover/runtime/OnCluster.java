package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests of a manager on either server, each in a namespace of its own.
@ExtendWith(TestCluster.Supply.class)
abstract class OnCluster {
  static final Duration SOON = Duration.ofSeconds(20);

  ClientConfig config;
  Client client;
  String namespace;
  Manager manager;

  @BeforeEach
  void connect(TestCluster cluster, TestInfo test) {
    config = cluster.config();
    client = Client.connect(config);
    namespace = namespaceOf(test);
    client.create(Namespace.named(namespace));
    manager = manager("test-manager");
  }

  static String namespaceOf(TestInfo test) {
    String name = test.getTestClass().orElseThrow().getName() + test.getDisplayName();
    return "t" + Integer.toHexString(name.hashCode());
  }

  Manager manager(String name) {
    return Manager.connect(
        name,
        config,
        ManagerOptions.defaults()
            .with(o -> o.namespaces(namespace).grace(Duration.ofSeconds(5)).syncTimeout(SOON)));
  }

  @AfterEach
  void close() {
    manager.close();
    client.close();
  }

  static <V> V next(BlockingQueue<V> queue) throws InterruptedException {
    V value = queue.poll(20, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }

  ConfigMap create(String name) {
    return client.create(ConfigMap.named(namespace, name));
  }
}
