package dev.drover.runtime;

import dev.drover.api.DynamicObject;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Patch;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.Transport;
import dev.drover.client.WriteOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads from the cache and writes to the server, and never reads anything older than it wrote: not
/// even where the cache has the kind in another form than it was written in, such as its metadata
/// only.
///
/// ```java
/// var pods = client.list(Pod.class, in("shop"), label("app", "web"));
/// client.apply(deployment);
/// client.find(Deployment.class, "shop", "web");          // what was just applied
/// ```
///
/// A read of a kind that is not in the cache is an error that names the missing line; [#live] reads
/// from the server. All writes carry the manager's name as field manager. Any number of threads.
///
/// The client of a controller that works only on the leader begins no write once another replica
/// may lead: see [LeadershipLostException].
///
/// In Go: {@index client.Client}, {@index client.Reader}, {@index client.Writer}, {@index
/// client.StatusWriter}, {@index manager.GetClient}.
public final class ClusterClient {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClient.class);
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private final Client live; // tells the cache of its writes
  private final Cache cache;
  private final Set<Kind<?>> uncached;

  /// @param live calls an [OwnWriteListener] of the cache
  /// @param uncached the kinds that are read from the server
  ClusterClient(Client live, Cache cache, Set<Kind<?>> uncached) {
    this.live = live;
    this.cache = cache;
    this.uncached = uncached;
  }

  /// The client below, which reads from the server too. What it writes is seen by reads of this
  /// client, and it begins no write once another replica may lead, as this one.
  ///
  /// In Go: {@index manager.GetAPIReader}.
  public Client live() {
    return live;
  }

  /// A client that writes with these options, such as a dry run, which reads never show.
  public ClusterClient writing(WriteOptions options) {
    return new ClusterClient(live.writing(options), cache, uncached);
  }

  /// A client that calls this before each request that writes, and does not send it when it throws.
  ClusterClient fenced(Runnable check) {
    return new ClusterClient(live.with(fence(check)), cache, uncached);
  }

  private static Transport.Layer fence(Runnable check) {
    return (request, next) -> {
      if (!READS.contains(request.method())) {
        check.run();
      }
      return next.send(request);
    };
  }

  // --- reads ---

  /// The object of this name, if there is one.
  public <T extends KubernetesObject> Optional<T> find(
      Class<T> type, String namespace, String name) {
    return find(Kind.of(type), ObjectKey.of(namespace, name));
  }

  /// The object with this key, if there is one.
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return uncached.contains(kind)
        ? live.resources(kind).inNamespace(key.namespace()).find(key.name())
        : cache.find(kind, key);
  }

  /// The object of this name.
  ///
  /// @throws ApiException.NotFound when there is none
  public <T extends KubernetesObject> T get(Class<T> type, String namespace, String name) {
    return get(Kind.of(type), ObjectKey.of(namespace, name));
  }

  /// The object with this key.
  ///
  /// @throws ApiException.NotFound when there is none
  public <T extends KubernetesObject> T get(Kind<T> kind, ObjectKey key) {
    return find(kind, key).orElseThrow(() -> ApiException.notFound(kind, key));
  }

  /// The objects that meet all options.
  public <T extends KubernetesObject> List<T> list(Class<T> type, ListOption... which) {
    return list(Kind.of(type), which);
  }

  /// The objects that meet all options.
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    return uncached.contains(kind)
        ? listLive(kind, Query.of(List.of(which)))
        : cache.list(kind, which);
  }

  private <T extends KubernetesObject> List<T> listLive(Kind<T> kind, Query query) {
    if (!query.indexes().isEmpty()) {
      throw new IllegalArgumentException(
          "%s are read from the server, which does not have the index '%s'"
              .formatted(kind.plural(), query.indexes().getFirst().index()));
    }
    String namespace = query.namespace();
    ResourceClient<T> all = live.resources(kind);
    return (namespace == null ? all : all.inNamespace(namespace))
        .list(ListOptions.ALL.withLabels(query.labels())).items().stream()
            .limit(query.limit())
            .toList();
  }

  // --- writes ---

  /// Creates an object.
  public <T extends KubernetesObject> T create(T object) {
    return live.create(object);
  }

  /// Replaces an object whole; see the warning at [ResourceClient#update].
  public <T extends KubernetesObject> T update(T object) {
    return live.update(object);
  }

  /// Makes an object as described, whether it exists or not: server-side apply.
  public <T extends KubernetesObject> T apply(T object) {
    return live.apply(object);
  }

  /// Changes the status of an object; sends nothing when it is that already.
  public <S, T extends KubernetesObject & HasStatus<S>> T updateStatus(T object, S status) {
    return live.updateStatus(object, status);
  }

  /// Changes the metadata of an object; sends nothing when it stays the same.
  public <T extends KubernetesObject> T editMetadata(T object, UnaryOperator<ObjectMeta> change) {
    return live.editMetadata(object, change);
  }

  /// Changes an object; sends only the difference, and nothing when there is none.
  public <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change) {
    return live.edit(object, change);
  }

  /// Changes an object by a patch, or one of its subresources.
  public <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource) {
    return resource(object).patch(object.name(), patch, subresource);
  }

  /// Creates the object, or changes the one that is there by a patch of the difference; sends
  /// nothing when it is so already. Fields that this program does not know stay as they are.
  ///
  /// ```java
  /// client.createOrPatch(
  ///     ConfigMap.named("shop", "prices"), map -> map.with(m -> m.ownedBy(shop).data("tea", "2")));
  /// ```
  ///
  /// A status that the change sets is written too, with a second request where the kind has the
  /// subresource `status`; a change without a status leaves it as it is. If another writer was
  /// faster, the change is made again to the object as the server has it then, five times at most.
  ///
  /// In Go: {@index controllerutil.CreateOrPatch}.
  ///
  /// @param change makes of the object that is there, or of `fresh`, the one that is wanted; it may
  ///   be called several times and must not change the name
  /// @throws ApiException.Conflict when others were faster every time
  public <T extends KubernetesObject> Written<T> createOrPatch(T fresh, UnaryOperator<T> change) {
    return upsert(fresh, change, (there, wanted) -> edit(there, _ -> wanted));
  }

  /// As [#createOrPatch], but replaces the object that is there whole; see the warning at
  /// [ResourceClient#update].
  ///
  /// In Go: {@index controllerutil.CreateOrUpdate}.
  ///
  /// @throws ApiException.Conflict when others were faster every time
  public <T extends KubernetesObject> Written<T> createOrUpdate(T fresh, UnaryOperator<T> change) {
    return upsert(fresh, change, (there, wanted) -> update(wanted));
  }

  private <T extends KubernetesObject> Written<T> upsert(
      T fresh, UnaryOperator<T> change, BinaryOperator<T> write) {
    return new Upsert<>(resource(fresh), write, fresh, change).run(current(fresh));
  }

  private <T extends KubernetesObject> Optional<T> current(T fresh) {
    Kind<T> kind = kindOf(fresh);
    return cache.hasWhole(kind, fresh.namespace())
        ? find(kind, fresh.key())
        : resource(fresh).find(fresh.name());
  }

  /// Keeps an object from going before the finalizer is removed; sends nothing when it is there.
  ///
  /// In Go: {@index controllerutil.AddFinalizer}.
  public <T extends KubernetesObject> T addFinalizer(T object, String finalizer) {
    return editMetadata(object, m -> m.withFinalizer(finalizer));
  }

  /// Lets an object go, as far as this finalizer is concerned; sends nothing when it is not there.
  ///
  /// In Go: {@index controllerutil.RemoveFinalizer}.
  public <T extends KubernetesObject> T removeFinalizer(T object, String finalizer) {
    return editMetadata(object, m -> m.withoutFinalizer(finalizer));
  }

  /// Deletes an object; what it owns goes in the background. Nothing when it is gone already.
  public void delete(KubernetesObject object) {
    deleteOne(object);
  }

  private <T extends KubernetesObject> void deleteOne(T object) {
    try {
      var _ = resource(object).delete(object.name());
    } catch (ApiException.NotFound e) {
      LOG.debug("delete {}: it was gone already", object.key(), e);
    }
  }

  private <T extends KubernetesObject> ResourceClient<T> resource(T object) {
    return live.resources(kindOf(object)).inNamespace(object.namespace());
  }

  @SuppressWarnings("unchecked") // a dynamic object has a dynamic kind
  private <T extends KubernetesObject> Kind<T> kindOf(T object) {
    return object instanceof DynamicObject dynamic
        ? (Kind<T>) live.mapper().mapping(dynamic.gvk()).kind()
        : Kind.ofObject(object);
  }
}
