package dev.drover.server;

import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.server.auth.AccessControl;
import dev.drover.server.bootstrap.BootstrapObjects;
import dev.drover.server.builtin.BuiltInResources;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.Subresources;
import dev.drover.server.core.UserInfo;
import dev.drover.server.discovery.Discovery;
import dev.drover.server.discovery.RootPaths;
import dev.drover.server.discovery.ServerVersion;
import dev.drover.server.http.Gate;
import dev.drover.server.http.HttpListener;
import dev.drover.server.http.Interceptor;
import dev.drover.server.http.PathRouter;
import dev.drover.server.http.Representation;
import dev.drover.server.lifecycle.Controllers;
import dev.drover.server.rest.Environment;
import dev.drover.server.rest.ObjectRegistry;
import dev.drover.server.rest.ResourceRouter;
import dev.drover.server.storage.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;

/// Puts the parts of a server together.
final class Assembly implements AutoCloseable {
  private final Accounts accounts;
  private final HttpListener listener;
  private final Controllers controllers;

  private Assembly(Accounts accounts, HttpListener listener, Controllers controllers) {
    this.accounts = accounts;
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
    Environment environment =
        new Environment(store, access.admission(), options.clock(), RandomGenerator.getDefault());
    ObjectRegistry objects = new ObjectRegistry(environment);
    Controllers controllers = Controllers.of(options.controllers(), store, catalog, objects);
    HttpListener listener =
        HttpListener.start(
            new HttpListener.Settings(
                new InetSocketAddress(options.bindAddress(), options.port()),
                accounts.tls(),
                options.limits(),
                gate(access),
                Interceptor.NONE,
                endpoints(catalog, objects, access),
                new Representation(Shared.CODEC),
                port -> BootstrapObjects.store(store, facts(options, accounts, port))));
    controllers.start();
    return new Assembly(accounts, listener, controllers);
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

  private static Gate gate(AccessControl access) {
    return (headers, chain, request) -> {
      UserInfo caller = access.authenticator().authenticate(headers, chain);
      UserInfo user = access.impersonation().impersonated(caller, request, headers);
      access.authorizer().require(user, request);
      return user;
    };
  }

  private static Endpoint endpoints(Catalog catalog, ObjectRegistry objects, AccessControl access) {
    Subresources subresources = new Subresources();
    access.register(subresources);
    ResourceRouter resources =
        new ResourceRouter(
            catalog,
            subresources,
            objects,
            call -> access.authorizer().require(call.user(), call.info().withVerb("create")),
            Shared.CODEC,
            new Representation(Shared.CODEC));
    Endpoint discovery = new Discovery(catalog, Shared.CODEC);
    Endpoint version = new ServerVersion(SchemaTable.builtIn().release());
    PathRouter paths =
        new PathRouter(resources)
            .serveBelow("/api", discovery)
            .serveBelow("/apis", discovery)
            .serve("/version", version)
            .serve("/version/", version);
    access.endpoints().forEach(paths::serve);
    return paths.serve("/", new RootPaths(catalog, paths.paths()));
  }

  Accounts accounts() {
    return accounts;
  }

  int port() {
    return listener.port();
  }

  @Override
  public void close() {
    controllers.close();
    listener.close();
  }
}
