package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The metadata of a list: the version it was taken at, and the token of the next page if a limit
/// cut it.
///
/// ```java
/// ObjectList<Pod> page = pods.list(ListOptions.defaults().with(o -> o.limit(500)));
/// String version = page.metadata().resourceVersion();
/// boolean isLast = page.metadata().continueToken().isEmpty();
/// ```
///
/// In Go: {@index metav1.ListMeta}.
public final class ListMeta extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<ListMeta> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.LIST_META,
          "meta/v1.ListMeta",
          """
          selfLink 1 string omitempty
          resourceVersion 2 string omitempty
          continue 3 string omitempty
          remainingItemCount 4 *int64 omitempty
          shardInfo 5 *meta/v1.ShardInfo omitempty
          """);

  ListMeta(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<ListMeta> structType() {
    return TYPE;
  }

  /// A builder with nothing set.
  public static Builder builder() {
    return TYPE.empty().toBuilder();
  }

  /// A builder that starts from this value.
  public Builder toBuilder() {
    return new Builder(this);
  }

  /// A changed copy.
  public ListMeta with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// A URL of old servers; no longer filled.
  public String selfLink() {
    return text(0);
  }

  /// The version the list was taken at: opaque, to be passed back as it is.
  public String resourceVersion() {
    return text(1);
  }

  /// Where the next page begins: opaque; empty on the last page.
  public String continueToken() {
    return text(2);
  }

  /// About how many objects come after this page, where the server says so. Never steer by it.
  public @Nullable Long remainingItemCount() {
    return get(3);
  }

  /// Which part of the collection this is, where only a part was asked for.
  public @Nullable ShardInfo shardInfo() {
    return get(4);
  }

  /// Builds a [ListMeta].
  public static final class Builder extends Struct.Builder<ListMeta> {
    private Builder(ListMeta from) {
      super(TYPE, from);
    }

    /// Sets [ListMeta#selfLink].
    public Builder selfLink(String selfLink) {
      set(0, selfLink);
      return this;
    }

    /// Sets [ListMeta#resourceVersion].
    public Builder resourceVersion(String resourceVersion) {
      set(1, resourceVersion);
      return this;
    }

    /// Sets [ListMeta#continueToken].
    public Builder continueToken(String continueToken) {
      set(2, continueToken);
      return this;
    }

    /// Sets [ListMeta#remainingItemCount].
    public Builder remainingItemCount(@Nullable Long remainingItemCount) {
      set(3, remainingItemCount);
      return this;
    }

    /// Sets [ListMeta#shardInfo].
    public Builder shardInfo(@Nullable ShardInfo shardInfo) {
      set(4, shardInfo);
      return this;
    }

    /// Edits [ListMeta#shardInfo] as it is now.
    public Builder shardInfo(Consumer<ShardInfo.Builder> change) {
      return shardInfo(struct(4, ShardInfo.TYPE).with(change));
    }
  }
}
