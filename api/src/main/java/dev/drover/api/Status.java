package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The server's response to a request that has no object as its result, above all to one that
/// failed.
///
/// ```java
/// Status status = exception.status();
/// if (status.code() == 409 && "AlreadyExists".equals(status.reason())) {
///   LOG.info("{}", status.message());
/// }
/// ```
///
/// In Go: {@index metav1.Status}.
public final class Status extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<Status> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.STATUS,
          "meta/v1.Status",
          """
          metadata 1 meta/v1.ListMeta omitempty
          status 2 string omitempty
          message 3 string omitempty
          reason 4 string omitempty
          details 5 *meta/v1.StatusDetails omitempty
          code 6 int32 omitempty
          """);

  Status(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<Status> structType() {
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
  public Status with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// Whether this answer reports a failure.
  public boolean isFailure() {
    return "Failure".equals(status());
  }

  /// The metadata of the answer; mostly empty.
  public ListMeta metadata() {
    return struct(0, ListMeta.TYPE);
  }

  /// `Success` or `Failure`.
  public @Nullable String status() {
    return get(1);
  }

  /// What happened, in words for people.
  public @Nullable String message() {
    return get(2);
  }

  /// What happened, in one word for programs, such as `NotFound`.
  public @Nullable String reason() {
    return get(3);
  }

  /// What the answer is about.
  public @Nullable StatusDetails details() {
    return get(4);
  }

  /// The HTTP status code; 0 when not said.
  public int code() {
    return int32(5);
  }

  /// Builds a [Status].
  public static final class Builder extends Struct.Builder<Status> {
    private Builder(Status from) {
      super(TYPE, from);
    }

    /// Sets [Status#metadata].
    public Builder metadata(ListMeta metadata) {
      set(0, metadata);
      return this;
    }

    /// Edits [Status#metadata] as it is now.
    public Builder metadata(Consumer<ListMeta.Builder> change) {
      return metadata(struct(0, ListMeta.TYPE).with(change));
    }

    /// Sets [Status#status].
    public Builder status(@Nullable String status) {
      set(1, status);
      return this;
    }

    /// Sets [Status#message].
    public Builder message(@Nullable String message) {
      set(2, message);
      return this;
    }

    /// Sets [Status#reason].
    public Builder reason(@Nullable String reason) {
      set(3, reason);
      return this;
    }

    /// Sets [Status#details].
    public Builder details(@Nullable StatusDetails details) {
      set(4, details);
      return this;
    }

    /// Edits [Status#details] as it is now.
    public Builder details(Consumer<StatusDetails.Builder> change) {
      return details(struct(4, StatusDetails.TYPE).with(change));
    }

    /// Sets [Status#code].
    public Builder code(int code) {
      set(5, code);
      return this;
    }
  }
}
