package dev.drover.api;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The server's answer when there is no object to answer with: above all, what went wrong. {@index
/// metav1.Status}
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

  public ListMeta metadata() {
    return struct(0, ListMeta.TYPE);
  }

  public @Nullable String status() {
    return get(1);
  }

  public @Nullable String message() {
    return get(2);
  }

  public @Nullable String reason() {
    return get(3);
  }

  public @Nullable StatusDetails details() {
    return get(4);
  }

  public int code() {
    return int32(5);
  }

  /// Builds Status.
  public static final class Builder extends Struct.Builder<Status> {
    private Builder(Status from) {
      super(TYPE, from);
    }

    public Builder metadata(ListMeta metadata) {
      set(0, metadata);
      return this;
    }

    /// Edits what is there.
    public Builder metadata(Consumer<ListMeta.Builder> change) {
      return metadata(struct(0, ListMeta.TYPE).with(change));
    }

    public Builder status(@Nullable String status) {
      set(1, status);
      return this;
    }

    public Builder message(@Nullable String message) {
      set(2, message);
      return this;
    }

    public Builder reason(@Nullable String reason) {
      set(3, reason);
      return this;
    }

    public Builder details(@Nullable StatusDetails details) {
      set(4, details);
      return this;
    }

    /// Edits what is there.
    public Builder details(Consumer<StatusDetails.Builder> change) {
      return details(struct(4, StatusDetails.TYPE).with(change));
    }

    public Builder code(int code) {
      set(5, code);
      return this;
    }
  }
}
