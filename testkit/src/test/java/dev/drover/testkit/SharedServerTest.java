package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.Namespace;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// One server for all tests of a class, however they are written, and a namespace for each.
@KubernetesTest
class SharedServerTest {
  private static final Set<URI> SERVERS = ConcurrentHashMap.newKeySet();
  private static final List<String> NAMESPACES = new CopyOnWriteArrayList<>();

  private static void note(TestCluster cluster) {
    SERVERS.add(cluster.config().server());
    NAMESPACES.add(cluster.namespace());
  }

  @BeforeAll
  static void prepare(Client client, ClientConfig config) {
    client.create(Namespace.named("made-before"));
    NAMESPACES.add(config.namespace());
  }

  @Test
  void testSeesObjectsCreatedInBeforeAll(TestCluster cluster) {
    note(cluster);
    assertThat(cluster.client().resources(Namespace.class).find("made-before")).isPresent();
  }

  @RepeatedTest(2)
  void testThatRunsTwiceUsesTheServerOfItsClass(TestCluster cluster) {
    note(cluster);
  }

  @Nested
  class Inner {
    @Test
    void nestedTestUsesTheServerOfTheOuterClass(TestCluster cluster) {
      note(cluster);
      assertThat(cluster.client().resources(Namespace.class).find("made-before")).isPresent();
    }
  }

  @AfterAll
  static void oneServerAndANamespaceForEach() {
    assertThat(SERVERS).hasSize(1);
    assertThat(NAMESPACES).doesNotHaveDuplicates();
  }
}
