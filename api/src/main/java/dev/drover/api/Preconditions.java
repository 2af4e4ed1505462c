package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What must hold of an object for a request to be carried out.
///
/// ```java
/// DeleteOptions onlyThisOne = DeleteOptions.builder()
///     .preconditions(p -> p.uid(pod.metadata().uid()).resourceVersion(pod.metadata().resourceVersion()))
///     .build();
/// ```
///
/// In Go: {@index metav1.Preconditions}.
public final class Preconditions extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<Preconditions> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.PRECONDITIONS,
          "meta/v1.Preconditions",
          """
          uid 1 *string omitempty
          resourceVersion 2 *string omitempty
          """);

  Preconditions(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<Preconditions> structType() {
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
  public Preconditions with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The uid that the object must have.
  public @Nullable String uid() {
    return get(0);
  }

  /// The version that the object must be of.
  public @Nullable String resourceVersion() {
    return get(1);
  }

  /// Builds a [Preconditions].
  public static final class Builder extends Struct.Builder<Preconditions> {
    private Builder(Preconditions from) {
      super(TYPE, from);
    }

    /// Sets [Preconditions#uid].
    public Builder uid(@Nullable String uid) {
      set(0, uid);
      return this;
    }

    /// Sets [Preconditions#resourceVersion].
    public Builder resourceVersion(@Nullable String resourceVersion) {
      set(1, resourceVersion);
      return this;
    }
  }
}
