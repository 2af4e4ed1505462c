package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Selector;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Options of a cache: which objects it has, how much of each, and how it follows the server.
///
/// ```java
/// CacheOptions.<Pod>defaults().with(o -> o
///     .namespaces("shop", "mall")
///     .labels(labelIs("app", "web"))
///     .withoutManagedFields());
/// ```
///
/// Namespaces may differ, and a catch-all covers those that are not named:
///
/// ```java
/// CacheOptions.<Secret>defaults().with(o -> o
///     .namespace("shop", n -> {})                                // all Secrets of shop
///     .otherNamespaces(n -> n.labels(labelIs("shared", "true")))); // some of all other namespaces
/// ```
///
/// For the metadata alone there is `kind.metadataOnly()`.
///
/// In Go: {@index lasso cache.Options}, {@index controller-runtime cache.ByObject}, {@index
/// controller-runtime cache.Config}.
///
/// @param <T> the type of the objects
public final class CacheOptions<T extends KubernetesObject> {
  private static final Set<String> MANAGED_FIELDS = Set.of("metadata.managedFields");

  /// As in Lasso and controller-runtime.
  public static final Duration DEFAULT_RESYNC = Duration.ofHours(10);

  private final SortedMap<String, NamespaceOptions> namespaces; // those that are named
  private final Optional<NamespaceOptions> otherNamespaces;
  private final Selector labels;
  private final FieldSelector fields;
  private final SortedSet<String> skippedFields;
  private final UnaryOperator<T> transform;
  private final boolean whenInstalled;
  private final Duration resync;
  private final ReflectorOptions<T> reflector;
  private final int coalesceAbove;
  private final InformerObserver observer;
  private final TimeSource time;
  private final List<CacheScope> scopes;

  private CacheOptions(Builder<T> from) {
    namespaces = Collections.unmodifiableSortedMap(new TreeMap<>(from.namespaces));
    otherNamespaces = from.otherNamespaces;
    labels = from.labels;
    fields = from.fields;
    skippedFields = Collections.unmodifiableSortedSet(new TreeSet<>(from.skippedFields));
    transform = Objects.requireNonNull(from.transform, "transform");
    whenInstalled = from.whenInstalled;
    resync = from.resync;
    reflector = from.reflector;
    coalesceAbove = from.coalesceAbove;
    observer = from.observer;
    time = from.time;
    if (resync.isNegative() || coalesceAbove < 0) {
      throw new IllegalArgumentException(
          "need resync >= 0 and coalesceAbove >= 0, got resync=%s coalesceAbove=%d"
              .formatted(resync, coalesceAbove));
    }
    if (namespaces.containsKey("")) {
      throw new IllegalArgumentException("a namespace has a name; for all of them name none");
    }
    scopes = CacheScope.of(namespaces, otherNamespaces, labels, fields);
  }

  /// All objects, whole, looked at again every ten hours.
  public static <T extends KubernetesObject> CacheOptions<T> defaults() {
    return new Builder<T>().build();
  }

  /// A changed copy.
  public CacheOptions<T> with(Consumer<Builder<T>> change) {
    Builder<T> builder = new Builder<>(this);
    change.accept(builder);
    return builder.build();
  }

  /// The namespaces that are named; none = all namespaces. See [#coversNamespace].
  public Set<String> namespaces() {
    return namespaces.keySet();
  }

  /// Whether the namespaces that are not named are covered, too.
  public boolean coversOtherNamespaces() {
    return namespaces.isEmpty() || otherNamespaces.isPresent();
  }

  /// Whether objects of this namespace are in the cache, as far as the selectors match them.
  public boolean coversNamespace(String namespace) {
    return coversOtherNamespaces() || namespaces.containsKey(namespace);
  }

  /// The lists and watches that the cache consists of: one for each namespace that is named, and
  /// one for all others if they are covered.
  public List<CacheScope> scopes() {
    return scopes;
  }

  /// The scope that covers a namespace; empty if none does.
  public Optional<CacheScope> scopeOf(String namespace) {
    for (CacheScope scope : scopes) {
      if (scope.covers(namespace)) {
        return Optional.of(scope);
      }
    }
    return Optional.empty();
  }

  /// Which labels objects must have, in namespaces without options of their own.
  public Selector labels() {
    return labels;
  }

