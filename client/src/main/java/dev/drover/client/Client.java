package dev.drover.client;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.LoggerFactory;

/// The way into an API server: reads and writes objects of any kind, always on the server itself.
///
/// ```java
/// try (var client = Client.connect(ClientConfig.load())) {
///   for (var pod : client.resources(Pod.class).inNamespace("shop").list().items()) { ... }
///   client.apply(deployment);
/// }
/// ```
///
/// Any number of threads; blocking, meant for virtual threads. Closing it closes its connections.
public final class Client implements ReadWriter, AutoCloseable {
  private final RestClient rest;
  private final WriteOptions writing;
  private final RestMapper mapper;
  private final OpenApi openApi;
  private final WriteListener listener;

  private Client(
      RestClient rest,
      WriteOptions writing,
      RestMapper mapper,
      OpenApi openApi,
      WriteListener listener) {
    this.rest = rest;
    this.writing = writing;
    this.mapper = mapper;
    this.openApi = openApi;
    this.listener = listener;
  }

  /// A client for this server. Begins to connect in the background and returns at once; the first
  /// request fails if the server cannot be reached.
  public static Client connect(ClientConfig config) {
    return connect(config, List.of());
  }

  /// As [#connect(ClientConfig)], with layers around the transport, the innermost first.
  public static Client connect(ClientConfig config, List<Transport.Layer> layers) {
    SharingTransport transport = new SharingTransport(config);
    transport.connectEarly();
    return over(RestClient.over(config, transport), layers);
  }

  /// A client over a REST client with more layers around its transport, the innermost first.
  public static Client over(RestClient rest, List<Transport.Layer> layers) {
    RestClient layered = rest;
    for (Transport.Layer layer : layers) {
      layered = layered.with(layer);
    }
    return over(layered);
  }

  /// A client over a REST client.
  public static Client over(RestClient rest) {
    return new Client(
        rest,
        WriteOptions.defaults(),
        RestMapper.over(Discovery.over(rest)),
        OpenApi.over(rest),
        WriteListener.NONE);
  }

  /// A client that sends this `User-Agent`, over the same connections.
  public Client withUserAgent(String agent) {
    return new Client(rest.withUserAgent(agent), writing, mapper, openApi, listener);
  }

  /// A client that writes with these options, over the same connections.
  @Override
  public Client writing(WriteOptions changed) {
    return new Client(rest, changed, mapper, openApi, listener);
  }

  /// A client that calls this listener after each write, after those that this client calls, over
  /// the same connections. Requests of [#rest] are not observed.
  public Client observing(WriteListener more) {
    return new Client(rest, writing, mapper, openApi, listener.and(more));
  }

  /// A client with one more layer around its transport, over the same connections.
  public Client with(Transport.Layer layer) {
    return new Client(rest.with(layer), writing, mapper, openApi, listener);
  }

  /// The resources that the server offers, requested with every call.
  public Discovery discovery() {
    return Discovery.over(rest);
  }

  /// Which resource belongs to which kind on this server; known after the first use.
  public RestMapper mapper() {
    return mapper;
  }

  /// The server's schemas.
  public OpenApi openApi() {
    return openApi;
  }

  /// The requests below this client.
  public RestClient rest() {
    return rest;
  }

  /// The objects of a kind, in all namespaces.
  public <T extends KubernetesObject> ResourceClient<T> resources(Kind<T> kind) {
    return new ResourceClient<>(rest, kind, "", writing, listener);
  }

  /// The objects of the kind that a class stands for, in all namespaces.
  public <T extends KubernetesObject> ResourceClient<T> resources(Class<T> type) {
    return resources(Kind.of(type));
  }

  /// The objects of a kind without a Java type, in all namespaces.
  public ResourceClient<DynamicObject> resources(GroupVersionKind gvk, String plural, Scope scope) {
    return resources(Kind.dynamic(gvk, plural, scope));
  }

  /// The metadata of the objects of a kind, in all namespaces.
  public ResourceClient<PartialObject> metadata(Kind<?> kind) {
    return resources(kind.metadataOnly());
  }

  /// A dynamic object knows its kind but not its resource: the server does.
  @Override
  @SuppressWarnings("unchecked") // a dynamic object has a dynamic kind
  public <T extends KubernetesObject> Kind<T> kindOf(T object) {
    return object instanceof DynamicObject dynamic
        ? (Kind<T>) mapper.mapping(dynamic.gvk()).kind()
        : Kind.ofObject(object);
  }

  private <T extends KubernetesObject> ResourceClient<T> of(Kind<T> kind, String namespace) {
    return resources(kind)
        .inNamespace(
            !kind.isNamespaced() ? "" : namespace.isEmpty() ? defaultNamespace() : namespace);
  }

  private <T extends KubernetesObject> ResourceClient<T> of(T object) {
    return of(kindOf(object), object.namespace());
  }

  private String defaultNamespace() {
    return rest.config().namespace();
  }

  @Override
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return of(kind, key.namespace()).find(key.name());
  }

  @Override
  public <T extends KubernetesObject> T get(Kind<T> kind, ObjectKey key) {
    return of(kind, key.namespace()).get(key.name());
  }

  /// The objects that meet all options.
  ///
  /// @throws IllegalArgumentException for [ListOption#indexed]: the server has no indexes
  @Override
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    ListQuery query = ListQuery.of(which);
    if (!query.indexes().isEmpty()) {
      throw new IllegalArgumentException(
          "%s are read from the server, which does not have the index '%s'"
              .formatted(kind.plural(), query.indexes().getFirst().index()));
    }
    return resources(kind)
        .inNamespace(query.namespace().orElse(""))
        .list(ListOptions.defaults().with(o -> o.labels(query.labels())))
        .items()
        .stream()
        .limit(query.limit())
        .toList();
  }

  @Override
  public Client live() {
    return this;
  }

  @Override
  public <T extends KubernetesObject> T create(T object) {
    return of(object).create(object);
  }

  @Override
  public <T extends KubernetesObject> T update(T object) {
    return of(object).update(object);
  }

  @Override
  public <T extends KubernetesObject> T apply(T object) {
    return of(object).apply(object);
  }

  @Override
  public <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource) {
    return of(object).patch(object.name(), patch, subresource);
  }

  @Override
  public <T extends KubernetesObject> T replaceStatus(T object, Object status) {
    return of(object).updateStatus(object, status);
  }

  @Override
  public <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change) {
    return of(object).edit(object, change);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options) {
    try {
      return of(object).delete(object, options);
    } catch (ApiException.NotFound e) {
      LoggerFactory.getLogger(Client.class).debug("delete: there is no such object", e);
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    rest.close();
  }
}
