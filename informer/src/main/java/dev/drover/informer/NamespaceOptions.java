package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of a cache for one namespace, or for all that are not named; what is not set is as in
/// the whole cache. See [CacheOptions.Builder#namespace] and
/// [CacheOptions.Builder#otherNamespaces].
///
/// ```java
/// CacheOptions.<Pod>defaults().with(o -> o.namespace("shop", n -> n.labels(labelIs("app", "web"))));
/// ```
///
/// In Go: {@index controller-runtime cache.Config}.
public final class NamespaceOptions {
  private static final NamespaceOptions DEFAULTS = new Builder().build();

  private final Optional<Selector> labels;
  private final Optional<FieldSelector> fields;

  private NamespaceOptions(Builder from) {
    labels = from.labels;
    fields = from.fields;
  }

  /// As in the whole cache.
  public static NamespaceOptions defaults() {
    return DEFAULTS;
  }

  /// A changed copy.
  public NamespaceOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// Which labels objects must have; empty if as in the whole cache.
  public Optional<Selector> labels() {
    return labels;
  }

  /// Which fields objects must have; empty if as in the whole cache.
  public Optional<FieldSelector> fields() {
    return fields;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NamespaceOptions that
        && labels.equals(that.labels)
        && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return Objects.hash(labels, fields);
  }

  @Override
  public String toString() {
    return "NamespaceOptions[labels=%s, fields=%s]".formatted(labels, fields);
  }

  /// Changes options.
  public static final class Builder {
    private Optional<Selector> labels = Optional.empty();
    private Optional<FieldSelector> fields = Optional.empty();

    private Builder() {}

    private Builder(NamespaceOptions from) {
      labels = from.labels;
      fields = from.fields;
    }

    /// Only objects with these labels, in place of those of the cache.
    public Builder labels(Selector selector) {
      labels = Optional.of(selector);
      return this;
    }

    /// Only objects with these fields, in place of those of the cache.
    public Builder fields(FieldSelector selector) {
      fields = Optional.of(selector);
      return this;
    }

    private NamespaceOptions build() {
      return new NamespaceOptions(this);
    }
  }
}
