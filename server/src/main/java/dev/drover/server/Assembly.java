package dev.drover.server;

import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.server.auth.Authenticator;
import dev.drover.server.auth.Authorizer;
import dev.drover.server.auth.Impersonation;
import dev.drover.server.builtin.BuiltInResources;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.Subresources;
import dev.drover.server.core.UserInfo;
import dev.drover.server.http.Gate;
import dev.drover.server.http.HttpListener;
import dev.drover.server.http.Interceptor;
import dev.drover.server.http.PathRouter;
import dev.drover.server.http.Representation;
import dev.drover.server.rest.Environment;
import dev.drover.server.rest.ObjectRegistry;
import dev.drover.server.rest.ResourceRouter;
import dev.drover.server.storage.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.random.RandomGenerator;

/// Puts the parts of a server together.
final class Assembly implements AutoCloseable {
  private final Identities identities;
  private final HttpListener listener;

  private Assembly(Identities identities, HttpListener listener) {
    this.identities = identities;
    this.listener = listener;
  }

  /// What all servers of the JVM share, because it never changes.
  private static final class Shared {
    static final TreeCodec CODEC = new TreeCodec(SchemaTable.builtIn());
  }

  static Assembly of(EmbeddedApiServer.Options options) throws IOException {
    Identities identities = new Identities(options.accounts(), options.clock());
    Store store = new Store(Store.Options.DEFAULT.withHistory(options.history()), options.clock());
    Authorizer authorizer = new Authorizer(new NewestObjects(store), store::revision);
    HttpListener listener =
        HttpListener.start(
            new HttpListener.Settings(
                new InetSocketAddress(options.bindAddress(), options.port()),
                identities.tls(options.bindAddress()),
                options.limits(),
                gate(identities.authenticator(), authorizer),
                Interceptor.NONE,
                endpoints(options, store, authorizer),
                new Representation(Shared.CODEC)));
    return new Assembly(identities, listener);
  }

  private static Gate gate(Authenticator authenticator, Authorizer authorizer) {
    Impersonation impersonation = new Impersonation(authorizer);
    return (headers, chain, request) -> {
      UserInfo caller = authenticator.authenticate(headers, chain);
      UserInfo user = impersonation.impersonated(caller, request, headers);
      authorizer.require(user, request);
      return user;
    };
  }

  private static Endpoint endpoints(
      EmbeddedApiServer.Options options, Store store, Authorizer authorizer) {
    Catalog catalog =
        new Catalog(options.betaApis() ? BuiltInResources.withBetas() : BuiltInResources.all());
    Environment environment =
        new Environment(store, List.of(), options.clock(), RandomGenerator.getDefault());
    ResourceRouter resources =
        new ResourceRouter(
            catalog,
            new Subresources(),
            new ObjectRegistry(environment),
            call -> authorizer.require(call.user(), asCreate(call)),
            Shared.CODEC,
            new Representation(Shared.CODEC));
    return new PathRouter(resources);
  }

  /// The request that an update of an object stands for when there is none.
  private static RequestInfo asCreate(Call call) {
    RequestInfo info = call.info();
    return new RequestInfo(
        true,
        info.path(),
        "create",
        info.group(),
        info.version(),
        info.namespace(),
        info.resource(),
        info.subresource(),
        info.name(),
        null,
        null);
  }

  Identities identities() {
    return identities;
  }

  int port() {
    return listener.port();
  }

  @Override
  public void close() {
    listener.close();
  }
}
