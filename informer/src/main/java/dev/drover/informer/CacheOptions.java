package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Selector;
import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which objects a cache has, how much of each, and how it keeps up.
///
/// ```java
/// CacheOptions.<Pod>all().with(o -> o
///     .namespaces("shop", "mall")
///     .labels(label("app", "web"))
///     .withoutManagedFields());
/// ```
///
/// For the metadata alone there is `kind.metadataOnly()`.
///
/// In Go: {@index lasso cache.Options}, {@index controller-runtime cache.ByObject}.
///
/// @param namespaces whose objects; none = all
/// @param labels which labels they must carry
/// @param fields which fields they must have
/// @param skippedFields what is left out while reading, as JSON names joined by dots
/// @param transform changes each object before it is stored
/// @param whenInstalled whether the kind may be missing on the server
/// @param resync how often handlers look at everything again, unless they say otherwise; zero =
///   never
/// @param reflector how lists and watches work
/// @param roomy how many changes wait for a handler before superseded ones are left out
/// @param observer is told what the informer does
/// @param time what waits, waits by it
/// @param <T> the type of the objects
public record CacheOptions<T extends KubernetesObject>(
    Set<String> namespaces,
    Selector labels,
    FieldSelector fields,
    Set<String> skippedFields,
    UnaryOperator<T> transform,
    boolean whenInstalled,
    Duration resync,
    ReflectorOptions<T> reflector,
    int roomy,
    InformerObserver observer,
    Timekeeper time) {
  private static final Set<String> MANAGED_FIELDS = Set.of("metadata.managedFields");

  /// As in Lasso and controller-runtime.
  public static final Duration DEFAULT_RESYNC = Duration.ofHours(10);

  /// Sorts the names, checks the numbers.
  public CacheOptions {
    namespaces = sorted(namespaces);
    skippedFields = sorted(skippedFields);
    Objects.requireNonNull(transform, "transform");
    if (resync.isNegative() || roomy < 0) {
      throw new IllegalArgumentException(
          "need resync >= 0 and roomy >= 0, got resync=" + resync + " roomy=" + roomy);
    }
    if (namespaces.contains("")) {
      throw new IllegalArgumentException("a namespace has a name; for all of them name none");
    }
    if (labels.isNothing()) {
      throw new IllegalArgumentException(
          "a cache of nothing: the label selector matches no object");
    }
  }

  private static Set<String> sorted(Set<String> names) {
    SortedSet<String> sorted = new TreeSet<>(names);
    return Collections.unmodifiableSortedSet(sorted);
  }

  /// All objects, whole, looked at again every ten hours.
  public static <T extends KubernetesObject> CacheOptions<T> all() {
    return new Builder<T>().build();
  }

  /// A changed copy.
  public CacheOptions<T> with(Consumer<Builder<T>> change) {
    Builder<T> builder = new Builder<>(this);
    change.accept(builder);
    return builder.build();
  }

  /// Whether objects are kept as the server has them, but for who set which field: what is read may
  /// then be changed and written back whole.
  public boolean keepsWholeObjects() {
    return transform.equals(Unchanged.<T>instance()) && MANAGED_FIELDS.containsAll(skippedFields);
  }

  boolean isOfEverything() {
    return namespaces.isEmpty()
        && labels.isEverything()
        && fields.isEverything()
        && skippedFields.isEmpty();
  }

  /// What makes two caches of a kind the same one. How they keep up does not: there the first one
  /// who asks decides.
  Key key(Kind<T> kind) {
    return new Key(kind, namespaces, labels, fields, skippedFields, transform);
  }

  /// Which cache it is.
  record Key(
      Kind<?> kind,
      Set<String> namespaces,
      Selector labels,
      FieldSelector fields,
      Set<String> skippedFields,
      UnaryOperator<?> transform) {
    // See ObjectKey.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && kind.equals(that.kind)
          && namespaces.equals(that.namespaces)
          && labels.equals(that.labels)
          && fields.equals(that.fields)
          && skippedFields.equals(that.skippedFields)
          && transform.equals(that.transform);
    }

    @Override
    public int hashCode() {
      return Objects.hash(kind, namespaces, labels, fields, skippedFields, transform);
    }
  }

  /// Builds options.
  ///
  /// @param <T> the type of the objects
  public static final class Builder<T extends KubernetesObject> {
    private Set<String> namespaces = Set.of();
    private Selector labels = Selector.everything();
    private FieldSelector fields = FieldSelector.everything();
    private Set<String> skippedFields = Set.of();
    private UnaryOperator<T> transform = Unchanged.instance();
    private boolean whenInstalled;
    private Duration resync = DEFAULT_RESYNC;
    private ReflectorOptions<T> reflector = ReflectorOptions.defaults();
    private int roomy = Mailbox.ROOMY;
    private InformerObserver observer = InformerObserver.NONE;
    private Timekeeper time = Timekeeper.system();

    private Builder() {}

    private Builder(CacheOptions<T> from) {
      namespaces = from.namespaces;
      labels = from.labels;
      fields = from.fields;
      skippedFields = from.skippedFields;
      transform = from.transform;
      whenInstalled = from.whenInstalled;
      resync = from.resync;
      reflector = from.reflector;
      roomy = from.roomy;
      observer = from.observer;
      time = from.time;
    }

    /// Only objects of these namespaces, each of which is listed and watched by itself; none = all.
    public Builder<T> namespaces(String... names) {
      return namespaces(Arrays.asList(names));
    }

    /// Only objects of these namespaces, each of which is listed and watched by itself; none = all.
    public Builder<T> namespaces(Collection<String> names) {
      namespaces = new TreeSet<>(names);
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

    /// Leaves out who set which field: often a third of an object, and no controller's business.
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
    /// quick; without it discovery is asked every ten seconds.
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

    /// How many changes wait for a handler before superseded ones are left out.
    public Builder<T> roomy(int changes) {
      roomy = changes;
      return this;
    }

    /// Who is told what the informer does.
    public Builder<T> observer(InformerObserver who) {
      observer = who;
      return this;
    }

    /// What time it is.
    public Builder<T> time(Timekeeper keeper) {
      time = keeper;
      return this;
    }

    private CacheOptions<T> build() {
      return new CacheOptions<>(
          namespaces,
          labels,
          fields,
          skippedFields,
          transform,
          whenInstalled,
          resync,
          reflector,
          roomy,
          observer,
          time);
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
