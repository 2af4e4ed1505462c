package dev.drover.client;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Hands out one client for each kind, always the same one.
///
/// ```java
/// SharedClientFactory clients = SharedClientFactory.over(client, client.mapper());
/// ResourceClient<Icecream> icecreams = clients.forKind(Kind.of(Icecream.class));
/// icecreams.inNamespace("shop").list();
/// ```
///
/// A kind is checked against the server when its client is requested for the first time. While the
/// server does not have it, because its CustomResourceDefinition is not there yet, every call says
/// so; once it is there, calls work. Any number of threads.
///
/// In Go: {@index lasso client.SharedClientFactory}.
public final class SharedClientFactory {
  private final Client client;
  private final RestMapper mapper;
  private final ConcurrentMap<Kind<?>, ResourceClient<?>> clients = new ConcurrentHashMap<>();

  private SharedClientFactory(Client client, RestMapper mapper) {
    this.client = client;
    this.mapper = mapper;
  }

  /// A factory over this client, with a mapper of its own.
  public static SharedClientFactory over(Client client) {
    return over(client, RestMapper.over(Discovery.over(client.rest())));
  }

  /// A factory over this client.
  public static SharedClientFactory over(Client client, RestMapper mapper) {
    return new SharedClientFactory(client, mapper);
  }

  /// A factory of clients that send this `User-Agent`, over the same connections and with the same
  /// mapper. Keep it: its clients are its own.
  public SharedClientFactory withUserAgent(String agent) {
    return new SharedClientFactory(client.withUserAgent(agent), mapper);
  }

  /// The client below, which checks no kinds.
  public Client client() {
    return client;
  }

  /// What finds the resource of a kind.
  public RestMapper mapper() {
    return mapper;
  }

  /// The client of a kind.
  ///
  /// @throws MappingException when the server does not have the kind, or another one than the Java
  ///   type says
  public <T extends KubernetesObject> ResourceClient<T> forKind(Kind<T> kind) {
    ResourceClient<?> known = clients.get(kind);
    if (known == null) {
      mapper.mapping(kind);
      known = clients.computeIfAbsent(kind, client::resources);
    }
    return cast(known);
  }

  @SuppressWarnings(
      "unchecked") // the table goes by kind, and kinds are equal only if their types are
  private static <T extends KubernetesObject> ResourceClient<T> cast(ResourceClient<?> known) {
    return (ResourceClient<T>) known;
  }

  /// The client of the kind that a class stands for.
  ///
  /// @throws MappingException when the server does not have the kind, or another one than the class
  ///   says
  public <T extends KubernetesObject> ResourceClient<T> forKind(Class<T> type) {
    return forKind(Kind.of(type));
  }

  /// The client of a kind, for objects without a Java type.
  ///
  /// @throws MappingException when the server does not have the kind
  public ResourceClient<DynamicObject> forKind(GroupVersionKind gvk) {
    return forKind(mapper.mapping(gvk).kind());
  }

  /// The client of a resource of which group and version may be missing, for objects without a Java
  /// type.
  ///
  /// @throws MappingException when the server does not have the resource
  public ResourceClient<DynamicObject> forResource(GroupVersionResource partial) {
    return forKind(mapper.mappingFor(partial).kind());
  }

  /// The client of an object's kind.
  ///
  /// @throws MappingException when the server does not have the kind
  @SuppressWarnings("unchecked") // a dynamic object's client is one of dynamic objects
  public <T extends KubernetesObject> ResourceClient<T> forObject(T object) {
    return object instanceof DynamicObject dynamic
        ? (ResourceClient<T>) forKind(dynamic.gvk())
        : forKind(Kind.ofObject(object));
  }

  /// Whether the server answers.
  ///
  /// In Go: {@index IsHealthy}.
  public boolean isHealthy() {
    try {
      Discovery.over(client.rest()).serverVersion();
      return true;
    } catch (ApiException | RequestFailedException e) {
      return false;
    }
  }
}
