package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.function.Consumer;

/// Which part of a collection a sharded list holds.
///
/// In Go: {@index metav1.ShardInfo}.
public final class ShardInfo extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<ShardInfo> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.SHARD_INFO,
          "meta/v1.ShardInfo",
          """
          selector 1 string
          """);

  ShardInfo(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<ShardInfo> structType() {
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
  public ShardInfo with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The selector that the list was asked for with.
  public String selector() {
    return text(0);
  }

  /// Builds a [ShardInfo].
  public static final class Builder extends Struct.Builder<ShardInfo> {
    private Builder(ShardInfo from) {
      super(TYPE, from);
    }

    /// Sets [ShardInfo#selector].
    public Builder selector(String selector) {
      set(0, selector);
      return this;
    }
  }
}
