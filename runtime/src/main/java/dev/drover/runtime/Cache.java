package dev.drover.runtime;

import dev.drover.api.GroupVersion;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.OwnerReference;
import dev.drover.client.ListOption;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.Index;
import dev.drover.informer.Lease;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.cached.CachedKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The cached objects of a manager: one informer for each declared kind.
///
/// Kinds are declared by the controllers that watch them, or here. To read any other kind is an
/// error that names the missing line: nothing starts to watch a cluster by accident.
///
/// | the kind                                 | a read                                            |
/// |------------------------------------------|---------------------------------------------------|
/// | is not declared                          | throws [UndeclaredKindException]                  |
/// | is declared, the manager has not started | throws [CacheNotStartedException]                 |
/// | is cached for other namespaces only      | throws [NamespaceNotCachedException]              |
/// | has not synced yet                       | waits, [ManagerOptions#readTimeout] at most       |
/// | is `whenInstalled` and the server has no | finds nothing: without the definition there are   |
/// | definition of it                         | no objects                                        |
/// | has synced, the manager is closed        | finds what the cache had at the end               |
///
/// A read that waits can be interrupted, and ends when the manager is closed. Handlers, mappers and
/// filters may read; transforms and index functions get an exception in place of a wait, because
/// they run on the threads that fill the caches.
///
/// Any number of threads.
///
/// ```java
/// manager.cache().declare(Secret.class, o -> o.namespace("shop"));
/// manager.start();
/// Secret secret = manager.client().get(Secret.class, "shop", "till"); // no request
/// ```
///
/// In Go: {@index cache.Cache}, {@index cache.Informers}.
public final class Cache {
  private final SharedCacheFactory factory;
  private final ManagerOptions defaults;
  private final ConcurrentMap<Kind<?>, CachedKind<?>> kinds =
      new ConcurrentHashMap<>(); // changed under changes
  private final ConcurrentMap<Kind<?>, CachedKind<?>> released =
      new ConcurrentHashMap<>(); // whose informer may not be closed yet; changed under changes
  private final Map<Kind<?>, Integer> leases = new HashMap<>(); // not declared; guarded by changes
  private final Object changes = new Object();
  private volatile boolean started;

  Cache(SharedCacheFactory factory, ManagerOptions defaults) {
    this.factory = factory;
    this.defaults = defaults;
  }

  /// Declares the kind that a class stands for, to be cached in another way than the manager's
  /// options say: only some namespaces or objects, without some fields, changed.
  ///
  /// ```java
  /// manager.cache().declare(Secret.class, o -> o.labels(labelIs("app", "shop")).withoutManagedFields());
  /// manager.cache().declare(Pod.KIND.metadataOnly(), o -> {});
  /// ```
  ///
  /// Controllers that watch the kind see it so. In Go: {@index cache.Options.ByObject}.
  ///
  /// @throws IllegalStateException when it is declared already, with other options
  public <T extends KubernetesObject> SharedIndexInformer<T> declare(
      Class<T> type, Consumer<CacheOptions.Builder<T>> how) {
    return declare(Kind.of(type), how);
  }

  /// Declares a kind, to be cached in another way than the manager's options say.
  ///
  /// @throws IllegalStateException when it is declared already, with other options
  public <T extends KubernetesObject> SharedIndexInformer<T> declare(
      Kind<T> kind, Consumer<CacheOptions.Builder<T>> how) {
    CacheOptions<T> options = defaults(kind).with(how);
    CachedKind<T> made = entry(kind, options);
    if (!made.isOf(options)) {
      throw new IllegalStateException(
          kind + " is in the cache already, with other options; declare it before the controllers");
    }
    return made.informer();
  }

  /// Declares a kind, to be cached whole; returns its informer.
  ///
  /// In Go: {@index cache.Informers.GetInformer}, {@index cache.Informers.GetInformerForKind}.
  public <T extends KubernetesObject> SharedIndexInformer<T> informer(Kind<T> kind) {
    return entry(kind, defaults(kind)).informer();
  }

  /// Declares the kind that a class stands for.
  public <T extends KubernetesObject> SharedIndexInformer<T> informer(Class<T> type) {
    return informer(Kind.of(type));
  }

  /// Declares a kind for a controller.
  ///
  /// @param whenInstalled whether the controller waits for the kind
  /// @param controller its name, for the error of a cache that does not sync
  <T extends KubernetesObject> SharedIndexInformer<T> informer(
      Kind<T> kind, boolean whenInstalled, String controller) {
    CacheOptions<T> options = defaults(kind);
    CachedKind<T> entry =
        entry(kind, whenInstalled ? options.with(CacheOptions.Builder::whenInstalled) : options);
    entry.watchedBy(controller);
    SharedIndexInformer<T> informer = entry.informer();
    if (!whenInstalled) {
      return informer;
    }
    if (!informer.options().whenInstalled()) {
      throw new IllegalStateException(
          kind
              + " is expected to be there by a part of this manager that was declared before: call"
              + " .whenInstalled() there, too");
    }
    return informer;
  }

