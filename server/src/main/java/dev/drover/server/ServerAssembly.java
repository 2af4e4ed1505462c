package dev.drover.server;

import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.server.admission.AdmissionPlugins;
import dev.drover.server.admission.ResourceQuotaPlugin;
import dev.drover.server.admission.match.StoredRoleAuthorizer;
import dev.drover.server.admission.policy.MutatingPolicies;
import dev.drover.server.admission.policy.ValidatingPolicies;
import dev.drover.server.admission.webhook.AdmissionWebhooks;
import dev.drover.server.admission.webhook.MutatingWebhooks;
import dev.drover.server.admission.webhook.ValidatingWebhooks;
import dev.drover.server.aggregation.AggregatedApis;
import dev.drover.server.auth.AccessControl;
import dev.drover.server.bootstrap.BootstrapObjects;
import dev.drover.server.controllers.ControllerManager;
import dev.drover.server.controllers.core.NamedController;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.Catalog;
import dev.drover.server.custom.CustomResources;
import dev.drover.server.custom.TerminatingDefinitions;
import dev.drover.server.flowcontrol.FlowControl;
import dev.drover.server.http.HttpListener;
import dev.drover.server.http.Representation;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.metrics.MetricsPage;
import dev.drover.server.metrics.ProcessMetrics;
import dev.drover.server.metrics.RequestMetrics;
import dev.drover.server.metrics.StorageMetrics;
import dev.drover.server.poststart.PostStartHooks;
import dev.drover.server.rest.KnownKinds;
import dev.drover.server.rest.ObjectRegistry;
import dev.drover.server.rest.WriteEnvironment;
import dev.drover.server.simulation.Simulation;
import dev.drover.server.storage.ObjectExpiry;
import dev.drover.server.storage.Store;
import dev.drover.server.webhook.HookClient;
import dev.drover.server.webhook.Services;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/// Creates and connects the parts of a server.
final class ServerAssembly implements AutoCloseable {
  private static final Duration LIFE_OF_EVENTS = Duration.ofHours(1); // as --event-ttl

  private final Storage storage;
  private final ServerAccounts accounts;
  private final Store store;
  private final ObjectExpiry events;
  private final Faults faults;
  private final HttpListener listener;
  private final ControllerManager controllers;
  private final Services services;
  private final HookClient hooks;
  private final Auditing auditing;
  private final AggregatedApis aggregated;
  private final HeapPacer heap;

  private ServerAssembly(
      Storage storage,
      ServerAccounts accounts,
      ObjectExpiry events,
      Faults faults,
      HttpListener listener,
      ControllerManager controllers,
      Services services,
      HookClient hooks,
      Auditing auditing,
      AggregatedApis aggregated,
      HeapPacer heap) {
    this.storage = storage;
    this.accounts = accounts;
    this.store = storage.store();
    this.events = events;
    this.faults = faults;
    this.listener = listener;
    this.controllers = controllers;
    this.services = services;
    this.hooks = hooks;
    this.auditing = auditing;
    this.aggregated = aggregated;
    this.heap = heap;
  }

  /// What all servers of the JVM share, because it never changes.
  private static final class Shared {
    static final TreeCodec CODEC = new TreeCodec(SchemaTable.builtIn());
  }

  static ServerAssembly of(EmbeddedApiServer.Options options) throws IOException {
    Storage storage = Storage.open(options);
    try {
      return of(options, storage);
    } catch (IOException | RuntimeException e) {
      storage.closeAfter(e);
      throw e;
    }
  }

