package dev.drover.testkit;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.server.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a test has of a cluster: a namespace of its own, and everything that it opened is closed
/// when it ends.
public final class TestCluster implements AutoCloseable {
  /// How long [#settle] waits before it fails.
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestServer server;
  private final ClientConfig config;
  private final Client client;
  private final String namespace;
  private final List<Manager> managers = new ArrayList<>(); // guarded by this
  private @Nullable Path kubeconfig; // none before somebody asks; guarded by this

  TestCluster(TestServer server, String namespace) {
    this.server = server;
    this.namespace = namespace;
    this.config = server.admin().withNamespace(namespace);
    this.client = Client.connect(config);
    client.create(DynamicObject.named(new GroupVersionKind("", "v1", "Namespace"), "", namespace));
  }

  /// The administrator's way in; objects without a namespace go to that of the test.
  public ClientConfig config() {
    return config;
  }

  /// The administrator's kubeconfig as a file, for programs that take `--kubeconfig`; it is deleted
  /// when the test ends.
  public synchronized Path kubeconfig() {
    try {
      if (kubeconfig == null) {
        kubeconfig = Files.createTempFile("drover-test", ".kubeconfig"); // for this user alone
        Files.writeString(kubeconfig, server.kubeconfig());
      }
      return kubeconfig;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the kubeconfig of a test", e);
    }
  }

  /// The administrator's client.
  public Client client() {
    return client;
  }

  /// The namespace of this test alone.
  public String namespace() {
    return namespace;
  }

  /// The way in of a new user, who may do nothing until a role is bound to the name or a group.
  public ClientConfig user(String name, String... groups) {
    return server.user(name, groups).withNamespace(namespace);
  }

  /// A manager that sees the namespace of this test; it is closed with the test.
  public Manager manager(String name) {
    return manager(name, options -> {});
  }

  /// A manager that works so; it is closed with the test.
  ///
  /// @param change is applied to a manager's options for the namespace of this test
  public synchronized Manager manager(String name, Consumer<ManagerOptions.Builder> change) {
    ManagerOptions options =
        ManagerOptions.DEFAULT
            .with(o -> o.namespaces(namespace).grace(Duration.ofSeconds(5)).syncTimeout(PATIENCE))
            .with(change);
    Manager manager = Manager.connect(name, config, options);
    managers.add(manager);
    return manager;
  }

  /// Waits until there is nothing to do for any manager: everything that was written has been seen
  /// and reconciled, and so has everything that came of it.
  ///
  /// @throws IllegalStateException when it does not come to rest; it says what is going on
  public void settle() throws InterruptedException {
    List<Manager> running;
    synchronized (this) {
      running = managers.stream().filter(Manager::isRunning).toList();
    }
    for (int round = 0; round <= running.size(); round++) { // one may wake another
      for (Manager manager : running) {
        manager.settle(PATIENCE);
      }
    }
  }

  /// What can go wrong on request: `cluster.faults().cutWatches()`.
  ///
  /// @throws UnsupportedOperationException on a real server
  public Faults faults() {
    return server.faults();
  }

  @Override
  public void close() {
    List<Manager> all;
    synchronized (this) {
      all = List.copyOf(managers);
    }
    all.reversed().forEach(Manager::close);
    if (server instanceof TestServer.Embedded embedded) {
      embedded.faults().clear();
    }
    client.close();
    deleteKubeconfig();
  }

  private synchronized void deleteKubeconfig() {
    try {
      if (kubeconfig != null) {
        Files.deleteIfExists(kubeconfig);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the kubeconfig of a test", e);
    }
  }
}
