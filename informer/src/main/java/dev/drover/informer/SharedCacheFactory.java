package dev.drover.informer;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.SharedClientFactory;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps one informer for each collection, however often it is requested.
///
/// ```java
/// try (var caches = SharedCacheFactory.over(SharedClientFactory.over(client))) {
///   caches.forObject(Pod.class).addEventHandler(handler);
///   caches.start();
///   caches.waitForSync(Duration.ofSeconds(30));
///   caches.lister(Pod.class).get("shop", "web-1");
/// }
/// ```
///
/// A collection is identified by the kind with its Java type, the namespaces, the selectors, the
/// transform and the fields that are left out while reading. To get an informer costs nothing: the
/// first request is sent when the informer starts. After the factory was started, new informers
/// start at once.
///
/// An informer lives until the factory is closed, or its last [Lease] is.
///
/// Any number of threads.
///
/// In Go: {@index lasso cache.SharedCacheFactory}, {@index lasso cache.deferredListWatcher},
/// {@index cache.SharedInformerFactory}, {@index controller-runtime cache.Cache}, {@index
/// controller-runtime cache.Informers}.
public final class SharedCacheFactory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedCacheFactory.class);

  private final Clients clients;
  private final Defaults defaults;
  private final Reachability reachability = new Reachability();
  private final Map<CacheKey, Entry<?>> caches = new LinkedHashMap<>(); // guarded by this
  private boolean started; // guarded by this
  private boolean closed; // guarded by this

  /// Where clients come from; asked when an informer starts.
  private interface Clients {
    <T extends KubernetesObject> ResourceClient<T> of(Kind<T> kind);

    KindAvailability presence(Kind<?> kind, TimeSource time);
  }

  /// The options of caches that are requested without options.
  ///
  /// In Go: {@index lasso cache.SharedCacheFactoryOptions}.
  public interface Defaults {
    /// The options for a kind; for equal kinds equal ones.
    <T extends KubernetesObject> CacheOptions<T> of(Kind<T> kind);
  }

  private static final Defaults ALL =
      new Defaults() {
        @Override
        public <T extends KubernetesObject> CacheOptions<T> of(Kind<T> kind) {
          return CacheOptions.defaults();
        }
      };

  private SharedCacheFactory(Clients clients, Defaults defaults) {
    this.clients = clients;
    this.defaults = defaults;
  }

  /// A factory over these clients: a kind that the server does not have is waited for, and the
  /// reason is said meanwhile.
  public static SharedCacheFactory over(SharedClientFactory clients) {
    return over(clients, ALL);
  }

  /// A factory over these clients.
  public static SharedCacheFactory over(SharedClientFactory clients, Defaults defaults) {
    return new SharedCacheFactory(
        new Clients() {
          @Override
          public <T extends KubernetesObject> ResourceClient<T> of(Kind<T> kind) {
            // Only groups with a dot can be custom ones, whose kinds may differ from their types;
            // of the others the list tells enough, and the first one need not wait for discovery.
            return kind.gvk().group().contains(".")
                ? clients.forKind(kind)
                : clients.client().resources(kind);
          }

          @Override
          public KindAvailability presence(Kind<?> kind, TimeSource time) {
            return new ServedKind(kind, clients.client(), clients.mapper(), time);
          }
        },
        defaults);
  }

  /// A factory over this client.
  public static SharedCacheFactory over(Client client) {
    return over(SharedClientFactory.over(client, client.mapper()));
  }

  /// The informer of a kind, with the default options.
  ///
  /// In Go: {@index lasso cache.SharedCacheFactory.ForKind}, {@index
  /// cache.Informers.GetInformerForKind}.
  public <T extends KubernetesObject> SharedIndexInformer<T> forKind(Kind<T> kind) {
    return forKind(kind, defaults.of(kind));
  }

  /// The informer of a kind.
  public <T extends KubernetesObject> SharedIndexInformer<T> forKind(
      Kind<T> kind, CacheOptions<T> options) {
    return entry(kind, options, entry -> entry.kept = true).informer;
  }

  /// An informer of a resource with the default options, whichever Java type its cache has: typed,
  /// dynamic and metadata-only users share one list, one watch and one copy.
  ///
  /// ```java
  /// caches.forKind(Pod.KIND);                                  // the cache
  /// SharedInformer<DynamicObject> pods = caches.view(podsAsDynamicObjects);
  /// ```
  ///
  /// If there is a cache of the resource whose objects have all fields, this is a view of it, which
  /// converts each object that is read or handed to a handler; that costs about as much as reading
  /// it from JSON. Else this is [#forKind(Kind)]. A record has only the fields that it names, so a
  /// cache of records is shared with users of the same record only.
  public <T extends KubernetesObject> SharedInformer<T> view(Kind<T> kind) {
    SharedInformer<T> shared = null;
    synchronized (this) {
      for (Entry<?> entry : caches.values()) {
        if (shared == null && isShareable(entry.informer, kind)) {
          entry.kept = true;
          shared = viewOf(entry.informer, kind);
        }
      }
    }
    return shared == null ? forKind(kind) : shared;
  }

  private <S extends KubernetesObject> boolean isShareable(
      SharedIndexInformer<S> informer, Kind<?> kind) {
    Kind<S> form = informer.kind();
    return form.gvk().equals(kind.gvk())
        && !form.equals(kind)
        && ObjectForm.isComplete(form)
        && !informer.isStopped()
        && informer.options().key(form).equals(defaults.of(form).key(form));
  }

  private static <S extends KubernetesObject, T extends KubernetesObject> SharedInformer<T> viewOf(
      SharedIndexInformer<S> informer, Kind<T> kind) {
    return new InformerView<>(informer, new ObjectForm<>(informer.kind(), kind));
  }

  /// The informer of the kind that a class stands for, with the default options.
  ///
  /// In Go: {@index lasso cache.SharedCacheFactory.ForObject}, {@index
  /// cache.Informers.GetInformer}.
  public <T extends KubernetesObject> SharedIndexInformer<T> forObject(Class<T> type) {
    return forKind(Kind.of(type));
  }

  /// The informer of the kind that a class stands for.
  public <T extends KubernetesObject> SharedIndexInformer<T> forObject(
      Class<T> type, CacheOptions<T> options) {
    return forKind(Kind.of(type), options);
  }

  /// The informer of a kind for a while: it is closed when the last lease of it is, unless it was
  /// also asked for without one.
  public <T extends KubernetesObject> Lease<T> lease(Kind<T> kind, CacheOptions<T> options) {
    Entry<T> entry = entry(kind, options, one -> one.leases++);
    return new Lease<>(entry.informer, () -> release(options.key(kind), entry));
  }

  /// @param use counts the use, under the lock
  private <T extends KubernetesObject> Entry<T> entry(
      Kind<T> kind, CacheOptions<T> options, Consumer<Entry<T>> use) {
    boolean start;
    Optional<String> remark = Optional.empty();
    Entry<T> entry;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the factory is closed: it has no informer of " + kind);
      }
      entry = cast(caches.get(options.key(kind)));
      if (entry == null
          || entry.informer.isStopped()) { // a user may have closed the shared informer
        KindAvailability presence =
            options.whenInstalled()
                ? clients.presence(kind, options.time())
                : KindAvailability.EXPECTED;
        entry =
            new Entry<>(
                SharedIndexInformer.deferred(kind, options, clients::of, presence, reachability));
        caches.put(options.key(kind), entry);
        remark = overlap(other -> other.gvk().equals(kind.gvk()));
      }
      use.accept(entry);
      start = started;
    }
    remark.ifPresent(LOG::info);
    if (start) {
      entry.informer.startUnlessStopped();
    }
    return entry;
  }

  @SuppressWarnings("unchecked") // the table goes by kind, which knows the type
  private static <T extends KubernetesObject> @Nullable Entry<T> cast(@Nullable Entry<?> entry) {
    return (Entry<T>) entry;
  }

  private void release(CacheKey key, Entry<?> entry) {
    boolean last;
    synchronized (this) {
      entry.leases--;
      last = entry.leases == 0 && !entry.kept && caches.remove(key, entry);
    }
    if (last) {
      entry.informer.close();
    }
  }

  /// Closes the informer of a kind and forgets it, also if it is in use: the next request gets a
  /// new one.
  ///
  /// In Go: {@index cache.Informers.RemoveInformer}.
  ///
  /// @return whether there was one
  public <T extends KubernetesObject> boolean remove(Kind<T> kind, CacheOptions<T> options) {
    Entry<?> entry;
    synchronized (this) {
      entry = caches.remove(options.key(kind));
    }
    if (entry == null) {
      return false;
    }
    entry.informer.close();
    return true;
  }

  /// Starts all informers that were asked for and do not run; returns at once.
  ///
  /// In Go: {@index cache.SharedInformerFactory.Start}.
  public void start() {
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the factory is closed and cannot be started again");
      }
      started = true;
    }
    informers().forEach(SharedIndexInformer::startUnlessStopped); // one may be released meanwhile
  }

  /// All informers that there are, in the order in which they were first asked for.
  public synchronized List<SharedIndexInformer<?>> informers() {
    return caches.values().stream().<SharedIndexInformer<?>>map(entry -> entry.informer).toList();
  }

  /// Waits until all informers that were started have synced, but for those that are released
  /// meanwhile.
  ///
  /// In Go: {@index cache.SharedInformerFactory.WaitForCacheSync}.
  ///
  /// @throws SyncTimeoutException when they have not in time; it names those that are missing, each
  ///   with its last failure
  public void waitForSync(Duration limit) throws InterruptedException {
    FactorySync.await(informers(), limit, this::isReleased);
  }

  private synchronized boolean isReleased(SharedIndexInformer<?> informer) {
    return !closed && caches.values().stream().noneMatch(entry -> entry.informer == informer);
  }

  /// Reads the cache of the kind that a class stands for.
  ///
  /// @throws IllegalStateException if there is none; the message says what to add
  public <T extends KubernetesObject> Lister<T> lister(Class<T> type) {
    return lister(Kind.of(type));
  }

  /// Reads the cache of a kind: the one with the default options or, if there is none, the only one
  /// that there is.
  ///
  /// @throws IllegalStateException if there is none; the message says what to add
  public <T extends KubernetesObject> Lister<T> lister(Kind<T> kind) {
    CacheOptions<T> options = defaults.of(kind);
    List<SharedIndexInformer<T>> found;
    synchronized (this) {
      Entry<T> usual = cast(caches.get(options.key(kind)));
      found = usual != null ? List.of(usual.informer) : of(kind);
    }
    if (found.size() == 1) {
      return found.getFirst().lister();
    }
    throw new IllegalStateException(
        found.isEmpty()
            ? "there is no cache of %1$s: call forKind(%1$s) or forObject(%2$s.class) before"
                .formatted(kind.plural(), kind.type().getSimpleName())
            : "there are several caches of %s, and none with the default options: %s"
                .formatted(kind.plural(), found));
  }

  private synchronized <T extends KubernetesObject> List<SharedIndexInformer<T>> of(Kind<T> kind) {
    List<SharedIndexInformer<T>> found = new ArrayList<>();
    caches.forEach(
        (key, entry) -> {
          if (key.kind().equals(kind)) {
            Entry<T> one = cast(entry);
            if (one != null) {
              found.add(one.informer);
            }
          }
        });
    return found;
  }

  /// What looks like a waste: kinds that are watched whole and as metadata, or with and without a
  /// Java type, each with a watch and a copy of its own.
  public synchronized List<String> remarks() {
    return caches.keySet().stream()
        .map(CacheKey::kind)
        .map(kind -> kind.gvk())
        .distinct()
        .flatMap(gvk -> overlap(kind -> kind.gvk().equals(gvk)).stream())
        .toList();
  }

  private synchronized Optional<String> overlap(Predicate<Kind<?>> ofKind) {
    List<Entry<?>> same = new ArrayList<>();
    caches.forEach(
        (key, entry) -> {
          if (ofKind.test(key.kind())) {
            same.add(entry);
          }
        });
    boolean differs =
        same.stream().map(entry -> entry.informer.kind().type()).distinct().count() > 1;
    if (!differs) {
      return Optional.empty();
    }
    return Optional.of(
        same.getFirst().informer.kind().plural()
            + " are watched "
            + same.size()
            + " times, each with a copy of its own: "
            + same.stream().map(e -> e.informer.name()).collect(Collectors.joining("; ")));
  }

  /// How all informers are doing.
  public List<InformerState> states() {
    return informers().stream().map(SharedIndexInformer::state).toList();
  }

  /// Stops all informers, the last one first; none can be requested afterwards. Returns when all
  /// have ended, or after some seconds.
  ///
  /// In Go: {@index cache.SharedInformerFactory.Shutdown}.
  @Override
  public void close() {
    List<SharedIndexInformer<?>> all;
    synchronized (this) {
      closed = true;
      all = informers();
      caches.clear();
    }
    ShutdownWait.await(all.reversed().stream().map(SharedIndexInformer::stop).toList());
  }

  private static final class Entry<T extends KubernetesObject> {
    final SharedIndexInformer<T> informer;
    boolean kept; // requested without a lease; guarded by the factory, as the next
    int leases;

    Entry(SharedIndexInformer<T> informer) {
      this.informer = informer;
    }
  }
}