  private static ServerAssembly of(EmbeddedApiServer.Options options, Storage storage)
      throws IOException {
    ServerAccounts accounts = new ServerAccounts(options, storage.identities());
    Store store = storage.store();
    AccessControl access =
        new AccessControl(
            accounts.clientCaPem(),
            accounts.tokens(),
            accounts.signingKeys(),
            store::objects,
            options.clock());
    Catalog catalog =
        new Catalog(options.betaApis() ? BuiltInResources.withBetas() : BuiltInResources.all());
    CompletableFuture<ObjectRegistry> registry =
        new CompletableFuture<>(); // admission itself writes
    Services services = new Services();
    HookClient hooks = new HookClient(services);
    List<AdmissionPlugin> admission =
        admission(
            access,
            hooks,
            catalog,
            (resource, live, configuration) ->
                registry.join().merged(resource, live, configuration),
            new ResourceQuotaPlugin(registry::join, catalog));
    WriteEnvironment environment =
        new WriteEnvironment(store, admission, options.clock(), RandomGenerator.getDefault());
    ObjectRegistry objects = new ObjectRegistry(environment, catalog);
    registry.complete(objects);
    new CustomResources(store, catalog, objects, hooks, options.clock()).start();
    ControllerManager controllers =
        ControllerManager.of(
            controllers(options, accounts.caPem()), store, catalog, objects, options.clock());
    ObjectExpiry events = new ObjectExpiry(store, options.clock(), "/events", LIFE_OF_EVENTS);
    Faults faults = new Faults(store);
    FlowControl flows = new FlowControl(store::objects, options.limits().requestsInFlight());
    RequestMetrics metrics = new RequestMetrics(catalog);
    Representation representation = new Representation(Shared.CODEC);
    AggregatedApis aggregated =
        new AggregatedApis(store, catalog, objects, services, options.clock());
    ServerEndpoints endpoints =
        new ServerEndpoints(
            catalog,
            objects,
            access,
            new KnownKinds(Shared.CODEC),
            representation,
            aggregated,
            new MetricsPage(
                List.of(
                    metrics,
                    flows,
                    aggregated,
                    new StorageMetrics(store, catalog),
                    new ProcessMetrics(SchemaTable.builtIn().release()))),
            store::objects,
            store::problem,
            Flags.of(options),
            options.clock());
    Auditing auditing = Auditing.open(options.audit(), options.clock());
    HttpListener listener =
        HttpListener.start(
            new HttpListener.Settings(
                new InetSocketAddress(options.bindAddress(), options.port()),
                accounts.tls(),
                options.limits(),
                new AccessFilter(access, flows),
                faults::intercept,
                endpoints.all(),
                metrics,
                auditing.log(),
                options.clock(),
                representation,
                port -> BootstrapObjects.store(store, facts(options, accounts, port))));
    faults.start(listener.streams());
    PostStartHooks.start(store, catalog, objects, options.clock());
    aggregated.start();
    events.start();
    controllers.start();
    return new ServerAssembly(
        storage,
        accounts,
        events,
        faults,
        listener,
        controllers,
        services,
        hooks,
        auditing,
        aggregated,
        HeapPacer.start());
  }

  private static List<NamedController> controllers(
      EmbeddedApiServer.Options options, String caPem) {
    boolean isSimulated = options.simulatedNodes() > 0;
    boolean isAll = isSimulated && options.controllers().isEmpty();
    List<NamedController> controllers =
        new ArrayList<>(
            ControllerManager.choose(isAll ? List.of("*") : options.controllers(), caPem));
    if (isSimulated) {
      controllers.addAll(Simulation.controllers(options.simulatedNodes()));
    }
    return controllers;
  }

  private static BootstrapObjects.Facts facts(
      EmbeddedApiServer.Options options, ServerAccounts accounts, int port) {
    return new BootstrapObjects.Facts(
        options.betaApis(),
        accounts.clientCaPem(),
        options.bindAddress().getHostAddress(),
        port,
        options.clock().instant());
  }

  private static List<AdmissionPlugin> admission(
      AccessControl access,
      HookClient hooks,
      Catalog catalog,
      MutatingPolicies.Merge merge,
      ResourceQuotaPlugin last) {
    List<AdmissionPlugin> rules = new ArrayList<>(List.of(new TerminatingDefinitions()));
    rules.addAll(access.admission());
    rules.addAll(AdmissionPlugins.inOrder());
    StoredRoleAuthorizer questions = new StoredRoleAuthorizer(access.authorizer());
    AdmissionWebhooks webhooks = new AdmissionWebhooks(hooks, catalog, questions);
    rules.add(new MutatingPolicies(catalog, questions, merge));
    rules.add(new MutatingWebhooks(webhooks));
    rules.add(new ValidatingPolicies(catalog, questions));
    rules.add(new ValidatingWebhooks(webhooks));
    rules.add(last);
    return rules;
  }

  ServerAccounts accounts() {
    return accounts;
  }

  Faults faults() {
    return faults;
  }

  Services services() {
    return services;
  }

  void clockChanged() {
    events.clockChanged();
    store.clockChanged();
    controllers.clockChanged();
  }

  ControllerManager controllers() {
    return controllers;
  }

  int port() {
    return listener.port();
  }

  @Override
  public void close() {
    heap.close();
    controllers.close();
    events.close();
    listener.close();
    aggregated.close();
    hooks.close();
    auditing.close();
    storage.close(); // last: requests that are under way still write
  }
}
