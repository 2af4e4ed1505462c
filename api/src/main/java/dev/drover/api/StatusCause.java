package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One cause of a failure, with the field it is about.
///
/// In Go: {@index metav1.StatusCause}.
public final class StatusCause extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<StatusCause> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.STATUS_CAUSE,
          "meta/v1.StatusCause",
          """
          reason 1 string omitempty
          message 2 string omitempty
          field 3 string omitempty
          """);

  StatusCause(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<StatusCause> structType() {
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
  public StatusCause with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// What was wrong, in one word for programs, such as `FieldValueRequired`.
  public @Nullable String reason() {
    return get(0);
  }

  /// What was wrong, in words for people.
  public @Nullable String message() {
    return get(1);
  }

  /// The field it is about, such as `spec.containers[0].image`.
  public @Nullable String field() {
    return get(2);
  }

  /// Builds a [StatusCause].
  public static final class Builder extends Struct.Builder<StatusCause> {
    private Builder(StatusCause from) {
      super(TYPE, from);
    }

    /// Sets [StatusCause#reason].
    public Builder reason(@Nullable String reason) {
      set(0, reason);
      return this;
    }

    /// Sets [StatusCause#message].
    public Builder message(@Nullable String message) {
      set(1, message);
      return this;
    }

    /// Sets [StatusCause#field].
    public Builder field(@Nullable String field) {
      set(2, field);
      return this;
    }
  }
}
