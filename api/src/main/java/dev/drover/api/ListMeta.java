package dev.drover.api;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The metadata of a list: the version it was taken at and, when a limit cut it, where to go on.
/// {@index metav1.ListMeta}
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

  public String selfLink() {
    return text(0);
  }

  public String resourceVersion() {
    return text(1);
  }

  public String continueToken() {
    return text(2);
  }

  public @Nullable Long remainingItemCount() {
    return get(3);
  }

  public @Nullable ShardInfo shardInfo() {
    return get(4);
  }

  /// Builds ListMeta.
  public static final class Builder extends Struct.Builder<ListMeta> {
    private Builder(ListMeta from) {
      super(TYPE, from);
    }

    public Builder selfLink(String selfLink) {
      set(0, selfLink);
      return this;
    }

    public Builder resourceVersion(String resourceVersion) {
      set(1, resourceVersion);
      return this;
    }

    public Builder continueToken(String continueToken) {
      set(2, continueToken);
      return this;
    }

    public Builder remainingItemCount(@Nullable Long remainingItemCount) {
      set(3, remainingItemCount);
      return this;
    }

    public Builder shardInfo(@Nullable ShardInfo shardInfo) {
      set(4, shardInfo);
      return this;
    }

    /// Edits what is there.
    public Builder shardInfo(Consumer<ShardInfo.Builder> change) {
      return shardInfo(struct(4, ShardInfo.TYPE).with(change));
    }
  }
}
