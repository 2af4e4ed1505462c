package dev.drover.testkit;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedControllerFactory;
import dev.drover.runtime.webhook.Conversion;
import dev.drover.runtime.webhook.Webhook;
import dev.drover.server.Faults;
import dev.drover.testkit.trial.RightsLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The cluster of one test: a namespace of its own, clients, managers and factories, which are
/// closed when the test ends.
///
/// ```java
/// Manager manager = cluster.manager("shop");           // in the namespace of the test
/// cluster.client().create(ConfigMap.named(cluster.namespace(), "till"));
/// cluster.settle();                                    // until all controllers are idle
/// cluster.faults().inject(RequestMatch.any().verb("update"), Fault.refuse(409), 2);
/// ```
public final class TestCluster implements AutoCloseable {
  /// How long [#settle] waits before it fails.
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestServer server;
  private final TestConversions conversions;
  private final ClientConfig config;
  private final TestWrites writes = new TestWrites(this::informers);
  private final Client client;
  private final String namespace;
  private final RightsLog rights = new RightsLog();
  private final List<Manager> managers = new ArrayList<>(); // guarded by this
  private final List<SharedControllerFactory> factories = new ArrayList<>(); // guarded by this
  private final List<TestWebhook> webhooks = new ArrayList<>(); // guarded by this
  private @Nullable Path kubeconfig; // written when first needed; guarded by this

  TestCluster(TestServer server, TestConversions conversions, String namespace) {
    this.server = server;
    this.conversions = conversions;
    this.namespace = namespace;
    this.config = server.admin().with(c -> c.namespace(namespace));
    this.client = Client.connect(config).observing(writes);
    client.create(DynamicObject.named(new GroupVersionKind("", "v1", "Namespace"), "", namespace));
  }

  /// The administrator's configuration; objects without a namespace go to that of the test.
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

  /// The configuration of a new user, without rights until a role is bound to the name or a group.
  public ClientConfig user(String name, String... groups) {
    return server.user(name, groups).with(c -> c.namespace(namespace));
  }

  /// A manager that sees the namespace of this test; it is closed with the test.
  public Manager manager(String name) {
    return manager(name, options -> {});
  }

  /// A manager with changed options; it is closed with the test.
  ///
  /// @param change is applied to a manager's options for the namespace of this test
  public synchronized Manager manager(String name, Consumer<ManagerOptions.Builder> change) {
    ManagerOptions options =
        ManagerOptions.defaults()
            .with(o -> o.namespaces(namespace).grace(Duration.ofSeconds(5)).syncTimeout(PATIENCE))
            .with(change)
            .with(o -> o.layer(rights));
    Manager manager = Manager.connect(name, config, options);
    managers.add(manager);
    return manager;
  }

  /// A factory of shared controllers for the namespace of this test; it is closed with the test.
  public SharedControllerFactory factory() {
    return factory(options -> {});
  }

  /// A factory of shared controllers; it is closed with the test.
  ///
  /// @param change is applied to a factory's options for the namespace of this test
  public synchronized SharedControllerFactory factory(Consumer<FactoryOptions.Builder> change) {
    FactoryOptions options =
        FactoryOptions.defaults()
            .with(o -> o.namespaces(namespace).grace(Duration.ofSeconds(5)))
            .with(change);
    SharedControllerFactory factory = SharedControllerFactory.fromConfig(config, options);
    factories.add(factory);
    return factory;
  }

  /// Waits until there is nothing to do for any manager and factory of this test, as [Settleable]
  /// defines it: everything that was written has been seen and reconciled, and so has everything
  /// that they wrote in turn, also where they react to each other and to the controllers of the
  /// embedded server. Retries that are due within [Settleable#RETRY_HORIZON] are waited for.
  ///
  /// @throws IllegalStateException when they do not come to rest within [#PATIENCE]; it says what
  ///   waits or runs
  public void settle() throws InterruptedException {
    List<Settleable> running = new ArrayList<>(List.of(server.controllers(), writes));
    synchronized (this) {
      managers.stream().filter(Manager::isRunning).forEach(running::add);
      running.addAll(factories);
    }
    Settleable.settleAll(running, PATIENCE);
  }

  /// The caches of all managers that run, and of all factories.
  private synchronized List<SharedIndexInformer<?>> informers() {
    List<SharedIndexInformer<?>> all = new ArrayList<>();
    managers.stream().filter(Manager::isRunning).forEach(m -> all.addAll(m.cache().informers()));
    factories.forEach(factory -> all.addAll(factory.caches().informers()));
    return all;
  }

  /// Lets the server call a webhook for objects in the namespace of this test, until the test ends:
  ///
  /// ```java
  /// cluster.webhook(Webhook.validate(ConfigMap.class, request -> AdmissionResponse.deny("no")));
  /// ```
  ///
  /// The webhook is served over TLS in this JVM and configured with the failure policy `Fail`:
  /// creates and updates, and for a validating webhook deletes as well. It counts when this returns
  /// on the embedded server; a real one sees it a moment later.
  ///
  /// @param webhook with the path that it has by default, `/validate-…` or `/mutate-…`
  public void webhook(Webhook<?> webhook) {
    TestWebhook served = TestWebhook.serve(webhook, namespace, client);
    synchronized (this) {
      webhooks.add(served);
    }
  }

  /// Installs a kind of several versions, which this JVM converts for the server:
  ///
  /// ```java
  /// cluster.conversion(Conversion.hub(Shop.class).spoke(OldShop.class, OldShop::toHub, OldShop::fromHub));
  /// ```
  ///
  /// A definition belongs to the whole server: it stays until all tests of the class have ended,
  /// and a call with another conversion of the kind replaces it for all of them.
  public void conversion(Conversion<?> conversion) {
    conversions.install(conversion, config);
  }

  /// Lets references to a service in webhook configurations and definitions lead to a port of the
  /// loopback address: `cluster.service("default/webhooks", server.port().orElseThrow())`.
  ///
  /// @param name namespace and name of the service
  /// @throws UnsupportedOperationException on a real server
  public void service(String name, int port) {
    server.service(name, port);
  }

  /// The rights that the requests of the managers of this test needed so far, as lines
  /// `group/resource verb`: see [RightsLog].
  public List<String> rights() {
    return rights.lines();
  }

  /// Injects faults into the server: `cluster.faults().cutWatches()`.
  ///
  /// @throws UnsupportedOperationException on a real server
  public Faults faults() {
    return server.faults();
  }

  @Override
  public void close() {
    List<Manager> allManagers;
    List<SharedControllerFactory> allFactories;
    List<TestWebhook> allWebhooks;
    synchronized (this) {
      allManagers = List.copyOf(managers);
      allFactories = List.copyOf(factories);
      allWebhooks = List.copyOf(webhooks);
    }
    allWebhooks.forEach(TestWebhook::close);
    allFactories.reversed().forEach(SharedControllerFactory::close);
    allManagers.reversed().forEach(Manager::close);
    if (server instanceof TestServer.Embedded embedded) {
      embedded.faults().clear();
    }
    RightsLog.file().ifPresent(rights::appendTo);
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
