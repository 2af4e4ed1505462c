package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Which fields one manager has set in one version of the API.
///
/// In Go: {@index metav1.ManagedFieldsEntry}.
public final class ManagedFieldsEntry extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<ManagedFieldsEntry> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.MANAGED_FIELDS_ENTRY,
          "meta/v1.ManagedFieldsEntry",
          """
          manager 1 string omitempty
          operation 2 string omitempty
          apiVersion 3 string omitempty
          time 4 *time omitempty
          fieldsType 6 string omitempty
          fieldsV1 7 *fieldsv1 omitempty
          subresource 8 string omitempty
          """);

  ManagedFieldsEntry(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<ManagedFieldsEntry> structType() {
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
  public ManagedFieldsEntry with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The name of the manager, which the client chooses.
  public @Nullable String manager() {
    return get(0);
  }

  /// `Apply` for server-side apply, `Update` for everything else.
  public @Nullable String operation() {
    return get(1);
  }

  /// The version that the fields are named in.
  public @Nullable String apiVersion() {
    return get(2);
  }

  /// When the manager last changed what it manages.
  public @Nullable Instant time() {
    return get(3);
  }

  /// The form of the set of fields; always `FieldsV1`.
  public @Nullable String fieldsType() {
    return get(4);
  }

  /// The set of fields, as a JSON tree of `f:name` and `k:{...}` keys.
  public @Nullable RawExtension fieldsV1() {
    return get(5);
  }

  /// The subresource that was written to; null for the object itself.
  public @Nullable String subresource() {
    return get(6);
  }

  /// Builds a [ManagedFieldsEntry].
  public static final class Builder extends Struct.Builder<ManagedFieldsEntry> {
    private Builder(ManagedFieldsEntry from) {
      super(TYPE, from);
    }

    /// Sets [ManagedFieldsEntry#manager].
    public Builder manager(@Nullable String manager) {
      set(0, manager);
      return this;
    }

    /// Sets [ManagedFieldsEntry#operation].
    public Builder operation(@Nullable String operation) {
      set(1, operation);
      return this;
    }

    /// Sets [ManagedFieldsEntry#apiVersion].
    public Builder apiVersion(@Nullable String apiVersion) {
      set(2, apiVersion);
      return this;
    }

    /// Sets [ManagedFieldsEntry#time].
    public Builder time(@Nullable Instant time) {
      set(3, time);
      return this;
    }

    /// Sets [ManagedFieldsEntry#fieldsType].
    public Builder fieldsType(@Nullable String fieldsType) {
      set(4, fieldsType);
      return this;
    }

    /// Sets [ManagedFieldsEntry#fieldsV1].
    public Builder fieldsV1(@Nullable RawExtension fieldsV1) {
      set(5, fieldsV1);
      return this;
    }

    /// Sets [ManagedFieldsEntry#subresource].
    public Builder subresource(@Nullable String subresource) {
      set(6, subresource);
      return this;
    }
  }
}
