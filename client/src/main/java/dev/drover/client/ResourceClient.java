package dev.drover.client;

import dev.drover.api.Bytes;
import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectList;
import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.Patch;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.ListSink;
import dev.drover.api.codec.SharedParts;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads and writes the objects of one kind on the server itself, past any cache.
///
/// ```java
/// ResourceClient<Pod> pods = client.resources(Pod.class).inNamespace("shop");
/// Pod web = pods.get("web-0");
/// pods.edit(web, p -> p.with(b -> b.metadata(m -> m.label("seen", "yes"))));
/// try (var events = pods.watch(WatchOptions.defaults())) { ... }
/// ```
///
/// Typed, dynamic and metadata-only objects go through the same code: the [Kind] decides. Any
/// number of threads.
///
/// In Go: {@index dynamic.ResourceInterface}, {@index lasso client.Client}.
///
/// @param <T> the type of the objects
public final class ResourceClient<T extends KubernetesObject> {
  private final RestClient rest;
  private final Kind<T> kind;
  private final Codec<T> codec;
  private final String namespace; // empty = all
  private final WriteOptions writing;
  private final int retries;
  private final WriteListener listener;

  ResourceClient(
      RestClient rest,
      Kind<T> kind,
      String namespace,
      WriteOptions writing,
      WriteListener listener) {
    this(rest, Codec.of(kind), namespace, writing, RestRequest.DEFAULT_RETRIES, listener);
  }

  private ResourceClient(
      RestClient rest,
      Codec<T> codec,
      String namespace,
      WriteOptions writing,
      int retries,
      WriteListener listener) {
    this.kind = codec.kind();
    this.rest = rest.forGroupVersion(kind.gvk().groupVersion());
    this.codec = codec;
    this.namespace = namespace;
    this.writing = writing;
    this.retries = retries;
    this.listener = listener;
  }

  /// The kind of the objects.
  public Kind<T> kind() {
    return kind;
  }

  /// What objects are read with.
  public Codec<T> codec() {
    return codec;
  }

  RestClient rest() {
    return rest;
  }

  /// A client for the objects of one namespace.
  public ResourceClient<T> inNamespace(String changed) {
    return new ResourceClient<>(rest, codec, changed, writing, retries, listener);
  }

  /// A client for the objects of all namespaces.
  public ResourceClient<T> inAllNamespaces() {
    return inNamespace("");
  }

  /// A client that writes with these options.
  public ResourceClient<T> writing(WriteOptions changed) {
    return new ResourceClient<>(rest, codec, namespace, changed, retries, listener);
  }

  /// A client of a controller, which its `User-Agent` names: see [RestClient#forController].
  public ResourceClient<T> forController(String name) {
    return new ResourceClient<>(
        rest.forController(name), codec, namespace, writing, retries, listener);
  }

  /// A client that reads with this codec: one that skips fields, or shares equal parts. A codec
  /// that shares belongs to one thread, and so does this client then.
  public ResourceClient<T> reading(Codec<T> changed) {
    return new ResourceClient<>(rest, changed, namespace, writing, retries, listener);
  }

  /// A client that tries a failed request again so often at most; 0 is for callers with a back-off
  /// of their own that need to see every failure.
  public ResourceClient<T> retrying(int atMost) {
    return new ResourceClient<>(rest, codec, namespace, writing, atMost, listener);
  }

  /// A client that calls this listener after each write, in place of the one before.
  public ResourceClient<T> observing(WriteListener changed) {
    return new ResourceClient<>(rest, codec, namespace, writing, retries, changed);
  }

  /// Reads an object.
  ///
  /// @throws ApiException.NotFound when there is none
  public T get(String name) {
    return into(request(rest.get(), namespace).name(name));
  }

