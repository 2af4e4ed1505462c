package dev.drover.runtime.cached;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.api.ResourceVersion;
import dev.drover.api.text.PrintableText;
import dev.drover.client.ListOption;
import dev.drover.client.ListQuery;
import dev.drover.client.RequestInterruptedException;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.CacheReader;
import dev.drover.informer.CacheScope;
import dev.drover.informer.Index;
import dev.drover.informer.IndexMatch;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.CacheNotStartedException;
import dev.drover.runtime.NamespaceNotCachedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One kind of a cache: what the informer has, and over it what this program wrote since.
public final class CachedKind<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(CachedKind.class);

  private final Kind<T> kind;
  private final CacheOptions<T> options;
  private final SharedIndexInformer<T> informer;
  private final Duration readTimeout;
  private final OwnWrites<T> writes;
  private final Set<String> controllers = new ConcurrentSkipListSet<>(); // that watch the kind
  private final ConcurrentMap<CacheScope, NewestWrite> newest =
      new ConcurrentHashMap<>(); // of selected

  /// @param readTimeout how long a read waits for the first list
  public CachedKind(
      Kind<T> kind,
      CacheOptions<T> options,
      SharedIndexInformer<T> informer,
      Duration readTimeout) {
    this.kind = kind;
    this.options = options;
    this.informer = informer;
    this.readTimeout = readTimeout;
    CacheReader<T> store = informer.indexer();
    OwnWrites.View<T> view =
        new OwnWrites.View<>() {
          @Override
          public Optional<T> find(ObjectKey key) {
            return store.getByKey(key);
          }

          @Override
          public String version(ObjectKey key) {
            return informer.resourceVersionFor(key);
          }
        };
    this.writes = new OwnWrites<>(view, options.time());
  }

  public Kind<T> kind() {
    return kind;
  }

  public CacheOptions<T> options() {
    return options;
  }

  public SharedIndexInformer<T> informer() {
    return informer;
  }

  public void watchedBy(String controller) {
    controllers.add(controller);
  }

  /// The beginning of an error about this kind: `controllers a, b watch `; empty if there are none.
  public String watchers() {
    List<String> names = List.copyOf(controllers);
    return switch (names.size()) {
      case 0 -> "";
      case 1 -> "controller " + names.getFirst() + " watches ";
      default -> "controllers " + String.join(", ", names) + " watch ";
    };
  }

  /// The newest object of a scope that this program wrote.
  private record NewestWrite(ObjectKey key, String version) {
    NewestWrite orNewer(NewestWrite other) {
      return ResourceVersion.compare(version, other.version) >= 0 ? this : other;
    }
  }

  /// Whether the cache is at or past the version of every object of a scope that this program
  /// wrote, also of those that were deleted since. Lists cannot tell: an object that was created
  /// and deleted is in none, and its events may still be on their way. A server whose lists are
  /// older than the write has no such events yet.
  ///
  /// @param listed the version of a list of the scope
  public boolean hasSeenOwnWrites(CacheScope scope, String listed) {
    NewestWrite written = newest.get(scope);
    return written == null
        || !ResourceVersion.isWellFormed(listed)
        || ResourceVersion.compare(written.version, listed) > 0
        || isReached(written);
  }

  /// Whether the cache is at or past the version of every object that this program wrote. On a
  /// server whose watches lag, that may take any time.
  public boolean hasSeenOwnWrites() {
    return newest.values().stream().allMatch(this::isReached);
  }

  /// Without versions that can be compared nothing is known.
  private boolean isReached(NewestWrite written) {
    String reached = informer.resourceVersionFor(written.key);
    return !ResourceVersion.isWellFormed(reached)
        || ResourceVersion.compare(reached, written.version) >= 0;
  }

  /// Whether what is read may be changed and written back whole.
  public boolean isWhole() {
    return options.keepsWholeObjects();
  }

  /// This program wrote an object: reads see it at once, as they would see it from the informer.
  ///
  /// @param object of this kind, in any form
  public void stored(KubernetesObject object) {
    if (!hasNamespace(object.namespace())) {
      return;
    }
    if (!isSelected(object)) {
      writes.deselected(object);
      return;
    }
    expect(object);
    try {
      writes.stored(options.transform().apply(ObjectForms.in(kind, object)));
    } catch (RuntimeException | StackOverflowError e) {
      // The server has stored it: the write must not fail. The transform is user code.
      String key = PrintableText.of(object.key().toString());
      LOG.warn(
          "cache of {}: own write of {} cannot be shown as {}, so reads have the old state",
          kind,
          key,
          kind.type().getSimpleName(),
          e);
    }
  }

  /// The watch brings this version, unless it is for objects with fields that this form lacks.
  private void expect(KubernetesObject object) {
    String version = object.metadata().resourceVersion();
    CacheScope scope = options.scopeOf(object.namespace()).orElseThrow();
    boolean isCertain = scope.fields().isEverything() || !(object instanceof PartialObject);
    if (isCertain && ResourceVersion.isWellFormed(version)) {
      newest.merge(scope, new NewestWrite(object.key(), version), NewestWrite::orNewer);
    }
  }

  /// Whether the objects of this namespace are in the cache.
  public boolean hasNamespace(String namespace) {
    return options.coversNamespace(namespace);
  }

  private void requireNamespace(String namespace) {
    if (!hasNamespace(namespace)) {
      throw new NamespaceNotCachedException(kind, namespace, options.namespaces());
    }
  }

  private boolean isSelected(KubernetesObject object) {
    CacheScope scope = options.scopeOf(object.namespace()).orElseThrow();
    return (scope.labels().isEverything() || scope.labels().matches(object.metadata().labels()))
        && (scope.fields().isEverything() || hasFields(object, scope.fields()));
  }

  /// The server decides by the same paths; a field that is not a path of the object counts as
  /// empty.
  private static boolean hasFields(KubernetesObject object, FieldSelector fields) {
    if (object instanceof PartialObject) {
      return true; // the server will tell
    }
    DynamicObject dynamic = DynamicObject.of(object);
    Map<String, String> values = new HashMap<>();
    for (FieldSelector.Term term : fields.terms()) {
      String[] path = term.field().split("\\.");
      values.put(term.field(), dynamic.get(path).map(String::valueOf).orElse(""));
    }
    return fields.matches(values);
  }

  /// This program deleted an object, and the server has nothing left of it.
  public void deleted(ObjectKey key, String uid, String version) {
    if (hasNamespace(key.namespace())) {
      writes.deleted(key, uid, version);
    }
  }

  public boolean isOf(CacheOptions<T> others) {
    return options.equals(others);
  }

  /// The object with this key, once the kind has synced.
  ///
  /// @throws CacheNotStartedException if the informer was not started
  /// @throws dev.drover.informer.SyncTimeoutException if the kind has not synced in time
  /// @throws NamespaceNotCachedException if the cache does not cover the namespace of the key
  public Optional<T> find(ObjectKey key) {
    requireNamespace(key.namespace());
    awaitSynced();
    return writes.find(key);
  }

  public boolean hasSynced() {
    return informer.hasSynced();
  }

  /// Without its first list a cache would answer that there are no objects.
  private void awaitSynced() {
    if (informer.hasSynced()) {
      return;
    }
    if (!informer.isStarted()) {
      throw new CacheNotStartedException(kind);
    }
    try {
      informer.awaitSynced(readTimeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException(
          "read of " + informer.name() + ": interrupted while the cache synced", e);
    }
  }

  /// The objects that meet all options, once the kind has synced; throws as [#find] does. Without a
  /// namespace it has the objects of all namespaces that the cache covers.
  public List<T> list(List<ListOption> which) {
    ListQuery query = query(which);
    query.namespace().ifPresent(this::requireNamespace);
    awaitSynced();
    List<OwnWrites.Unseen<T>> unseen = writes.unseen();
    List<T> candidates = informer.indexer().byIndexes(matches(query));
    return OwnWrites.overlaid(candidates, unseen).stream()
        .filter(unseen.isEmpty() ? labels(query) : labels(query).and(isFoundBy(query)))
        .limit(query.limit())
        .toList();
  }

  /// A namespace means nothing for a cluster-scoped kind, in a list as in a key.
  private ListQuery query(List<ListOption> which) {
    return ListQuery.of(
        which.stream()
            .filter(o -> kind.isNamespaced() || !(o instanceof ListOption.InNamespace))
            .toArray(ListOption[]::new));
  }

  private static List<IndexMatch> matches(ListQuery query) {
    List<IndexMatch> matches = new ArrayList<>();
    query.indexes().forEach(i -> matches.add(new IndexMatch(i.index(), i.value())));
    query.namespace().ifPresent(name -> matches.add(new IndexMatch(Index.NAMESPACE, name)));
    return matches;
  }

  private Predicate<T> labels(ListQuery query) {
    return query.labels().isEverything()
        ? _ -> true
        : object -> query.labels().matches(object.metadata().labels());
  }

  /// Objects that the cache has not seen are in no index.
  private Predicate<T> isFoundBy(ListQuery query) {
    Map<String, Index<T>> indexes = informer.indexer().indexers();
    return object ->
        query.selects(object)
            && query.indexes().stream().allMatch(match -> hasValue(object, match, indexes));
  }

  private boolean hasValue(T object, ListOption.Indexed wanted, Map<String, Index<T>> indexes) {
    Index<T> index = indexes.get(wanted.index());
    try {
      return index != null && index.values().apply(object).contains(wanted.value());
    } catch (RuntimeException | StackOverflowError e) {
      LOG.debug("cache of {}: index {} cannot have own write {}", kind, index, object.key(), e);
      return false; // as in the index itself, which leaves such objects out
    }
  }
}
