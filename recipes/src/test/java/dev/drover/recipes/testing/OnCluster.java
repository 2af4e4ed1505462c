package dev.drover.recipes.testing;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests on either server, each in a namespace of its own.
@ExtendWith(RecipeCluster.Supply.class)
public abstract class OnCluster {
  public static final Duration SOON = Duration.ofSeconds(20);

  protected ClientConfig config;
  protected Client client;
  protected String namespace;
  protected String unique;
  protected final Requests requests = new Requests();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeEach
  void connect(RecipeCluster cluster, TestInfo test) {
    String name = test.getTestClass().orElseThrow().getName() + test.getDisplayName();
    unique = "t" + Integer.toHexString(name.hashCode());
    namespace = unique;
    config = cluster.config().with(c -> c.namespace(namespace));
    client = Client.connect(config, List.of(requests));
    client.create(Namespace.named(namespace));
  }

  /// A second namespace of the test.
  protected String otherNamespace() {
    String other = unique + "-other";
    client.create(Namespace.named(other));
    return other;
  }

  /// A manager that sees all namespaces; closed with the test.
  protected Manager manager(String name) {
    return manager(name, _ -> {});
  }

  protected Manager manager(String name, Consumer<ManagerOptions.Builder> change) {
    Manager manager =
        Manager.connect(
            name,
            config,
            ManagerOptions.defaults()
                .with(o -> o.grace(Duration.ofSeconds(5)).syncTimeout(SOON).layer(requests))
                .with(change));
    opened.add(manager);
    return manager;
  }

  protected <C extends AutoCloseable> C opened(C part) {
    opened.add(part);
    return part;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : opened.reversed()) {
      part.close();
    }
    client.close();
  }

  protected ConfigMap map(String name, String value) {
    return ConfigMap.named(namespace, name).with(m -> m.data("k", value));
  }

  /// The names of the objects of a kind, without those of the server and of inventories.
  protected <T extends KubernetesObject> TreeSet<String> names(Kind<T> kind, String in) {
    TreeSet<String> names = new TreeSet<>();
    for (T object : client.resources(kind).inNamespace(in).list().items()) {
      if (!object.name().startsWith("drover-set-") && !object.name().equals("kube-root-ca.crt")) {
        names.add(object.name());
      }
    }
    return names;
  }

  protected TreeSet<String> maps() {
    return names(ConfigMap.KIND, namespace);
  }

  protected List<ConfigMap> inventories(String in) {
    return client.resources(ConfigMap.KIND).inNamespace(in).list().items().stream()
        .filter(map -> map.name().startsWith("drover-set-"))
        .toList();
  }

  /// Waits for what no event announces.
  protected static void eventually(String what, Callable<Boolean> condition) throws Exception {
    long begin = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begin > SOON.toNanos()) {
        throw new AssertionError("not within " + SOON.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