  /// Reads an object, if there is one.
  public Optional<T> find(String name) {
    try {
      return Optional.of(get(name));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  /// Reads a list, or one page of it when the options have a limit.
  public ObjectList<T> list(ListOptions options) {
    return list(options, Duration.ZERO);
  }

  /// @param limit of the call; zero = that of the configuration
  ObjectList<T> list(ListOptions options, Duration limit) {
    List<T> items = new ArrayList<>();
    ResourceClient<T> sharing = reading(codec.sharing(new SharedParts()));
    ListMeta metadata = new ListCall<>(sharing, options).read(limit, items::add);
    return new ObjectList<>(metadata, items);
  }

  /// Reads a list, or one page of it, and hands on each object as soon as it is there; returns the
  /// list's metadata at the end. What the sink was given before a failure is no list.
  public ListMeta list(ListOptions options, ListSink<? super T> sink) {
    return new ListCall<>(this, options).read(Duration.ZERO, sink);
  }

  /// Reads everything that there is.
  public ObjectList<T> list() {
    return list(ListOptions.defaults());
  }

  /// The objects of a list of any length, read page by page on demand.
  ///
  /// @throws RequestFailedException from the stream, when the server's pages have no end
  public Stream<T> stream(ListOptions options) {
    return new ListCall<>(this, options).stream();
  }

  /// Watches for changes. Close it.
  public WatchStream<T> watch(WatchOptions options) {
    return watch(options, retries);
  }

  WatchStream<T> watch(WatchOptions options, int atMost) {
    return watchRequest(options, atMost).watch(codec, options.silence(), options.lifetime());
  }

  /// @param limit of the opening and of the watch
  WatchStream<T> watch(WatchOptions options, int atMost, Duration limit) {
    return watchRequest(options, atMost).watch(codec, options.silence(), limit);
  }

  private RestRequest watchRequest(WatchOptions options, int atMost) {
    return request(rest.get(), namespace)
        .maxRetries(atMost)
        .params(options)
        .setHeader("Accept", accept("PartialObjectMetadata"));
  }

  /// Creates an object, in its own namespace or this client's.
  public T create(T object) {
    return stored(object, into(body(request(rest.post(), namespaceOf(object)), object)));
  }

  /// Replaces an object whole. The server refuses it when the object changed since it was read.
  ///
  /// Beware: a field that `object` does not have is gone afterwards. Classes of the model keep what
  /// they do not know; records of your own have only the fields that they name. To change a part
  /// use [#edit], [#editMetadata] or [#updateStatus(KubernetesObject, Object)].
  public T update(T object) {
    RestRequest request = request(rest.put(), namespaceOf(object)).name(object.name());
    return stored(object, existing(namespaceOf(object), object.name(), body(request, object)));
  }

  /// Replaces the status of an object with the one it carries.
  public T updateStatus(T object) {
    RestRequest request =
        request(rest.put(), namespaceOf(object)).name(object.name()).subResource("status");
    // What else the object has was not sent.
    return stored(null, existing(namespaceOf(object), object.name(), body(request, object)));
  }

  /// Changes the status to `status`; sends nothing when it is that already. The server refuses it
  /// when the object changed since it was read.
  ///
  /// @throws IllegalArgumentException when the kind has no status, or `status` is not of its type
  public T updateStatus(T object, Object status) {
    return editInto(object, kind.withStatus(object, status), "status");
  }

  /// Changes the metadata; sends nothing when it stays the same. The server refuses it when the
  /// object changed since it was read.
  public T editMetadata(T object, UnaryOperator<ObjectMeta> change) {
    return edit(object, o -> kind.withMetadata(o, change.apply(o.metadata())));
  }

  /// Changes the object; sends only the difference, and nothing when there is none. The server
  /// refuses it when the object changed since it was read. Fields that this program's type does not
  /// know stay as they are.
  public T edit(T object, UnaryOperator<T> change) {
    return editInto(object, change.apply(object));
  }

  private T editInto(T object, T changed, String... subresource) {
    if (changed.equals(object)) {
      return object;
    }
    Map<String, @Nullable Object> patch = codec.difference(object, changed);
    if (patch.isEmpty()) {
      return object;
    }
    Map<String, @Nullable Object> withVersion = new TreeMap<>(patch);
    Map<String, @Nullable Object> metadata = new TreeMap<>();
    if (patch.get("metadata") instanceof Map<?, ?> changes) {
      changes.forEach((name, value) -> metadata.put(String.valueOf(name), value));
    }
    metadata.put("resourceVersion", object.metadata().resourceVersion());
    withVersion.put("metadata", metadata);
    Patch change = Patch.merge(withVersion);
    return stored(changed, patch(namespaceOf(object), object.name(), change, subresource));
  }

  /// Changes an object by a patch, or one of its subresources; returns the object. After a patch of
  /// `scale`, whose answer is another kind, the object is read once more.
  public T patch(String name, Patch patch, String... subresource) {
    if (subresource.length > 0 && subresource[0].equals("scale")) {
      send(namespace, name, patch, subresource).execute(); // the answer is a Scale
      report().newest(name);
      return get(name);
    }
    return stored(null, patch(namespace, name, patch, subresource));
  }

  private T patch(String space, String name, Patch patch, String... subresource) {
    return existing(space, name, send(space, name, patch, subresource));
  }

  private RestRequest send(String space, String name, Patch patch, String... subresource) {
    RestRequest request = request(rest.patch(patch.contentType()), space).name(name);
    if (subresource.length > 0) {
      request.subResource(subresource);
    }
    return request.params(applying(patch)).body(patch.body());
  }

  private WriteOptions applying(Patch patch) {
    if (!(patch instanceof Patch.Apply)) {
      return writing.unforced();
    }
    return writing.fieldManager().isEmpty()
        ? writing.with(o -> o.fieldManager(rest.config().userAgent().split("[ /]", 2)[0]))
        : writing;
  }

  /// Makes the object as described, whether it exists or not: server-side apply. What this manager
  /// described before and does not describe now is removed. Metadata that only the server sets must
  /// not be in it.
  public T apply(T object) {
    T described = kind.withMetadata(object, withoutServerFields(object.metadata()));
    byte[] json = codec.encodeIntent(described);
    Patch patch = new Patch.Apply(Bytes.of(json));
    return stored(described, patch(namespaceOf(object), object.name(), patch));
  }

  private static ObjectMeta withoutServerFields(ObjectMeta metadata) {
    return metadata.with(
        m ->
            m.managedFields(List.of())
                .resourceVersion("")
                .uid("")
                .creationTimestamp(null)
                .generation(0));
  }

  /// Deletes an object.
  ///
  /// @return the object as it is while something still holds it: a finalizer, or its grace period;
  ///   empty when it is gone
  /// @throws ApiException.NotFound when there is none
  public Optional<T> delete(String name, DeleteOptions options) {
    return new DeleteCall<>(this, options).object(name, null);
  }

  /// As [#delete(String, DeleteOptions)], with a state of the object, which listeners get.
  Optional<T> delete(T object, DeleteOptions options) {
    return new DeleteCall<>(this, options).object(object.name(), object);
  }

  /// Deletes an object; what it owns goes in the background.
  ///
  /// @return the object as it is while something still holds it; empty when it is gone
  public Optional<T> delete(String name) {
    return delete(name, DeleteOptions.builder().propagationPolicy("Background").build());
  }

  /// Deletes all objects that the options select.
  ///
  /// The server answers with the objects as they were before, so a client with a listener lists
  /// what is left: that is one more request.
  public void deleteCollection(DeleteOptions options, ListOptions which) {
    new DeleteCall<>(this, options).collection(which);
  }

  /// Reads a subresource that is an object of another kind, such as `scale`.
  public <S extends KubernetesObject> S getSubresource(
      String name, String subresource, Kind<S> of) {
    return subresource("GET", name, subresource).accept(of).execute().into(of);
  }

  /// Sends an object to a subresource that acts on it, such as `eviction`, `binding` or `token`;
  /// returns the answer.
  public <S extends KubernetesObject> S createSubresource(
      String name, String subresource, S body, Kind<S> of) {
    S answer =
        subresource("POST", name, subresource).params(writing).body(body, of).execute().into(of);
    if (!subresource.equals("token")) { // which leaves the object as it is
      report().newest(name);
    }
    return answer;
  }

  /// How many replicas an object is to have, by its `scale`.
  public long replicas(String name) {
    return new SubresourceCall(this, name).replicas();
  }

  /// Asks for so many replicas.
  public void scale(String name, long replicas) {
    new SubresourceCall(this, name).scale(replicas);
    report().newest(name);
  }

  /// Asks a pod to go, within its disruption budget.
  ///
  /// @throws ApiException.TooManyRequests when the budget does not allow it now
  public void evict(String name) {
    new SubresourceCall(this, name).evict();
    report().newest(name);
  }

  /// A token of a service account for these audiences; none = the API server's own.
  public String token(String name, Duration validFor, String... audiences) {
    return new SubresourceCall(this, name).token(validFor, audiences);
  }

  /// Waits until an object is as wanted, and returns it so; it need not exist yet.
  ///
  /// The first request fails as any other does. After it a server that restarts or is overloaded,
  /// and credentials that are being rotated, are waited for within the limit.
  ///
  /// @throws RequestFailedException when it is not so within `limit`; the message says how it was
  ///   last
  public T await(String name, Predicate<T> wanted, Duration limit) {
    return new Await<>(this, name, wanted, limit).get();
  }

  /// A request for one of an object's subresources, for what has no method here.
  public RestRequest subresource(String verb, String name, String... subresource) {
    return request(rest.verb(verb), namespace).name(name).subResource(subresource);
  }

  /// The whole log of a pod's only container. Close it.
  public InputStream logs(String name) {
    return logs(name, LogOptions.defaults());
  }

  /// The log of a container of a pod, as it arrives. Close it.
  ///
  /// In Go: {@index GetLogs}.
  public InputStream logs(String name, LogOptions options) {
    return subresource("GET", name, "log").params(options).setHeader("Accept", "*/*").stream();
  }

  String namespace() {
    return namespace;
  }

  WriteOptions writing() {
    return writing;
  }

  WriteListener listener() {
    return listener;
  }

  /// A request about the objects of this client.
  RestRequest request(RestRequest request) {
    return request(request, namespace);
  }

  private RestRequest request(RestRequest request, String space) {
    return request
        .maxRetries(retries)
        .namespaceIfScoped(space, kind.isNamespaced())
        .resource(kind.plural());
  }

  private String namespaceOf(T object) {
    return object.namespace().isEmpty() ? namespace : object.namespace();
  }

  private RestRequest body(RestRequest request, T object) {
    return request.params(writing).body(object, kind);
  }

  /// The answer to a write of an object that must be there; calls the listener if it is not.
  private T existing(String space, String name, RestRequest request) {
    try {
      return into(request);
    } catch (ApiException.NotFound e) {
      report().missing(space, name, e);
      throw e;
    }
  }

  /// Calls the listener with the answer of a write.
  private T stored(@Nullable T sent, T answered) {
    report().stored(sent, answered);
    return answered;
  }

  private WriteReport<T> report() {
    return new WriteReport<>(this);
  }

  private T into(RestRequest request) {
    return request.setHeader("Accept", accept("PartialObjectMetadata")).execute().into(codec);
  }

  /// Metadata alone is requested by a parameter of the media type.
  String accept(String partial) {
    if (kind.type() != PartialObject.class) {
      return RestRequest.acceptFor(kind);
    }
    String as = ";as=" + partial + ";g=meta.k8s.io;v=v1";
    return Format.PROTOBUF.contentType() + as + ", " + Format.JSON.contentType() + as;
  }
}
