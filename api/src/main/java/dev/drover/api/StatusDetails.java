package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a [Status] is about: the object, and the causes one by one.
///
/// In Go: {@index metav1.StatusDetails}.
public final class StatusDetails extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<StatusDetails> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.STATUS_DETAILS,
          "meta/v1.StatusDetails",
          """
          name 1 string omitempty
          group 2 string omitempty
          kind 3 string omitempty
          uid 6 string omitempty
          causes 4 []meta/v1.StatusCause omitempty
          retryAfterSeconds 5 int32 omitempty
          """);

  StatusDetails(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<StatusDetails> structType() {
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
  public StatusDetails with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The name of the object.
  public @Nullable String name() {
    return get(0);
  }

  /// The API group of the object.
  public @Nullable String group() {
    return get(1);
  }

  /// The kind of the object; of some servers, the resource.
  public @Nullable String kind() {
    return get(2);
  }

  /// The uid of the object.
  public @Nullable String uid() {
    return get(3);
  }

  /// What was wrong, one by one.
  public List<StatusCause> causes() {
    return list(4);
  }

  /// How long to wait before another attempt, in seconds; 0 when not said.
  public int retryAfterSeconds() {
    return int32(5);
  }

  /// Builds a [StatusDetails].
  public static final class Builder extends Struct.Builder<StatusDetails> {
    private Builder(StatusDetails from) {
      super(TYPE, from);
    }

    /// Sets [StatusDetails#name].
    public Builder name(@Nullable String name) {
      set(0, name);
      return this;
    }

    /// Sets [StatusDetails#group].
    public Builder group(@Nullable String group) {
      set(1, group);
      return this;
    }

    /// Sets [StatusDetails#kind].
    public Builder kind(@Nullable String kind) {
      set(2, kind);
      return this;
    }

    /// Sets [StatusDetails#uid].
    public Builder uid(@Nullable String uid) {
      set(3, uid);
      return this;
    }

    /// Sets [StatusDetails#causes].
    public Builder causes(List<StatusCause> causes) {
      setList(4, causes);
      return this;
    }

    /// Adds one to [StatusDetails#causes].
    public Builder addCause(StatusCause cause) {
      add(4, cause);
      return this;
    }

    /// Sets [StatusDetails#retryAfterSeconds].
    public Builder retryAfterSeconds(int retryAfterSeconds) {
      set(5, retryAfterSeconds);
      return this;
    }
  }
}