  /// Which fields objects must have, in namespaces without options of their own.
  public FieldSelector fields() {
    return fields;
  }

  /// The parts of objects that are left out while reading, as JSON names joined by dots.
  public Set<String> skippedFields() {
    return skippedFields;
  }

  /// Changes each object before it is stored.
  public UnaryOperator<T> transform() {
    return transform;
  }

  /// Whether the kind may be missing on the server.
  public boolean whenInstalled() {
    return whenInstalled;
  }

  /// The resync period of handlers that set none; zero = never.
  public Duration resync() {
    return resync;
  }

  /// How lists and watches work.
  public ReflectorOptions<T> reflector() {
    return reflector;
  }

  /// How many changes wait for a handler before they are coalesced.
  public int coalesceAbove() {
    return coalesceAbove;
  }

  /// The observer of the informer.
  public InformerObserver observer() {
    return observer;
  }

  /// The clock of everything that waits.
  public TimeSource time() {
    return time;
  }

  /// Whether objects are kept as the server has them, except for the managed fields: what is read
  /// may then be changed and written back whole.
  public boolean keepsWholeObjects() {
    return transform.equals(Unchanged.<T>instance()) && MANAGED_FIELDS.containsAll(skippedFields);
  }

  boolean isOfEverything() {
    return namespaces.isEmpty()
        && otherNamespaces.isEmpty()
        && labels.isEverything()
        && fields.isEverything()
        && skippedFields.isEmpty();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CacheOptions<?> that
        && scopes.equals(that.scopes)
        && labels.equals(that.labels)
        && fields.equals(that.fields)
        && skippedFields.equals(that.skippedFields)
        && transform.equals(that.transform)
        && whenInstalled == that.whenInstalled
        && resync.equals(that.resync)
        && reflector.equals(that.reflector)
        && coalesceAbove == that.coalesceAbove
        && observer.equals(that.observer)
        && time.equals(that.time);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scopes, labels, fields, skippedFields, transform, whenInstalled, resync);
  }

  @Override
  public String toString() {
    return "CacheOptions[scopes=%s, skippedFields=%s, whenInstalled=%s, resync=%s, coalesceAbove=%d]"
        .formatted(scopes, skippedFields, whenInstalled, resync, coalesceAbove);
  }

  /// The identity of a cache in a factory. How a cache follows the server is not part of it: there
  /// the first request for the cache decides.
  CacheKey key(Kind<T> kind) {
    return new CacheKey(kind, scopes, skippedFields, transform);
  }

  /// Builds options.
  ///
  /// @param <T> the type of the objects
  public static final class Builder<T extends KubernetesObject> {
    private SortedMap<String, NamespaceOptions> namespaces = new TreeMap<>();
    private Optional<NamespaceOptions> otherNamespaces = Optional.empty();
    private Selector labels = Selector.everything();
    private FieldSelector fields = FieldSelector.everything();
    private Set<String> skippedFields = Set.of();
    private UnaryOperator<T> transform = Unchanged.instance();
    private boolean whenInstalled;
    private Duration resync = DEFAULT_RESYNC;
    private ReflectorOptions<T> reflector = ReflectorOptions.defaults();
    private int coalesceAbove = Mailbox.COALESCE_ABOVE;
    private InformerObserver observer = InformerObserver.NONE;
    private TimeSource time = TimeSource.system();

    private Builder() {}

    private Builder(CacheOptions<T> from) {
      namespaces = new TreeMap<>(from.namespaces);
      otherNamespaces = from.otherNamespaces;
      labels = from.labels;
      fields = from.fields;
      skippedFields = from.skippedFields;
      transform = from.transform;
      whenInstalled = from.whenInstalled;
      resync = from.resync;
      reflector = from.reflector;
      coalesceAbove = from.coalesceAbove;
      observer = from.observer;
      time = from.time;
    }

    /// Only objects of these namespaces, each of which is listed and watched by itself; none = all.
    /// Replaces the namespaces that were named before.
    public Builder<T> namespaces(String... names) {
      return namespaces(Arrays.asList(names));
    }

    /// Only objects of these namespaces, each of which is listed and watched by itself; none = all.
    /// Replaces the namespaces that were named before.
    public Builder<T> namespaces(Collection<String> names) {
      namespaces = new TreeMap<>();
      names.forEach(name -> namespaces.put(name, NamespaceOptions.defaults()));
      return this;
    }

    /// Also objects of this namespace, with options that differ from those of the cache.
    ///
    /// A namespace is named once: the last options count. A transform per namespace needs no option
    /// of its own: [#transform] sees the namespace of each object.
    ///
    /// In Go: {@index controller-runtime cache.Options.DefaultNamespaces}, {@index
    /// controller-runtime cache.ByObject.Namespaces}.
    public Builder<T> namespace(String name, Consumer<NamespaceOptions.Builder> how) {
      return namespace(name, NamespaceOptions.defaults().with(how));
    }

    /// Also objects of this namespace, with these options.
    public Builder<T> namespace(String name, NamespaceOptions how) {
      namespaces.put(name, how);
      return this;
    }

    /// Also objects of all namespaces that are not named: by one list and watch of all namespaces,
    /// with a field selector that leaves out those that are named.
    ///
    /// In Go: {@index controller-runtime cache.AllNamespaces}.
    public Builder<T> otherNamespaces(Consumer<NamespaceOptions.Builder> how) {
      return otherNamespaces(NamespaceOptions.defaults().with(how));
    }

    /// Also objects of all namespaces that are not named, with these options.
    public Builder<T> otherNamespaces(NamespaceOptions how) {
      otherNamespaces = Optional.of(how);
      return this;
    }

    /// Only objects with these labels.
    public Builder<T> labels(Selector selector) {
      labels = selector;
      return this;
    }

    /// Only objects with these fields.
    public Builder<T> fields(FieldSelector selector) {
      fields = selector;
      return this;
    }

    /// Leaves out these parts of objects while reading, as JSON names joined by dots, also those
    /// named before.
    public Builder<T> skipFields(String... paths) {
      Set<String> all = new TreeSet<>(skippedFields);
      all.addAll(Arrays.asList(paths));
      skippedFields = all;
      return this;
    }

    /// Leaves out the managed fields, often a third of an object, which controllers do not need.
    ///
    /// In Go: {@index cache.TransformStripManagedFields}.
    public Builder<T> withoutManagedFields() {
      return skipFields("metadata.managedFields");
    }

    /// Changes each object before it is stored. Keep the function: two caches with different ones
    /// are two.
    public Builder<T> transform(UnaryOperator<T> function) {
      transform = function;
      return this;
    }

    /// The kind may be missing on the server, because its CustomResourceDefinition is not there yet
    /// or goes away: the cache is empty then, and counts as synced. It opens no connection but one
    /// that waits for the definition, and fills when the kind appears, as often as that happens.
    ///
    /// Needs a [SharedCacheFactory]. The right to list and watch CustomResourceDefinitions makes it
    /// quick; without it discovery is queried every ten seconds.
    public Builder<T> whenInstalled() {
      whenInstalled = true;
      return this;
    }

    /// How often handlers look at everything again, unless they say otherwise; zero = never.
    public Builder<T> resync(Duration period) {
      resync = period;
      return this;
    }

    /// Whether lists are streamed as events, where the server can do that.
    public Builder<T> streaming(boolean wanted) {
      reflector = reflector.with(o -> o.streaming(wanted));
      return this;
    }

    /// How lists and watches work. Its transform, resync and time are not used: those of the cache
    /// are.
    public Builder<T> reflector(ReflectorOptions<T> options) {
      reflector = options;
      return this;
    }

    /// How many changes wait for a handler before they are coalesced: see [EventHandler].
    public Builder<T> coalesceAbove(int changes) {
      coalesceAbove = changes;
      return this;
    }

    /// Observes what the informer does, for metrics.
    public Builder<T> observer(InformerObserver changed) {
      observer = changed;
      return this;
    }

    /// The clock of everything that waits.
    public Builder<T> time(TimeSource keeper) {
      time = keeper;
      return this;
    }

    private CacheOptions<T> build() {
      return new CacheOptions<>(this);
    }
  }

  /// Leaves objects as they are; one value, so that caches without a transform are equal.
  private enum Unchanged implements UnaryOperator<Object> {
    INSTANCE;

    @SuppressWarnings("unchecked") // gives back what it gets
    static <T> UnaryOperator<T> instance() {
      return (UnaryOperator<T>) (UnaryOperator<?>) INSTANCE;
    }

    @Override
    public Object apply(Object object) {
      return object;
    }
  }
}
