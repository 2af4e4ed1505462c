package dev.drover.api;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Names the object that owns another; the garbage collector deletes what its owners have left
/// behind. {@index metav1.OwnerReference}
public final class OwnerReference extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<OwnerReference> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.OWNER_REFERENCE,
          "meta/v1.OwnerReference",
          """
          apiVersion 5 string
          kind 1 string
          name 3 string
          uid 4 string
          controller 6 *bool omitempty
          blockOwnerDeletion 7 *bool omitempty
          """);

  OwnerReference(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<OwnerReference> structType() {
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
  public OwnerReference with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  public String apiVersion() {
    return text(0);
  }

  public String kind() {
    return text(1);
  }

  public String name() {
    return text(2);
  }

  public String uid() {
    return text(3);
  }

  public @Nullable Boolean controller() {
    return get(4);
  }

  public @Nullable Boolean blockOwnerDeletion() {
    return get(5);
  }

  /// Builds OwnerReference.
  public static final class Builder extends Struct.Builder<OwnerReference> {
    private Builder(OwnerReference from) {
      super(TYPE, from);
    }

    public Builder apiVersion(String apiVersion) {
      set(0, apiVersion);
      return this;
    }

    public Builder kind(String kind) {
      set(1, kind);
      return this;
    }

    public Builder name(String name) {
      set(2, name);
      return this;
    }

    public Builder uid(String uid) {
      set(3, uid);
      return this;
    }

    public Builder controller(@Nullable Boolean controller) {
      set(4, controller);
      return this;
    }

    public Builder blockOwnerDeletion(@Nullable Boolean blockOwnerDeletion) {
      set(5, blockOwnerDeletion);
      return this;
    }
  }
}
