package dev.drover.server;

import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.server.admission.Plugins;
import dev.drover.server.admission.ResourceQuotas;
import dev.drover.server.auth.AccessControl;
import dev.drover.server.bootstrap.BootstrapObjects;
import dev.drover.server.builtin.BuiltInResources;
import dev.drover.server.core.Admission;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Objects;
import dev.drover.server.custom.CustomResources;
import dev.drover.server.custom.TerminatingDefinitions;
import dev.drover.server.flow.FlowSchemas;
import dev.drover.server.http.HttpListener;
import dev.drover.server.http.Representation;
import dev.drover.server.http.RequestMetrics;
import dev.drover.server.lifecycle.Controllers;
import dev.drover.server.rest.Environment;
import dev.drover.server.rest.KnownKinds;
import dev.drover.server.rest.ObjectRegistry;
import dev.drover.server.storage.Expiry;
import dev.drover.server.storage.Store;
import dev.drover.server.upkeep.Upkeep;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/// Puts the parts of a server together.
final class Assembly implements AutoCloseable {
  private static final Duration LIFE_OF_EVENTS = Duration.ofHours(1); // as --event-ttl

  private final Accounts accounts;
  private final Store store;
  private final Expiry events;
  private final Faults faults;
  private final HttpListener listener;
  private final Controllers controllers;

  private Assembly(
      Accounts accounts,
      Store store,
      Expiry events,
      Faults faults,
      HttpListener listener,
      Controllers controllers) {
    this.accounts = accounts;
    this.store = store;
    this.events = events;
    this.faults = faults;
    this.listener = listener;
    this.controllers = controllers;
  }

  /// What all servers of the JVM share, because it never changes.
  private static final class Shared {
    static final TreeCodec CODEC = new TreeCodec(SchemaTable.builtIn());
  }

  static Assembly of(EmbeddedApiServer.Options options) throws IOException {
    Accounts accounts = new Accounts(options);
    Store store = new Store(Store.Options.DEFAULT.withHistory(options.history()), options.clock());
    AccessControl access =
        new AccessControl(
            accounts.clientCaPem(), accounts.tokens(), store::objects, options.clock());
    Catalog catalog =
        new Catalog(options.betaApis() ? BuiltInResources.withBetas() : BuiltInResources.all());
    CompletableFuture<Objects> registry = new CompletableFuture<>(); // admission itself writes
    List<Admission> admission = admission(access, new ResourceQuotas(registry::join, catalog));
    Environment environment =
        new Environment(store, admission, options.clock(), RandomGenerator.getDefault());
    ObjectRegistry objects = new ObjectRegistry(environment, catalog);
    registry.complete(objects);
    new CustomResources(store, catalog, objects, options.clock()).start();
    Controllers controllers = Controllers.of(options.controllers(), store, catalog, objects);
    Expiry events = new Expiry(store, options.clock(), "/events", LIFE_OF_EVENTS);
    Faults faults = new Faults(store);
    RequestMetrics metrics = new RequestMetrics();
    Representation representation = new Representation(Shared.CODEC);
    Endpoints endpoints =
        new Endpoints(
            catalog,
            objects,
            access,
            new KnownKinds(Shared.CODEC),
            representation,
            metrics,
            store::objects,
            options.clock());
    HttpListener listener =
        HttpListener.start(
            new HttpListener.Settings(
                new InetSocketAddress(options.bindAddress(), options.port()),
                accounts.tls(),
                options.limits(),
                new FrontGate(access, new FlowSchemas(store::objects)),
                faults::intercept,
                endpoints.all(),
                metrics,
                representation,
                port -> BootstrapObjects.store(store, facts(options, accounts, port))));
    faults.start(listener.streams());
    Upkeep.start(store, catalog, objects, options.clock());
    events.start();
    controllers.start();
    return new Assembly(accounts, store, events, faults, listener, controllers);
  }

  private static BootstrapObjects.Facts facts(
      EmbeddedApiServer.Options options, Accounts accounts, int port) {
    return new BootstrapObjects.Facts(
        options.betaApis(),
        accounts.clientCaPem(),
        options.bindAddress().getHostAddress(),
        port,
        options.clock().instant());
  }

  private static List<Admission> admission(AccessControl access, ResourceQuotas last) {
    List<Admission> rules = new ArrayList<>(List.of(new TerminatingDefinitions()));
    rules.addAll(access.admission());
    rules.addAll(Plugins.inOrder());
    rules.add(last);
    return rules;
  }

  Accounts accounts() {
    return accounts;
  }

  Faults faults() {
    return faults;
  }

  void clockChanged() {
    events.clockChanged();
    store.clockChanged();
  }

  int port() {
    return listener.port();
  }

  @Override
  public void close() {
    controllers.close();
    events.close();
    listener.close();
  }
}