  private <T extends KubernetesObject> CacheOptions<T> defaults(Kind<T> kind) {
    return CacheOptions.<T>defaults()
        .with(
            o -> {
              o.time(defaults.time());
              if (kind.isNamespaced()) {
                defaults.namespaceOptions().forEach(o::namespace);
                defaults.otherNamespaces().ifPresent(o::otherNamespaces);
              }
            });
  }

  /// The declared kind; declares it with these options if it is not.
  private <T extends KubernetesObject> CachedKind<T> entry(Kind<T> kind, CacheOptions<T> options) {
    CachedKind<T> entry;
    synchronized (changes) {
      CachedKind<T> known = known(kind);
      CacheOptions<T> wanted = known == null ? options : known.options();
      // Asked for also if it is leased: the factory then keeps the informer without a lease.
      SharedIndexInformer<T> informer = factory.forKind(kind, wanted);
      entry = known == null ? add(kind, wanted, informer) : known;
      leases.remove(kind);
    }
    if (started) {
      entry.informer().start();
    }
    return entry;
  }

  @SuppressWarnings("unchecked") // a kind is mapped to what holds its objects
  private static <T extends KubernetesObject> @Nullable CachedKind<T> of(
      Kind<T> kind, Map<Kind<?>, CachedKind<?>> kinds) {
    return (CachedKind<T>) kinds.get(kind);
  }

  private <T extends KubernetesObject> @Nullable CachedKind<T> known(Kind<T> kind) {
    return of(kind, kinds);
  }

  /// An informer that is requested again before it was closed goes on, and so do the own writes
  /// that it has not seen.
  private <T extends KubernetesObject> CachedKind<T> add(
      Kind<T> kind, CacheOptions<T> options, SharedIndexInformer<T> informer) {
    CachedKind<T> last = of(kind, released);
    CachedKind<T> made =
        last != null && last.informer() == informer
            ? last
            : new CachedKind<>(kind, options, informer, defaults.readTimeout());
    kinds.put(kind, made);
    return made;
  }

  /// The declared kind.
  <T extends KubernetesObject> CachedKind<T> cached(Kind<T> kind) {
    CachedKind<T> entry = known(kind);
    if (entry == null) {
      throw new UndeclaredKindException(kind);
    }
    return entry;
  }

  /// The declared and leased kinds. One resource may be here more than once: whole, without a Java
  /// type, its metadata only, in several versions.
  Collection<CachedKind<?>> kinds() {
    return kinds.values();
  }

  /// The kinds that own writes are shown to: those of [#kinds], and those that may come back.
  Collection<CachedKind<?>> written() {
    if (released.isEmpty()) {
      return kinds.values();
    }
    List<CachedKind<?>> all =
        new ArrayList<>(kinds.values()); // first: a release adds, then removes
    for (CachedKind<?> last : released.values()) {
      if (!all.contains(last)) {
        all.add(last);
      }
    }
    return all;
  }

  /// Whether objects that are read have all fields that the server sent.
  boolean keepsWhole(Kind<?> kind) {
    CachedKind<?> cached = kinds.get(kind);
    return cached == null || cached.isWhole();
  }

  /// Whether a read of this namespace would be answered at once and with whole objects.
  boolean hasWhole(Kind<?> kind, String namespace) {
    CachedKind<?> cached = kinds.get(kind);
    return cached != null
        && cached.hasSynced()
        && cached.isWhole()
        && cached.hasNamespace(namespace);
  }

  /// Finds objects of a kind by more than their names.
  ///
  /// In Go: {@index client.FieldIndexer}.
  public <T extends KubernetesObject> void index(Kind<T> kind, Index<T> index) {
    informer(kind).addIndexers(List.of(index));
  }

  /// Changes of a kind as a source for controllers that run: the kind is cached, and can be read,
  /// as long as one of its sources is open; it is released with the last, unless it was declared.
  ///
  /// ```java
  /// AutoCloseable watch = controller.watch(manager.cache().source(Secret.KIND, mapper));
  /// ```
  ///
  /// In Go: {@index source.Kind}.
  public <T extends KubernetesObject> Source source(Kind<T> kind, EventMapper<? super T> mapper) {
    return new LeasedSource<>(kind, () -> lease(kind), mapper);
  }

