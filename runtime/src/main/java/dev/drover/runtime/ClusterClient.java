package dev.drover.runtime;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.client.Client;
import dev.drover.client.ListOption;
import dev.drover.client.ReadWriter;
import dev.drover.client.Transport;
import dev.drover.client.WriteOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

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
/// may lead: see [dev.drover.runtime.leader.LeadershipLostException].
///
/// Rules for default namespaces, missing objects and dry runs are those of
/// [dev.drover.client.Reader] and [dev.drover.client.Writer].
///
/// In Go: {@index manager.GetClient}.
public final class ClusterClient implements ReadWriter {
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
  @Override
  public Client live() {
    return live;
  }

  /// A client that writes with these options, such as a dry run, which reads never show.
  @Override
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

  @Override
  public <T extends KubernetesObject> Kind<T> kindOf(T object) {
    return live.kindOf(object);
  }

  /// The key with the namespace that it means: that of the configuration for a namespaced kind
  /// without one, none for a cluster-scoped kind.
  private ObjectKey resolved(Kind<?> kind, ObjectKey key) {
    if (!kind.isNamespaced()) {
      return ObjectKey.of("", key.name());
    }
    return key.namespace().isEmpty()
        ? ObjectKey.of(live.rest().config().namespace(), key.name())
        : key;
  }

  @Override
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return uncached.contains(kind) ? live.find(kind, key) : cache.find(kind, resolved(kind, key));
  }

  @Override
  public <T extends KubernetesObject> Optional<T> findCachedOrLive(Kind<T> kind, ObjectKey key) {
    return cache.hasWhole(kind, resolved(kind, key).namespace())
        ? find(kind, key)
        : live.find(kind, key);
  }

  @Override
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    return uncached.contains(kind) ? live.list(kind, which) : cache.list(kind, which);
  }

  @Override
  public <T extends KubernetesObject> T create(T object) {
    return live.create(object);
  }

  @Override
  public <T extends KubernetesObject> T update(T object) {
    return live.update(object);
  }

  @Override
  public <T extends KubernetesObject> T apply(T object) {
    return live.apply(object);
  }

  @Override
  public <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource) {
    return live.patch(object, patch, subresource);
  }

  @Override
  public <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change) {
    return live.edit(object, change);
  }

  @Override
  public <T extends KubernetesObject> T replaceStatus(T object, Object status) {
    return live.replaceStatus(object, status);
  }

  @Override
  public <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options) {
    return live.delete(object, options);
  }
}