  /// Caches a kind until the lease is closed, or longer if it is declared or leased elsewhere.
  private <T extends KubernetesObject> LeasedSource.Held<T> lease(Kind<T> kind) {
    synchronized (changes) {
      CachedKind<T> known = known(kind);
      CacheOptions<T> options = known == null ? defaults(kind) : known.options();
      Lease<T> lease = factory.lease(kind, options);
      CachedKind<T> leased = known == null ? add(kind, options, lease.informer()) : known;
      if (known == null) {
        leases.put(kind, 1);
      } else {
        leases.computeIfPresent(kind, (_, count) -> count + 1);
      }
      AtomicBoolean released = new AtomicBoolean();
      return new LeasedSource.Held<>(
          lease.informer(),
          () -> {
            if (released.compareAndSet(false, true)) {
              release(kind, leased);
              lease.close(); // waits for threads, so no lock is held
              closed(kind, leased);
            }
          });
    }
  }

  private void release(Kind<?> kind, CachedKind<?> leased) {
    synchronized (changes) {
      if (kinds.get(kind) != leased) {
        return; // removed meanwhile, and perhaps leased again
      }
      Integer left = leases.computeIfPresent(kind, (_, count) -> count - 1);
      if (left != null && left == 0) {
        leases.remove(kind);
        released.put(kind, leased);
        kinds.remove(kind);
      }
    }
  }

  /// A lease was closed, perhaps the last one.
  private void closed(Kind<?> kind, CachedKind<?> leased) {
    synchronized (changes) {
      if (leased.informer().isStopped()) {
        released.remove(kind, leased);
      }
    }
  }

  /// Stops the informer of a kind and forgets the kind: reads of it throw [UndeclaredKindException]
  /// from then on, and controllers that watch it get no more of its changes. A later declaration
  /// starts again.
  ///
  /// In Go: {@index cache.Informers.RemoveInformer}.
  ///
  /// @return whether the kind was in the cache
  public <T extends KubernetesObject> boolean remove(Kind<T> kind) {
    CachedKind<T> known;
    synchronized (changes) {
      known = known(kind);
      kinds.remove(kind);
      leases.remove(kind);
      released.remove(kind);
    }
    return known != null && factory.remove(kind, known.options());
  }

  /// The object with this key, as this program last read or wrote it.
  ///
  /// @throws UndeclaredKindException if the kind is not declared
  /// @throws NamespaceNotCachedException if the cache does not cover the namespace
  /// @throws CacheNotStartedException if the manager has not started its caches
  /// @throws dev.drover.informer.SyncTimeoutException if the kind has not synced within the read
  ///   time-out; names the kind and the last error of its list or watch
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return cached(kind).find(key);
  }

  /// The objects that meet all options: without a namespace, those of all namespaces that the cache
  /// covers. A cache that is limited to some labels or fields has no other objects.
  ///
  /// @throws UndeclaredKindException if the kind is not declared
  /// @throws NamespaceNotCachedException if the cache does not cover the namespace
  /// @throws CacheNotStartedException if the manager has not started its caches
  /// @throws dev.drover.informer.SyncTimeoutException if the kind has not synced within the read
  ///   time-out; names the kind and the last error of its list or watch
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    return cached(kind).list(List.of(which));
  }

  /// An owner that is in the cache, for [EventMapper#ownerChain]: of a kind that is declared, in a
  /// namespace that is covered. Waits for the first list of such a kind, as other reads do.
  public Stream<? extends KubernetesObject> owner(OwnerReference owner, String namespace) {
    String group = GroupVersion.parse(owner.apiVersion()).group();
    return kinds.values().stream()
        .filter(c -> c.kind().gvk().kind().equals(owner.kind()))
        .filter(c -> c.kind().gvk().group().equals(group))
        .flatMap(c -> owner(c, owner.name(), c.kind().isNamespaced() ? namespace : ""));
  }

  private static <T extends KubernetesObject> Stream<T> owner(
      CachedKind<T> cached, String name, String namespace) {
    return cached.hasNamespace(namespace)
        ? cached.find(ObjectKey.of(namespace, name)).stream()
        : Stream.empty();
  }

  void start() {
    started = true;
    kinds.values().forEach(kind -> kind.informer().start());
  }

  /// The informers of all declared kinds.
  public List<SharedIndexInformer<?>> informers() {
    return kinds.values().stream().<SharedIndexInformer<?>>map(CachedKind::informer).toList();
  }

  /// Those, and the ones that are there only as long as a source is watched.
  List<SharedIndexInformer<?>> all() {
    return factory.informers();
  }
}
